#!/usr/bin/env python3
"""check.py SCRIPT API MAP INCLUDE_DIRECTORY LIBRARY COMPILER...: compares api.json with the version
map, with what a compiler makes of the headers and with the library; and SCRIPT, which writes it,
must refuse headers that it does not understand. Without a LIBRARY, `-`, only with the compiler,
which may be for another machine."""

import ctypes
import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT, API, MAP, INCLUDE, LIBRARY, *COMPILER = sys.argv[1:]
HEADERS = sorted(pathlib.Path(INCLUDE).glob("battleship/**/*.h"))
DESCRIPTION = json.loads(pathlib.Path(API).read_text())
SPEC = importlib.util.spec_from_file_location("describe_api", SCRIPT)
describe_api = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(describe_api)
FUNCTIONS, STRUCTS = DESCRIPTION["functions"], DESCRIPTION["structs"]


def enumerators():
    """The enumeration, the name and the entry of each."""
    for enumeration in DESCRIPTION["enumerations"].values():
        for name, entry in enumeration["enumerators"].items():
            yield enumeration, name, entry


def run_compiler(lines, *options):
    """Runs the compiler on C with all headers."""
    source = "".join(f'#include "{path}"\n' for path in HEADERS) + "\n".join(lines) + "\n"
    command = [*COMPILER, "-std=c11", "-Werror", "-I", INCLUDE, "-x", "c", "-", *options]
    return subprocess.run(command, input=source, capture_output=True, text=True)


def compile_c(lines, *options):
    """Compiles C with all headers; returns what the compiler says."""
    return run_compiler(lines, *options).stderr


def declaration(entry, name):
    """What is declared as in an entry, in C."""
    if "parameters" in entry:
        types = ", ".join(more["type"] for more in entry["parameters"].values())
        return f"{entry['result']['type']} (*{name})({types or 'void'})"
    return f"{entry['type']} {name}"


class Compiled(unittest.TestCase):
    def compiles(self, lines):
        self.assertEqual(compile_c(lines, "-fsyntax-only"), "")

    def are_equal(self, values):
        """Whether expressions in C have their values."""
        self.compiles(f'_Static_assert({expression} == {value}, "");'
                      for expression, value in values.items())

    def test_functions_have_their_types(self):
        self.compiles(f"{declaration(entry, 'call_' + name)} = {name};"
                      for name, entry in FUNCTIONS.items())

    def test_callbacks_have_their_types(self):
        self.compiles(f"{declaration(entry, '*as_' + name)} = ({name} *)0;"
                      for name, entry in DESCRIPTION["callbacks"].items())

    def test_fields_have_their_types(self):
        lines = []
        for struct, entry in STRUCTS.items():
            for name, field in entry["fields"].items():
                pointer = declaration(field, "*at")
                if "items" in field:
                    pointer = f"{field['type']} (*at)[{field['items']}]"
                lines.append(f"static inline void {struct}_{name}({struct} *x) "
                             f"{{ {pointer} = &x->{name}; (void)at; }}")
        self.compiles(lines)

    def test_structs_have_their_layouts(self):
        def four_or_eight(what):
            return 8 if compile_c([f'_Static_assert({what} == 4, "");'], "-fsyntax-only") else 4

        machine = four_or_eight("sizeof(void *)"), four_or_eight("_Alignof(struct { int64_t x; })")
        layout = {(8, 8): "64", (4, 8): "32", (4, 4): "i386"}[machine]
        values = {}
        for struct, entry in STRUCTS.items():
            values[f"sizeof({struct})"] = entry["bytes"][layout]
            for name, field in entry["fields"].items():
                values[f"offsetof({struct}, {name})"] = field["offset"][layout]
        self.are_equal(values)

    def test_constants_have_their_values(self):
        values = {name: entry["value"] for name, entry in DESCRIPTION["constants"].items()}
        values.update((name, entry["value"]) for _, name, entry in enumerators())
        texts = {name: value for name, value in values.items() if isinstance(value, str)}
        # A comparison of these is no constant expression of C.
        fractions = {name: value for name, value in values.items() if isinstance(value, float)}
        expanded = run_compiler(fractions, "-E", "-P").stdout.split("\n")[-len(fractions) - 1:-1]
        self.assertEqual([float(text) for text in expanded], list(fractions.values()))
        self.are_equal({name: value for name, value in values.items()
                        if name not in texts and name not in fractions})
        self.are_equal({f"sizeof({name})": len(text) + 1 for name, text in texts.items()})

    @unittest.skipIf(LIBRARY == "-", "its programs cannot run here")
    def test_initialisers_have_their_values(self):
        lines = ["#include <string.h>", "int main(void) {", "int failed = 0;"]
        for struct, entry in STRUCTS.items():
            for name, values in entry.get("initialisers", {}).items():
                lines += [f"{{ {struct} x = {name}, y;", "memset(&y, 0, sizeof y);"]
                lines += ["y.size = sizeof y;"] if entry["grows"] else []
                lines += (f"y.{path} = {value};" for path, value in flat(values))
                lines += ["failed |= memcmp(&x, &y, sizeof x) != 0; }"]
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(compile_c([*lines, "return failed; }"], "-o", folder + "/program"), "")
            subprocess.run([folder + "/program"], check=True)


