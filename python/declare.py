"""declare.py API_JSON OUTPUT: writes the C of the module `bship._c`, by which Python calls the
library through cffi. Everything that api.json describes is declared; the C compiler compares the
declarations with the headers."""

import json
import pathlib
import sys

import cffi

# Functions of Python that the library calls: bship/_core.py and bship/match.py define them.
CALLBACKS = """
extern "Python" int32_t bship_python_progress(double, void *);
extern "Python" int32_t bship_python_row(const bship_match_row *, void *);
"""


def declared(type_, name):
    return f"{type_}{name}" if type_.endswith("*") else f"{type_} {name}"


def parameters(entry):
    return ", ".join(declared(parameter["type"], name)
                     for name, parameter in entry["parameters"].items()) or "void"


def field(name, entry):
    if entry["type"] == "callback":
        return f"{entry['result']['type']} (*{name})({parameters(entry)});"
    items = f"[{entry['items']}]" if "items" in entry else ""
    return declared(entry["type"], name) + items + ";"


def declarations(api):
    """All declarations of the headers, each after those that it needs."""
    for name, entry in api["constants"].items():
        type_ = {str: "const char *const", float: "const double"}.get(type(entry["value"]))
        yield f"static {type_} {name};" if type_ else f"#define {name} {entry['value']}"
    for name, entry in api["enumerations"].items():
        values = ", ".join(f"{word} = {one['value']}" for word, one in entry["enumerators"].items())
        yield f"typedef enum {{ {values} }} {name};"
    for name in [*api["objects"], *api["structs"]]:
        yield f"typedef struct {name} {name};"
    for name, entry in api["callbacks"].items():
        yield f"typedef {entry['result']['type']} (*{name})({parameters(entry)});"
    # A struct within another is the smaller one, and must be known first.
    for name, entry in sorted(api["structs"].items(), key=lambda item: item[1]["bytes"]["64"]):
        yield f"struct {name} {{ {' '.join(field(*one) for one in entry['fields'].items())} }};"
    for name, entry in api["functions"].items():
        yield f"{declared(entry['result']['type'], name)}({parameters(entry)});"


def main(description, output):
    api = json.loads(pathlib.Path(description).read_text(encoding="utf-8"))
    headers = sorted({entry["header"] for part in ("functions", "constants")
                      for entry in api[part].values()})
    ffi = cffi.FFI()
    ffi.cdef("\n".join(declarations(api)) + CALLBACKS)
    ffi.set_source("bship._c", "".join(f"#include <{header}>\n" for header in headers))
    ffi.emit_c_code(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
