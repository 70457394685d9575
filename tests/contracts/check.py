#!/usr/bin/env python3
"""check.py ROOT: contracts.md is a table of a hundred contracts; every call that it names is
declared in a stable header, and every test that it names exists and is built. First it is tried on
tables with a mistake each."""

import pathlib
import re
import sys

COUNT = 100
ROW = re.compile(r"\| (\d+) \| `([\w.]+)` \| (.+) \| `(\w+)\.c: (\w+) (\w+)` \|")
TEST = re.compile(r"^(?:Parameterized)?Test\(\s*(\w+),\s*(\w+)", re.M)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
MISTAKES = [
    ("| 7 |", "| 8 |"),
    ("\n| 7 |", "\n\n|"),
    ("`bship_rng_below`", "`bship_rng_above`"),
    ("`bship_rng_below`", "`bship_ai_set_habits`"),
    ("`bship_turn_format`", "`bship_turn_write`"),
    (" fleet lives_until_its", " fleet dies_before_its"),
    (" fleet lives_until_its", " game lives_until_its"),
    ("test_fleet.c:", "test_fleets.c:"),
    ("test_fleet.c:", "support.c:"),
]


def faults(table, words, tests):
    """What is wrong with a table, line by line: `words` are what its calls may be, and `tests` the
    names of the tests that are built, as tuples of program, suite and name."""
    rows = [line for line in table.splitlines() if re.match(r"\| *\d", line)]
    if len(rows) != COUNT:
        yield f"{len(rows)} rows, not {COUNT}"
    sentences = set()
    for number, line in enumerate(rows, 1):
        row = ROW.fullmatch(line)
        if not row:
            yield f"row {number} is malformed: {line}"
            continue
        if int(row[1]) != number:
            yield f"row {number} has the number {row[1]}"
        if (row[2], row[3]) in sentences:
            yield f"row {number} stands there twice"
        sentences.add((row[2], row[3]))
        for word in [row[2], *re.findall(r"`(\w+)`", row[3])]:
            if word not in words:
                yield f"row {number}: no stable header declares {word}"
        if row.group(4, 5, 6) not in tests:
            yield f"row {number}: there is no test {row[5]} {row[6]} in {row[4]}.c that is built"


def main(root):
    """What is wrong with the table of the tree, or with this test."""
    table = (root / "tests/contracts.md").read_text()
    headers = list((root / "include/battleship").glob("*.h"))
    words = {header.name for header in headers}
    for header in headers:
        words |= set(re.findall(r"\w+", COMMENT.sub(" ", header.read_text())))
    built = set(re.findall(r"^  '(\w+)',$", (root / "tests/meson.build").read_text(), re.M))
    tests = {(path.stem, *names) for path in (root / "tests").glob("*.c")
             if path.stem.partition("_")[2] in built for names in TEST.findall(path.read_text())}

    for old, new in MISTAKES:
        if table.count(old) == 0 or not list(faults(table.replace(old, new, 1), words, tests)):
            yield f"a table with {new!r} for {old!r} is accepted"
    yield from faults(table, words, tests)


if __name__ == "__main__":
    found = list(main(pathlib.Path(sys.argv[1])))
    print("".join(f"FAILED: {line}\n" for line in found), end="")
    sys.exit(bool(found))