def flat(values, before=""):
    """The paths and values of a value with values in it."""
    for name, value in values.items():
        if isinstance(value, dict):
            yield from flat(value, before + name + ".")
        else:
            yield before + name, value


class Listed(unittest.TestCase):
    """Against plain searches of the headers and the map."""

    def found(self, pattern):
        texts = (re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S) for path in HEADERS)
        return sorted(name for text in texts for name in re.findall(pattern, text, re.M))

    def test_every_function_of_the_map_with_its_shelf(self):
        nodes = re.findall(r"^(LIBBATTLESHIP_\w+)[^{]*\{(.*?)^\}", pathlib.Path(MAP).read_text(),
                           re.M | re.S)
        listed = {name: "experimental" if "EXPERIMENTAL" in node else "stable"
                  for node, body in nodes for name in re.findall(r"\b(bship_\w+);", body)}
        self.assertGreater(len(listed), 200)
        self.assertEqual({name: entry["shelf"] for name, entry in FUNCTIONS.items()}, listed)

    def test_every_type_of_the_headers(self):
        for kind, pattern in (("structs", r"^typedef struct (\w+) \{"),
                              ("objects", r"^typedef struct (\w+) \w+;"),
                              ("enumerations", r"^typedef enum (\w+)"),
                              ("callbacks", r"^typedef .*\(\*(\w+)\)\(")):
            self.assertEqual(sorted(DESCRIPTION[kind]), sorted(set(self.found(pattern))))

    def test_every_enumerator_and_macro_of_the_headers(self):
        self.assertEqual(sorted(name for _, name, _ in enumerators()),
                         self.found(r"^\s+(BSHIP_\w+)\s+?=\s"))
        macros = set(self.found(r"#define (BSHIP_\w+)"))
        marks = {"BSHIP_API", "BSHIP_BEGIN_DECLS", "BSHIP_END_DECLS"}
        initialisers = {name for entry in STRUCTS.values()
                        for name in entry.get("initialisers", ())}
        self.assertEqual(set(DESCRIPTION["constants"]) | initialisers, macros - marks)

    def test_objects_are_freed(self):
        for name, entry in DESCRIPTION["objects"].items():
            self.assertTrue({"free", "unref"} & set(entry), name)


class Described(unittest.TestCase):
    """What comments say in words."""

    def test_no_text_has_the_stars_of_a_comment(self):
        def texts(part):
            for key, value in part.items():
                if isinstance(value, dict):
                    yield from texts(value)
                elif key == "text":
                    yield value
        for text in texts(DESCRIPTION):
            self.assertFalse(text.startswith("*"), text)

    def test_callbacks_in_structs_are_as_those_with_a_type(self):
        callbacks = {}
        for entry in STRUCTS.values():
            callbacks.update((name, field) for name, field in entry["fields"].items()
                             if field["type"] == "callback")
        self.assertEqual([name for name, field in callbacks.items() if "may_be_null" not in field],
                         ["aim"])
        aim = callbacks["aim"]["parameters"]
        self.assertEqual({name: more["direction"] for name, more in aim.items()},
                         {"state": "in", "chart": "in", "options": "in", "cells": "out",
                          "count": "in", "rng": "inout", "user": "in"})
        self.assertEqual(aim["cells"]["count"], "count")
        self.assertEqual(callbacks["place"]["parameters"]["placements"]["count"], "count")
        self.assertEqual(callbacks["reset"]["parameters"]["side"]["enumeration"], "bship_side")
        self.assertEqual(callbacks["create"]["parameters"]["state"]["direction"], "out")
        self.assertEqual(callbacks["describe"]["parameters"]["out"]["direction"], "out")

    def test_what_is_passed_on_to_callbacks_may_be_null(self):
        users = 0
        for entry in [*FUNCTIONS.values(), *DESCRIPTION["callbacks"].values(), *STRUCTS.values()]:
            for name, more in entry.get("parameters", entry.get("fields", {})).items():
                if name.endswith("user"):
                    self.assertTrue(more["may_be_null"], entry["text"])
                    users += 1
        self.assertGreater(users, 20)

    def test_arrays_that_belong_to_the_caller_are_read(self):
        for function, entry in FUNCTIONS.items():
            for name, more in entry["parameters"].items():
                if more["type"] == "bship_total *":
                    self.assertEqual(more["direction"], "inout", f"{function}: {name}")
        self.assertTrue(STRUCTS["bship_rules_options"]["fields"]["blocked"]["may_be_null"])

    def test_arrays_of_rows_have_the_length_of_a_row(self):
        layouts = FUNCTIONS["bship_sampler_fill"]["parameters"]["layouts"]
        self.assertEqual((layouts["count"], layouts["row"]), ("count", ["ships", 3]))
        mask = STRUCTS["bship_batch_arrays"]["fields"]["mask"]
        self.assertEqual((mask["count"], mask["row"]), ("count", ["cells"]))


