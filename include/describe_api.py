#!/usr/bin/env python3
"""describe_api.py OUTPUT HEADER...: writes what the public headers declare as JSON, for
bindings of other languages. doc/bindings.md says what is in it, CONTRIBUTING.md in which words
contracts say what is read from them.

It needs no compiler, and reads only C as regular as that of these headers. What it does not
understand is an error, so that nothing is left out."""

import json
import pathlib
import re
import sys

FORMAT = 1

# How machines lay out structs: the bytes of a pointer, and the greatest alignment of a number.
# Those of 64 bits do so in one way, those of 32 bits in another, except 32-bit x86.
LAYOUTS = {"64": (8, 8), "32": (4, 8), "i386": (4, 4)}
BYTES = {"char": 1, "uint8_t": 1, "int32_t": 4, "uint32_t": 4, "int64_t": 8, "uint64_t": 8,
         "double": 8}

COMMENT = r"/\*\*(?!<)(?P<comment>(?:(?!\*/).)*)\*/\s*"
BEHIND = r"\s*/\*\*<(?P<behind>(?:(?!\*/).)*)\*/"
DECLARATIONS = {kind: re.compile(COMMENT + form, re.S) for kind, form in {
    "macro": r"#define (?P<name>BSHIP_\w+)(?P<body> [^\n]*)\n",
    "object": r"typedef struct (?P<name>bship_\w+) (?P=name);",
    "struct": r"typedef struct (?P<name>bship_\w+) \{(?P<body>.*?)\n\} (?P=name);",
    "enumeration": r"typedef enum (?P<name>bship_\w+) \{(?P<body>.*?)\n\} (?P=name);",
    "callback": r"typedef (?P<type>[^(;]*)\(\*(?P<name>bship_\w+)\)\((?P<body>[^;]*)\);",
    "function": r"BSHIP_API (?P<type>[^(;]*?)(?P<name>bship_\w+)\((?P<body>[^;]*)\);",
}.items()}
SKIPPED = re.compile(
    r"\s+|/\*(?:(?!\*)|\*\s*\* @(?:file|def)\b)(?:(?!\*/).)*\*/|BSHIP_(?:BEGIN|END)_DECLS\n|"
    r"#(?:if|else|elif|endif|include|define (?:BATTLESHIP_\w+_H\n|BSHIP_(?:API|BEGIN|END)))[^\n]*",
    re.S)
FIELD = re.compile(rf"\s*(?:{COMMENT})?(?P<declaration>[^;/]+);(?:{BEHIND})?", re.S)
ENUMERATOR = re.compile(rf"\s*(?P<name>BSHIP_\w+)\s*=\s*(?P<value>-?\d+)\s*,?{BEHIND}", re.S)


class Fault(Exception):
    """What a header does not say, or not in words that are understood."""


def require(condition, words):
    if not condition:
        raise Fault(words)


# ---- the text of headers ----

def one_line(text):
    return " ".join(text.split())


def plain(text):
    """A comment without the markup of Doxygen."""
    return re.sub(r"@ref |#(?=BSHIP)|#(?=bship)|::(?=bship)", "", one_line(text))


def sentence(text):
    """The first sentence of a comment."""
    return re.match(r".*?(?:(?<=[^.])\.(?= |$)|(?=: [-*] )|$)", plain(text)).group()


def all_matches(pattern, text):
    """The matches of which a text consists."""
    position = 0
    while text[position:].strip():
        match = pattern.match(text, position)
        require(match, f"not understood: {one_line(text[position:position + 80])}")
        yield match
        position = match.end()


