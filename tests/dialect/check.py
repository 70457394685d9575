#!/usr/bin/env python3
"""check.py ROOT: the C below ROOT keeps to the dialect that CONTRIBUTING.md describes, and every
header is guarded by the name that follows from its path. First it is tried on the lines below."""

import pathlib
import re
import sys

REFUSED = [
    "if (p == NULL)",
    "found = a->b[i] == NULL;",
    "return NULL == p;",
    "must(f(x) == BSHIP_OK);",
    "is_end = *text == '\\0';",
    "if (p != NULL)",
    "else if ((status = f(a, b)) != BSHIP_OK)",
    "while (n > 0 && text[i] != '\\0')",
    "return p != NULL && f(p);",
    "return f(p) || (p != NULL);",
    "f(p != NULL ? p : q);",
    "f((p != NULL) ? p : q);",
    "for (int i = 0; p[i] != NULL; i++)",
    'cr_assert(p != NULL, "no %s", p);',
    "#define IS(p) ((p) != NULL && *(p))",
    "sizeof(x)",
    "sizeof(interval)",
    "sizeof(bship_cell->text)",
    "n = sizeof(*a->b[0]) * n;",
    'sizeof("text")',
    "sizeof(table) / sizeof(table[0])",
]
ALLOWED = [
    "bool found = p != NULL;",
    "f(x, p != NULL, y);",
    "return status != BSHIP_OK;",
    "must((status == BSHIP_ERROR_NAME) == (p != NULL));",
    "if ((p != NULL) == is_told)",
    "count += text[i] != '\\0';",
    "if (*end != (is_last ? '\\0' : ','))",
    "/* p == NULL */",
    'puts("p == NULL");',
    "x = sizeof(int32_t) + sizeof(struct node *) + sizeof(bship_cell[2]);",
    "typedef struct { int x; } node; y = sizeof(node);",
    "#define COUNT(array) (sizeof(array) / sizeof((array)[0]))",
    "#define END(type, field) sizeof(((type *)0)->field)",
    "#define SIZE(name) sizeof(bship_##name)",
]
GUARDS = [
    ("include/battleship/ai.h", "BATTLESHIP_AI_H"),
    ("lib/base/best.h", "BSI_BASE_BEST_H"),
    ("programs/common/utf8.h", "PROGRAMS_COMMON_UTF8_H"),
]

TOKEN = re.compile(
    r"""/\*.*?\*/|//[^\n]*|"""
    r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+'|\w+|->|[-+*/%&|^<>=!]=|&&|\|\||\S)""", re.S)
ZEROS = {"NULL", "BSHIP_OK", "'\\0'"}
CONDITIONS = {"if", "while", "!", "assert", "static_assert", "cr_assert"}
GROUPS = {"return", "=", "(", "&&", "||"}
STOPS = {";", ",", "{", "?", ":", "=", "+=", "return", "==", "!=", "#"}
TYPES = {"void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned",
         "const", "struct", "union", "enum"}
OPERAND = re.compile(r"""[*&]*("[^"]*"|\w+)(\[.*\]|\(.*\)|(\.|->)\w+)*""")


def is_condition(tokens, begin, end):
    """Whether the expression that ends before tokens[end], and has tokens[begin], is a condition or
    an operand of one."""
    if tokens[end] in ("&&", "||", "?"):
        return True
    depth = 0
    for i in range(begin - 1, -1, -1):
        token = tokens[i]
        if token in ")]}":
            depth += 1
        elif depth > 0:
            depth -= token in "([{"
        elif token in ("&&", "||"):
            return True
        elif token in STOPS:
            return token == ";" and tokens[end] == ";"  # the middle of `for (;;)`
        elif token == "(":
            before = tokens[i - 1]
            if tokens[end] not in (")", ","):
                return False
            return before in CONDITIONS or before in GROUPS and is_condition(tokens, i, end + 1)
    return False


def is_operand(tokens, types):
    """Whether sizeof needs no parentheses around these tokens."""
    is_type = tokens[0] in types or tokens[0].endswith("_t")
    has_member = "." in tokens or "->" in tokens
    return bool(OPERAND.fullmatch("".join(tokens))) and (has_member or not is_type)


def closing(tokens, begin):
    """The parenthesis that closes tokens[begin]."""
    depth = 0
    for i in range(begin, len(tokens)):
        depth += (tokens[i] == "(") - (tokens[i] == ")")
        if depth == 0:
            return i
    return len(tokens) - 1


def typedefs(text):
    rows = re.findall(r"^typedef\s[^;{}]*?(\w+)(?: __attribute__.*)?;|\} ?(\w+);", text, re.M)
    return {name for row in rows for name in row if name}


def without_parameters(match):
    """A macro without the sizeof of its parameters, which keep their parentheses."""
    body = match[0]
    for name in re.findall(r"\w+", match[1]):
        body = re.sub(rf"\bsizeof\({name}\)", " " * len(f"sizeof({name})"), body)
    return body


def faults(text, common):
    """What of a text is in another dialect: its line and words."""
    types = TYPES | common | typedefs(text)
    text = re.sub(r"#define \w+\(([^)]*)\)(?:\\\n|[^\n])*", without_parameters, text)
    found = [match for match in TOKEN.finditer(text) if match[1]]
    tokens = [match[1] for match in found] + [";"] * 3
    for i, match in enumerate(found):
        before, token, after = tokens[i - 1], tokens[i], tokens[i + 1]
        words = ""
        if token in ("==", "!=") and (before in ZEROS or after in ZEROS):
            if token == "==" or before in ZEROS or is_condition(tokens, i, i + 2):
                words = f"{before} {token} {after}"
        elif token == "sizeof" and after == "(":
            operand = tokens[i + 2:closing(tokens, i + 1)]
            if is_operand(operand, types):
                words = f"sizeof({''.join(operand)})"
        if words:
            yield text.count("\n", 0, match.start()) + 1, words


def guard_faults(path, text):
    name = re.sub("^lib/", "bsi/", re.sub("^include/", "", path))
    name = re.sub(r"\W", "_", name).upper()
    # What stands in front of a header of the system is read as often as that.
    if f"#ifndef {name}\n#define {name}\n" not in text and "#include_next" not in text:
        yield f"its guard is not {name}"


def try_examples():
    for text, is_refused in [(t, True) for t in REFUSED] + [(t, False) for t in ALLOWED]:
        if bool(list(faults(text, {"bship_cell"}))) != is_refused:
            yield f"{'let through' if is_refused else 'refused'}: {text}"
    for path, name in GUARDS:
        text = f"#ifndef {name}\n#define {name}\n#endif\n"
        if list(guard_faults(path, text)) or not list(guard_faults("other/" + path, text)):
            yield f"{path}: {name} is refused, or is let through in other/{path}"


def check_tree(root):
    folders = ("benchmarks", "examples", "include", "lib", "programs", "tests", "web")
    texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
             for folder in folders for path in sorted((root / folder).rglob("*.[ch]"))}
    headers = {path: text for path, text in texts.items() if path.endswith(".h")}
    common = {name for text in headers.values() for name in typedefs(text)}
    for path, text in texts.items():
        for line, words in faults(text, common):
            yield f"{path}:{line}: {words}"
    for path, text in headers.items():
        for words in guard_faults(path, text):
            yield f"{path}: {words}"
    if not texts:
        yield f"no C below {root}"


failures = list(try_examples()) + list(check_tree(pathlib.Path(sys.argv[1])))
print("\n".join(failures) or "one dialect")
sys.exit(bool(failures))