class Loaded(unittest.TestCase):
    """Against the answers of the library."""

    @classmethod
    def setUpClass(cls):
        cls.c = ctypes.CDLL(LIBRARY)
        cls.c.bship_constant.restype = ctypes.c_double
        cls.c.bship_struct_size.restype = ctypes.c_size_t
        cls.c.bship_enum_name.restype = ctypes.c_char_p

    def test_constants_are_found_by_their_names(self):
        for name, entry in DESCRIPTION["constants"].items():
            if not isinstance(entry["value"], str):
                self.assertEqual(self.c.bship_constant(name.encode()), entry["value"], name)

    def test_enumerators_are_found_by_both_names(self):
        words = 0
        for enumeration, name, entry in enumerators():
            self.assertEqual(self.c.bship_constant(name.encode()), entry["value"], name)
            self.assertTrue("word" not in entry or entry["value"] >= 0, name)
            if "word" in entry:
                number, word, value = enumeration["number"], entry["word"].encode(), entry["value"]
                self.assertEqual(self.c.bship_enum_find(number, word), value, name)
                self.assertEqual(self.c.bship_enum_name(number, value), word, name)
                words += 1
        self.assertGreater(words, 150)
        self.assertIsNone(self.c.bship_enum_name(DESCRIPTION["enumerations"]["bship_status"]["number"],
                                                 -1))

    def test_structs_are_found_by_their_names(self):
        for struct, entry in STRUCTS.items():
            size = self.c.bship_struct_size(struct.encode())
            self.assertEqual(size, entry["bytes"]["64"], struct)
            for name, field in entry["fields"].items():
                self.assertEqual(self.c.bship_field_offset(struct.encode(), name.encode()),
                                 field["offset"]["64"], f"{struct}.{name}")


class Refused(unittest.TestCase):
    """Headers that the script does not understand."""

    def refuses(self, words, header, old, new):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(INCLUDE, folder + "/include", copy_function=shutil.copyfile)
            path = pathlib.Path(folder, "include/battleship", header)
            text = path.read_text()
            self.assertIn(old, text)
            path.write_text(text.replace(old, new, 1))
            headers = pathlib.Path(folder, "include").glob("battleship/**/*.h")
            with self.assertRaisesRegex(describe_api.Fault, words):
                describe_api.main(folder + "/api.json", *headers)

    def test_declarations_of_another_form(self):
        self.refuses("version.h: not understood: #define BSHIP_LATER", "version.h",
                     "BSHIP_END_DECLS", "#define BSHIP_LATER 1\nBSHIP_END_DECLS")
        self.refuses("not understood: BSHIP_API void bship_later", "version.h", "BSHIP_END_DECLS",
                     "BSHIP_API void bship_later(void);\nBSHIP_END_DECLS")
        self.refuses("BSHIP_NAME_MAX: not a number", "fleet.h", "BSHIP_NAME_MAX 32",
                     "BSHIP_NAME_MAX sizeof(int)")
        self.refuses("no field has type long", "geometry.h", "int32_t x;", "long x;")
        self.refuses("bship_side has no number", "enumeration.h", ": ::bship_side", ": a side")
        self.refuses("BSHIP_TOTAL_INIT: fewer values", "board.h", ", -1, NULL, NULL, 0", ", -1")

    def test_contracts_that_do_not_say_enough(self):
        self.refuses("bship_ai_new: who owns it", "ai.h", "new AI, owned by the caller", "new AI")
        self.refuses("bship_ai_rules: who owns it", "ai.h", "they live as long as the AI.", "here.")
        self.refuses("bship_ai_aim: other parameters", "ai.h", "@param out     the cell",
                     "@param cell it")
        self.refuses("bship_cells_format: what is it that has `count`", "notation.h",
                     "`count` cells;", "cells;")
        self.refuses("bship_batch_layouts: what is `cells`", "experimental/batch.h",
                     "rows of `ships`", "rows of `cells`")
        self.refuses("bship_chart_shot: cell: what does it receive", "chart.h", "receives its cell",
                     "its cell")
        self.refuses("bship_fleet_find: name: what does NULL", "fleet.h",
                     "byte for byte; may be NULL", "byte for byte; NULL is nothing")
        self.refuses("bship_strategy_callbacks: is it `Optional`", "ai.h", "Frees the state. Opt",
                     "Frees the state. Perhaps opt")
        self.refuses("bship_strategy_callbacks: placements: how many", "ai.h",
                     "`count` placements, one for", "one placement for")
        self.refuses("bship_strategy_callbacks: side: of which", "ai.h",
                     "side, a ::bship_side, after", "side after")


if subprocess.run([*COMPILER, "-fsyntax-only", "-x", "c", "-"], stderr=subprocess.DEVNULL,
                  input=b"#include <limits.h>\n#include <stdint.h>\n").returncode:
    print(f"skipped: no headers for {' '.join(COMPILER)} (Debian: gcc-multilib)")
    sys.exit(77)
unittest.main(argv=[sys.argv[0], *(["Compiled"] if LIBRARY == "-" else [])])