def declarations(path):
    """The kind, place and parts of each declaration of a header."""
    text = path.read_text(encoding="utf-8").replace("\\\n", "")
    is_stable = path.parent.name == "battleship"
    folder = "battleship" if is_stable else "battleship/" + path.parent.name
    shelf = "stable" if is_stable else path.parent.name
    place = {"header": f"{folder}/{path.name}", "shelf": shelf}
    position = 0
    while position < len(text):
        match = SKIPPED.match(text, position)
        for kind, pattern in {} if match else DECLARATIONS.items():
            match = pattern.match(text, position)
            if match:
                yield kind, place, match.groupdict()
                break
        require(match, f"{path}: not understood: {one_line(text[position:position + 80])}")
        position = match.end()


def declarator(text):
    """The name that is declared, and the type: of `char text[256]` also the number of items, of
    `void (*call)(void *user)` the parameters."""
    text = one_line(text)
    match = (re.fullmatch(r"(?P<type>.*?) ?\(\*(?P<name>\w+)\)\((?P<parameters>.*)\)", text) or
             re.fullmatch(r"(?P<type>.*?) ?(?P<name>\w+)(?:\[(?P<items>\d+)\])?", text))
    require(match and match.group("type"), f"not a declaration: {text}")
    parts = match.groupdict()
    return parts.pop("name"), parts


def is_initialiser(macro):
    return macro["body"].lstrip().startswith("{")


def base_of(type_):
    return type_.replace("const", "").strip(" *")


class Contract:
    """A comment: its description, and what it says of parameters and of the result."""

    def __init__(self, comment):
        text = re.sub(r"\n *\* ?", "\n", comment)
        self.text, *parts = map(one_line, re.split(r"\n(?=@(?:param|return)\b)", text))
        self.parameters, self.result = {}, ""
        for part in parts:
            word, _, rest = part.partition(" ")
            if word == "@return":
                self.result = rest
            else:
                name, _, words = rest.partition(" ")
                self.parameters[name] = words.strip()


# ---- the description ----

