#!/usr/bin/env python3
"""table.py API DIRECTORY FILE...: makes from the library's description what the package for
JavaScript knows of its structs: table.js, the size of each and the types and offsets of its fields,
and table.d.ts, the same in TypeScript with the words of all enumerations. The structs are those
that the FILEs, modules of the package, use by `new Struct('NAME')`, and those within."""

import json
import pathlib
import re
import sys

LAYOUT = "32"  # of WebAssembly

# Of these the word of 0, `none`, is null in JavaScript.
NULLABLE = ["draw-method", "level", "outcome", "side"]

# The types of fields by those of C: see memory.js, and in TypeScript where they are given and read.
NUMBERS = {"int32_t": "i32", "uint32_t": "u32", "size_t": "u32", "int64_t": "i64",
           "uint64_t": "u64", "double": "f64", "const char *": "text", "char": "chars"}
GIVEN = {"i32": "number", "u32": "number", "i64": "number | bigint", "u64": "number | bigint",
         "f64": "number", "seed": "number | bigint", "bool": "boolean", "text": "string | null"}
READ = {**GIVEN, "i64": "number", "u64": "number", "seed": "bigint", "chars": "string"}


def camel_case(name):
    return re.sub("_(.)", lambda match: match.group(1).upper(), name)


def type_name(name):
    """`bship_ai_info` is AIInfo."""
    words = name.replace("bship_", "").split("_")
    return "".join("AI" if word == "ai" else word.capitalize() for word in words)


class Table:
    def __init__(self, api, used):
        self.api = api
        self.structs = {}
        for name in sorted(used):
            self.add(name)

    def add(self, name):
        fields = self.api["structs"][name]["fields"]
        counts = {entry.get("count") for entry in fields.values()}
        self.structs[name] = {field: self.type_of(field, entry, counts)
                              for field, entry in fields.items()
                              if field != "size" and not field.startswith("reserved")
                              and entry["type"] != "void *"}
        for type_ in self.structs[name].values():
            if type_ in self.api["structs"] and type_ not in self.structs:
                self.add(type_)

    def type_of(self, field, entry, counts):
        """The type of a field; `own` is what the package alone reads and writes: addresses, and the
        numbers of items at them."""
        type_ = entry["type"]
        if field in counts or ("items" in entry and type_ != "char"):
            return "own"
        if entry.get("enumeration"):
            return self.api["enumerations"][entry["enumeration"]]["word"]
        if entry.get("is_flag"):
            return "bool"
        if type_ == "uint64_t" and field.endswith("seed"):
            return "seed"
        return type_ if type_ in self.api["structs"] else NUMBERS.get(type_, "own")

    def javascript(self):
        yield "/* Made by table.py from the library's description. */"
        yield f"export const nullable = {json.dumps(NULLABLE)};"
        yield "export const structs = {"
        for name, fields in self.structs.items():
            entry = self.api["structs"][name]
            places = {camel_case(field): [type_, entry["fields"][field]["offset"][LAYOUT]]
                      for field, type_ in fields.items()}
            grows = json.dumps(entry["grows"])
            yield f"    {name}: [{entry['bytes'][LAYOUT]}, {grows}, {json.dumps(places)}],"
        yield "};"

    def can_be_none(self, entry):
        """Whether the contract of a field says that its value may be null: `none`, or -1, which
        is no value."""
        enumeration = self.api["enumerations"].get(entry.get("enumeration"))
        return enumeration and ("-1: " in entry["text"] or enumeration["word"] in NULLABLE and any(
            re.search(rf"\b{name}\b", entry["text"])
            for name, more in enumeration["enumerators"].items() if more["value"] == 0))

    def typescript(self):
        yield "/* Made by table.py from the library's description. */"
        names = {entry["word"]: type_name(name)
                 for name, entry in self.api["enumerations"].items()}
        for entry in self.api["enumerations"].values():
            words = [enumerator["word"] for enumerator in entry["enumerators"].values()
                     if "word" in enumerator]
            if entry["word"] in NULLABLE:
                words.remove("none")
            yield f"export type {names[entry['word']]} = {' | '.join(map(repr, words))};"
        for name, fields in self.structs.items():
            if name == "bship_error":  # the class BattleshipError
                continue
            entry = self.api["structs"][name]
            types = GIVEN if name.endswith("_options") else READ
            mark = "?" if name.endswith("_options") else ""
            yield f"\n/** {entry['text']} */\nexport interface {type_name(name)} {{"
            for field, type_ in fields.items():
                if type_ != "own":
                    null = " | null" if self.can_be_none(entry["fields"][field]) else ""
                    known = types.get(type_) or names.get(type_) or type_name(type_)
                    yield f"    /** {entry['fields'][field]['text']} */"
                    yield f"    {camel_case(field)}{mark}: {known}{null};"
            yield "}"


def main(description, directory, *files):
    used = {name for file in files
            for name in re.findall(r"new Struct\('(\w+)'\)", pathlib.Path(file).read_text())}
    table = Table(json.loads(pathlib.Path(description).read_text()), used)
    for name, lines in ("table.js", table.javascript()), ("table.d.ts", table.typescript()):
        pathlib.Path(directory, name).write_text("\n".join(lines) + "\n")


main(*sys.argv[1:])
