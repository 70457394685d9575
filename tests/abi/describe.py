"""Describes what a program that was compiled against the public headers relies on, a line each:
functions with their versions and types, fields of structs with their offsets, enumerators,
constants, and the fields that an initialiser sets to other than 0. abidw (Debian: abigail-tools)
reads the debug information of the library. Macros leave no trace in it: they are read from the
headers.

    function bship_version_string LIBBATTLESHIP_1.0 const char * ()
    struct bship_cell 8 bytes
    field bship_cell.x 0 int32_t
    enumerator BSHIP_SIDE_A 1
    type bship_status int32_t
    constant BSHIP_NAME_MAX 32
    initialiser BSHIP_TOTAL_INIT bship_total sunk=-1

What is experimental is left out: its version node says when it breaks."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

DESCRIBE_API = pathlib.Path(__file__).resolve().parents[2] / "include/describe_api.py"
STABLE = re.compile(r"LIBBATTLESHIP_[0-9.]+")
PUBLIC = re.compile("bship_")


class Types:
    """The types of a description by abidw, as C text."""

    def __init__(self, root):
        self.by_id = {node.get("id"): node for node in root.iter() if node.get("id")}

    def name(self, number):
        node = self.by_id[number]
        inner = node.get("type-id")
        if node.tag == "pointer-type-def":
            if self.by_id[inner].tag == "function-type":
                return self.name(inner).replace(" (", " (*)(", 1)
            return self.name(inner) + " *"
        if node.tag == "qualified-type-def":
            text = self.name(inner)
            return text + " const" if text.endswith("*") else "const " + text
        if node.tag == "array-type-def":
            return self.name(inner) + "".join(f"[{part.get('length')}]"
                                              for part in node.findall("subrange"))
        if node.tag == "function-type":
            return self.signature(node)
        return node.get("name")

    def signature(self, node):
        """`int (const char *, size_t)`, of a function or its type."""
        parts = [self.name(part.get("type-id")) for part in node.findall("parameter")]
        return f"{self.name(node.find('return').get('type-id'))} ({', '.join(parts)})"


def read(library, *options):
    text = subprocess.run(["abidw", "--no-corpus-path", *options, library], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    return xml.etree.ElementTree.fromstring(text)


def functions(library):
    root = read(library)
    types = Types(root)
    exported = {symbol.get("name"): symbol.get("version") for symbol in root.iter("elf-symbol")
                if STABLE.fullmatch(symbol.get("version") or "")}
    declared = {node.get("name"): node for node in root.iter("function-decl")}
    if not exported.keys() & declared.keys():
        sys.exit(f"FAILED: {library} has no debug information, which tells the types of functions: "
                 "compile it with -g, and do not strip it")
    for name in exported.keys() & declared.keys():
        yield f"function {name} {exported[name]} {types.signature(declared[name])}"


def public_types(include, compiler):
    """Fields and enumerators, of all headers that are not experimental."""
    with tempfile.TemporaryDirectory() as folder:
        source, library = pathlib.Path(folder, "headers.c"), pathlib.Path(folder, "headers.so")
        headers = sorted(pathlib.Path(include, "battleship").glob("*.h"))
        source.write_text("".join(f"#include <battleship/{path.name}>\n" for path in headers) +
                          "extern int anything; int anything;\n")
        subprocess.run([*compiler, "-std=c11", "-g", "-fno-eliminate-unused-debug-types", "-fPIC",
                        "-shared", "-I", include, source, "-o", library], check=True)
        root = read(str(library), "--load-all-types")
    types = Types(root)
    for node in root.iter("enum-decl"):
        for item in node.findall("enumerator"):
            if item.get("name").startswith("BSHIP_"):
                yield f"enumerator {item.get('name')} {item.get('value')}"
    for node in root.iter("typedef-decl"):
        target = types.name(node.get("type-id"))
        if PUBLIC.match(node.get("name")) and not PUBLIC.match(target):
            yield f"type {node.get('name')} {target}"
    for node in root.iter("class-decl"):
        if not PUBLIC.match(node.get("name")) or node.get("is-declaration-only"):
            continue
        yield f"struct {node.get('name')} {int(node.get('size-in-bits')) // 8} bytes"
        for member in node.findall("data-member"):
            field = member.find("var-decl")
            yield (f"field {node.get('name')}.{field.get('name')} "
                   f"{int(member.get('layout-offset-in-bits')) // 8} "
                   f"{types.name(field.get('type-id'))}")


def macros(include):
    """Constants and initialisers."""
    headers = pathlib.Path(include, "battleship").glob("**/*.h")
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run([sys.executable, DESCRIBE_API, file.name, *headers], check=True)
        api = json.load(file)
    for name, entry in api["constants"].items():
        if entry["shelf"] == "stable":
            yield f"constant {name} {entry['value']}"
    for struct, entry in api["structs"].items():
        for name, values in entry.get("initialisers", {}).items():
            if entry["shelf"] == "stable":
                yield " ".join(["initialiser", name, struct, *assignments(values)])


def assignments(values, before=""):
    """`placement.ship=-1`, of each value and each within a value."""
    for name, value in values.items():
        if isinstance(value, dict):
            yield from assignments(value, before + name + ".")
        else:
            yield f"{before}{name}={value}"


def describe(library, include, compiler):
    return sorted({*functions(library), *public_types(include, compiler), *macros(include)})