class Description:
    """Its parts, made in the order in which they need each other."""

    def __init__(self, paths):
        self.found = {kind: {} for kind in DECLARATIONS}
        for path in paths:
            for kind, place, parts in declarations(path):
                self.found[kind].setdefault(parts["name"], (place, parts))
        self.values = {"NULL": 0}
        self.enumerations = self.describe("enumeration", self.enumeration)
        self.number_enumerations()
        self.constants = self.describe("macro", self.constant)
        self.structs = self.describe("struct", self.struct)
        self.lay_out()
        self.initialise()
        self.callbacks = self.describe("callback", self.function)
        self.functions = self.describe("function", self.function)
        self.objects = self.describe("object", self.object)

    def describe(self, kind, method):
        """The entries of a kind by name. The method makes what is special in each, or None."""
        entries = {}
        for name, (place, parts) in self.found[kind].items():
            contract = Contract(parts["comment"])
            try:
                more = method(parts, contract)
            except Fault as fault:
                raise Fault(f"{place['header']}: {name}: {fault}")
            if more:
                entries[name] = {**place, "text": sentence(contract.text), **more}
        return entries

    # ---- enumerations and constants ----

    def enumeration(self, parts, contract):
        enumerators = {}
        for match in all_matches(ENUMERATOR, parts["body"]):
            text = match.group("behind")
            word = re.match(r" `([a-z-]+)(?: N)?`: ", text)
            entry = {"value": int(match.group("value"))}
            # The number that stands for all that are no status has no name in the library.
            if word or parts["name"] == "bship_status" and entry["value"] >= 0:
                entry["word"] = word.group(1) if word else match.group("name")
            entry["text"] = sentence(text[word.end():] if word else text)
            enumerators[match.group("name")] = entry
            self.values[match.group("name")] = entry["value"]
        return {"enumerators": enumerators}

    def number_enumerations(self):
        """Sets the number of each, by which the library's calls know it, and its word: an
        enumerator of one of two enumerations, or a macro, is its number and names it in the
        comment."""
        for owner, base in ("bship_enum", 0), ("bship_rule", self.values["BSHIP_ENUM_RULE_VALUES"]):
            body = self.found["enumeration"][owner][1]["body"]
            for match in all_matches(ENUMERATOR, body):
                named = re.match(r" `([a-z-]+)`: ::(\w+)", match.group("behind"))
                if named:
                    self.number(named.group(2), base + int(match.group("value")), named.group(1))
        for _, parts in self.found["macro"].values():
            named = re.search(r"`([a-z-]+)`: ::(\w+)", parts["comment"])
            if named:
                self.number(named.group(2), int(parts["body"]), named.group(1))
        for name, entry in self.enumerations.items():
            require("number" in entry, f"{name} has no number among enumerations")

    def number(self, name, number, word):
        self.enumerations[name].update(number=number, word=word)

    def constant(self, parts, contract):
        body = parts["body"].strip()
        if is_initialiser(parts):
            return None
        if body.startswith('"'):
            value = json.loads(body)
        else:
            value = self.value(body)
        self.values[parts["name"]] = value
        return {"value": value}

    def value(self, expression):
        """The value of an expression of numbers and names of constants."""
        digits = re.sub(r"[A-Z]\w+", lambda name: str(self.values.get(name.group(), "?")),
                        expression)
        require(re.fullmatch(r"[-+*(). \d]+", digits), f"not a number: {expression}")
        return eval(digits.strip())  # pylint: disable=eval-used

    # ---- what a contract says of a value ----

    def facets(self, type_, text, others, is_result=False):
        """What the text about a parameter, a field or a result says beyond its type; `others` are
        the names beside it."""
        facets = {}
        if base_of(type_) in ("int", "int32_t", "uint8_t"):
            names = [name for name in re.findall("::(bship_[a-z_]+)", text)
                     if name in self.enumerations]
            if names:
                facets["enumeration"] = names[0]
            elif re.match("(?:in a duel, )?whether ", text):
                facets["is_flag"] = True
        if "*" in type_ or type_ in self.found["callback"] or type_ == "callback":
            null = "NULL if|or NULL" if is_result else "may be NULL|NULL: |NULL for "
            # What the caller finds again in a callback is never read by the library.
            if type_ == "void *" or re.search(null, text, re.I):
                facets["may_be_null"] = True
            items = re.match(r"(?:receives (?:the first |at most )?)?`(\w+)` ", text)
            if items and items.group(1) in others:
                facets["count"] = items.group(1)
            elif type_ == "char *" and "capacity" in others:
                facets["count"] = "capacity"
            row = re.match(r"(?:receives )?`\w+` rows of `(\w+)`(?: times (\d+))?", text)
            if row:
                require(row.group(1) in others, f"what is `{row.group(1)}`?")
                facets["row"] = [row.group(1), *map(int, filter(None, row.groups()[1:]))]
            facets.update(self.ownership(text, others, is_result))
        return facets

    @staticmethod
    def ownership(text, others, is_result):
        owner = re.search(r"\bborrowed\b.*?(?:as long as the|or the) (\w+)", text)
        if owner and owner.group(1).lower() in others:
            return {"ownership": "borrowed", "owner": owner.group(1).lower()}
        if not is_result:
            words = {"takes a reference": "referenced", "copied": "copied",
                     "(?<!or )borrowed": "borrowed"}
            return {"ownership": words[form] for form in words if re.search(form, text)}
        words = {"owned by the caller": "owned", r"\bstatic\b": "static"}
        found = [words[form] for form in words if re.search(form, text)]
        require(found, "who owns it, and how long?")
        return {"ownership": found[0]}

    # ---- functions, objects and structs ----

    def function(self, parts, contract):
        given = [] if parts["body"] == "void" else map(declarator, parts["body"].split(","))
        types = {name: more["type"] for name, more in given}
        require(list(types) == list(contract.parameters), "other parameters than in its contract")
        parameters = {name: self.parameter(name, type_, contract.parameters[name], types)
                      for name, type_ in types.items()}
        counts = [entry.get("count") for entry in parameters.values()]
        for name, type_ in types.items():
            is_count = type_ == "size_t" and name in ("count", "capacity", "length")
            require(not is_count or name in counts, f"what is it that has `{name}` items?")
        result = {"type": parts["type"].strip()}
        if result["type"] != "void":
            require(contract.result, "its result is not described")
            if "*" in result["type"] or result["type"] != "bship_status":
                result.update(self.facets(result["type"], contract.result, types, True))
            result["text"] = sentence(contract.result)
        return {"parameters": parameters, "result": result}

    def parameter(self, name, type_, text, others):
        base = base_of(type_)
        is_written = type_.endswith("**") or "*" in type_ and not (
            type_.startswith("const") or base == "void" or base in self.found["object"])
        direction = "in"
        if is_written:
            form = "filled on failure" if base == "bship_error" else "receives "
            direction = "out" if name == "out" or text.startswith(form) else "inout"
            require(direction == "out" or base == "bship_rng" or name == "options",
                    f"{name}: what does it receive?")
            if self.has_arrays(base):
                direction = "inout"
        is_result = is_written and type_.endswith("**")
        facets = self.facets(type_, text, others, is_result)
        require("NULL" not in text or "may_be_null" in facets or "are NULL" in text,
                f"{name}: what does NULL mean?")
        return {"type": type_, "direction": direction, **facets, "text": sentence(text)}

    def has_arrays(self, name):
        """Whether it is a struct with arrays of the caller's, which are read to be written."""
        fields = self.structs.get(name, {"fields": {}})["fields"].values()
        return any(field.get("count") == "capacity" for field in fields)

    def object(self, parts, contract):
        entry = {}
        for word in "ref", "unref", "free":
            if f"{parts['name']}_{word}" in self.functions:
                entry[word] = f"{parts['name']}_{word}"
        return entry

    def struct(self, parts, contract):
        members = [(*declarator(match.group("declaration")),
                    Contract(match.group("comment") or match.group("behind") or "").text)
                   for match in all_matches(FIELD, parts["body"])]
        names = [name for name, _, _ in members]
        fields = {name: self.field(name, more, text, names) for name, more, text in members}
        return {"grows": names[0] == "size", "fields": fields}

    def field(self, name, parts, text, others):
        require(text, f"{name} has no comment")
        entry = {"type": parts["type"]}
        if parts.get("items"):
            entry["items"] = int(parts["items"])
        if parts.get("parameters"):
            entry = self.callback_field(parts, text)
        else:
            entry.update(self.facets(entry["type"], text, others))
        is_object = "*" in entry["type"] and base_of(entry["type"]) in self.found["object"]
        require(not is_object or "ownership" in entry, f"{name}: how long is it used?")
        return {**entry, "text": sentence(text)}

    def callback_field(self, parts, text):
        """A callback that is declared in a struct, whose comment speaks of all its parameters."""
        need = re.search(r"\b(Optional|Required)\b", text)
        require(need, "is it `Optional` or `Required`?")
        types = {name: more["type"] for name, more in map(declarator,
                                                          parts["parameters"].split(","))}
        result = {"type": parts["type"]}
        if "*" in parts["type"] and re.search("or (?:returns )?NULL", text):
            result["may_be_null"] = True
        entry = {"type": "callback", "result": result,
                 "parameters": {name: self.callback_parameter(name, type_, text)
                                for name, type_ in types.items()}}
        if need.group() == "Optional":
            entry["may_be_null"] = True
        return entry

    def callback_parameter(self, name, type_, text):
        """What is written is called `out`, a pointer to a pointer, or an array, whose number of
        items stands before its name."""
        base = base_of(type_)
        entry = {"type": type_, "direction": "in"}
        if base == "bship_rng":
            entry["direction"] = "inout"
        elif name == "out" or type_.endswith("**"):
            entry["direction"] = "out"
        elif type_.endswith("*") and not type_.startswith("const") and base != "void" and (
                base not in self.found["object"]):
            count = re.search(rf"`(\w+)` (?:\w+ )?{name}\b", text)
            require(count, f"{name}: how many does it receive?")
            entry.update(direction="out", count=count.group(1))
        if name == "user":
            entry["may_be_null"] = True
        if type_ == "int32_t":
            value = re.search(rf"\b{name}, a ::(bship_\w+)", text)
            require(value, f"{name}: of which enumeration is it?")
            entry["enumeration"] = value.group(1)
        return entry

    # ---- the layouts of structs ----

    def lay_out(self):
        """Sets the offsets of all fields, and the bytes of all structs."""
        for entry in self.structs.values():
            for layout in LAYOUTS:
                end = 0
                for field in entry["fields"].values():
                    bytes_, alignment = self.measure(field["type"], layout)
                    offset = -(-end // alignment) * alignment
                    field.setdefault("offset", {})[layout] = offset
                    end = offset + bytes_ * field.get("items", 1)
        for name, entry in self.structs.items():
            entry["bytes"] = {layout: self.measure(name, layout)[0] for layout in LAYOUTS}

    def measure(self, type_, layout):
        """The bytes and the alignment of a type."""
        pointer, widest = LAYOUTS[layout]
        if type_ in self.structs:
            end, widest = 0, 1
            for field in self.structs[type_]["fields"].values():
                bytes_, alignment = self.measure(field["type"], layout)
                end = -(-end // alignment) * alignment + bytes_ * field.get("items", 1)
                widest = max(widest, alignment)
            return -(-end // widest) * widest, widest
        if "*" in type_ or type_ in ("size_t", "callback") or type_ in self.found["callback"]:
            return pointer, pointer
        require(type_ in BYTES, f"no field has type {type_}")
        return BYTES[type_], min(BYTES[type_], widest)

    # ---- initialisers ----

    def initialise(self):
        """Adds to structs the macros that initialise them, with the values other than 0."""
        for name, (place, parts) in self.found["macro"].items():
            if is_initialiser(parts):
                try:
                    struct = max((struct for struct in self.structs
                                  if name.startswith(struct.upper() + "_")), key=len)
                    values = self.initial_values(parts["body"])
                    initialisers = self.structs[struct].setdefault("initialisers", {})
                    initialisers[name] = self.take_values({"type": struct}, values)
                    require(not list(values), "more values than fields")
                except Fault as fault:
                    raise Fault(f"{place['header']}: {name}: {fault}")

    def initial_values(self, body):
        """The values in the order of the fields, those of structs within a struct included."""
        body = re.sub(r"BSHIP_\w+_INIT", lambda name: self.found["macro"][name.group()][1]["body"],
                      body)
        items = re.sub(r"[{}]", "", body).split(",")
        return iter([0 if re.search('sizeof|""', item) else self.value(item) for item in items])

    def take_values(self, field, values):
        """The value of a field, taken from those that are left: of a struct, those of its fields
        that are not 0."""
        if field["type"] in self.structs:
            inner = {name: self.take_values(more, values)
                     for name, more in self.structs[field["type"]]["fields"].items()}
            return {name: value for name, value in inner.items() if value}
        count = field.get("items", 1) if field["type"] != "char" else 1
        items = [next(values, None) for _ in range(count)]
        require(None not in items, "fewer values than fields")
        return items if any(items[1:]) else items[0]


def main(output, *headers):
    description = Description(sorted(map(pathlib.Path, headers)))
    parts = ("constants", "enumerations", "objects", "callbacks", "structs", "functions")
    layouts = {name: {"pointer_bytes": pointer, "greatest_alignment": alignment}
               for name, (pointer, alignment) in LAYOUTS.items()}
    text = json.dumps({"format": FORMAT, "layouts": layouts,
                       **{part: getattr(description, part) for part in parts}}, indent=1)
    pathlib.Path(output).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Fault as fault:
        sys.exit(f"FAILED: {fault}")
