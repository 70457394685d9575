"""Whether a program that was compiled against the library of one description by describe.py runs
with that of another, and compiles anew: faults() has what stands against it.

Everything old stays as it was, except what doc/compatibility.md lets change: a struct that begins
with its `size` may get fields at its end, a `reserved` field a name, and the version and default
limits another value. What is new does not harm anybody, but a function must not be added to an old
version node."""

import re

MAY_CHANGE = re.compile(r"BSHIP_VERSION_(?:MINOR|PATCH|NUMBER|STRING)|"
                        r"BSHIP_\w+_(?:WORK|MEMORY)_DEFAULT")
BYTES = {"int32_t": 4, "uint32_t": 4, "int64_t": 8, "uint64_t": 8}


class Description:
    def __init__(self, lines):
        rows = [line.split(" ", 2) for line in lines]
        self.items = {(kind, name): rest for kind, name, rest in rows}
        self.nodes = {rest.split()[0] for (kind, _), rest in self.items.items()
                      if kind == "function"}

    def size(self, struct):
        return int(self.items[("struct", struct)].split()[0])

    def can_grow(self, struct):
        return self.items.get(("field", struct + ".size")) == "0 size_t"

    def offset(self, field):
        return int(self.items[("field", field)].split()[0])

    def numbers(self, struct, pattern=".*"):
        """The offset and type of every number in the fields of a struct whose names match."""
        found = set()
        for (kind, name), rest in self.items.items():
            match = re.fullmatch(r"(\d+) (\w+?)(?:\[(\d+)\])?", rest)
            if kind == "field" and re.fullmatch(rf"{struct}\.{pattern}", name) and match:
                begin, type_, count = int(match.group(1)), match.group(2), int(match.group(3) or 1)
                found |= {(begin + i * BYTES.get(type_, 0), type_) for i in range(count)}
        return found

    def values(self, initialiser):
        """The struct that an initialiser makes, and what it sets to other than 0."""
        struct, *fields = self.items[("initialiser", initialiser)].split()
        return struct, dict(field.split("=") for field in fields)


def is_named(old, new, struct):
    """Whether all that was reserved in a struct has the same type and place under any name."""
    return old.numbers(struct, "reserved") <= new.numbers(struct)


def is_new_at_end(old, new, field):
    """Whether a field is behind those that a struct had."""
    struct = field.split(".")[0]
    return old.can_grow(struct) and new.offset(field) >= old.size(struct)


def changes(old, new):
    """What became of everything old."""
    for (kind, name), rest in old.items.items():
        now = new.items.get((kind, name))
        struct = name.split(".")[0]
        if kind == "field" and name.endswith(".reserved") and is_named(old, new, struct):
            continue
        if now is None:
            yield f"{kind} {name} is gone"
        elif kind == "struct" and new.size(name) > old.size(name) and old.can_grow(name):
            continue
        elif kind == "constant" and MAY_CHANGE.fullmatch(name):
            continue
        elif kind == "initialiser":
            yield from changed_values(old, new, name)
        elif now != rest:
            yield f"{kind} {name} was {rest}, and is {now}"


def changed_values(old, new, initialiser):
    (struct, was), (now_struct, now) = old.values(initialiser), new.values(initialiser)
    if struct != now_struct:
        yield f"{initialiser} made {struct}, and makes {now_struct}"
        return
    for path in sorted({*was, *now}):
        field = f"{struct}.{path.split('.')[0]}"
        if was.get(path, "0") != now.get(path, "0") and not is_new_at_end(old, new, field):
            yield f"{initialiser} set {path} to {was.get(path, 0)}, and sets {now.get(path, 0)}"


def additions(old, new):
    """What is new where nothing may be."""
    for (kind, name), rest in new.items.items():
        if (kind, name) in old.items:
            continue
        if kind == "function" and rest.split()[0] in old.nodes:
            yield f"function {name} is added to {rest.split()[0]}: it needs a new node"
        struct, _, field = name.partition(".")
        if kind == "field" and ("struct", struct) in old.items:
            is_reserved = new.numbers(struct, field) <= old.numbers(struct, "reserved")
            if not (is_new_at_end(old, new, name) or (is_reserved and new.numbers(struct, field))):
                yield f"field {name} is new, and neither at the end of the struct nor reserved"


def faults(old_lines, new_lines):
    old, new = Description(old_lines), Description(new_lines)
    return [*changes(old, new), *additions(old, new)]
