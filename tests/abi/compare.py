#!/usr/bin/env python3
"""compare.py OLD NEW: whether a program that was compiled against the library of one description by
describe.py runs with that of another. Prints what stands against it, and exits with 1.

Everything old stays as it was, but a struct that begins with its `size` may get fields at its end.
What is new does not harm anybody, but a function must not be added to an old version node."""

import pathlib
import sys


class Description:
    def __init__(self, path):
        self.lines = pathlib.Path(path).read_text().splitlines()
        rows = [line.split(" ", 2) for line in self.lines]
        self.items = {(kind, name): rest for kind, name, rest in rows}
        self.nodes = {rest.split()[0] for (kind, _), rest in self.items.items()
                      if kind == "function"}

    def size(self, struct):
        return int(self.items[("struct", struct)].split()[0])

    def can_grow(self, struct):
        return self.items.get(("field", struct + ".size")) == "0 size_t"


def faults(old, new):
    for (kind, name), rest in old.items.items():
        now = new.items.get((kind, name))
        if now is None:
            yield f"{kind} {name} is gone"
        elif kind == "struct" and new.size(name) > old.size(name) and old.can_grow(name):
            continue
        elif now != rest:
            yield f"{kind} {name} was {rest}, and is {now}"
    for (kind, name), rest in new.items.items():
        if (kind, name) in old.items:
            continue
        if kind == "function" and rest.split()[0] in old.nodes:
            yield f"function {name} is added to {rest.split()[0]}, which is old: it needs a new node"
        struct = name.split(".")[0]
        if kind == "field" and ("struct", struct) in old.items and (
                not old.can_grow(struct) or int(rest.split()[0]) < old.size(struct)):
            yield f"field {name} is new, and not at the end of a struct that can grow"


def main(old, new):
    found = list(faults(Description(old), Description(new)))
    for fault in found:
        print(f"FAILED: {fault}")
    return 1 if found else 0


sys.exit(main(*sys.argv[1:]))
