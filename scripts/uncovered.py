#!/usr/bin/env python3
"""uncovered.py COVERAGE LIST: compares the lines that no test executes, by gcovr's JSON, with those
of a list. Prints the others, and exits with 1 if there are any.

The list has a reason after `#`, then rows `FILE: TEXT OF THE LINE`, in any order; a text that
stands for several lines of its file is listed once. Rows whose line is executed are told, no more:
a few lines depend on time. With LIST missing, prints all as rows.
"""

import json
import sys


def uncovered(coverage):
    """The lines without an execution, as (row, number)."""
    with open(coverage, encoding="utf-8") as file:
        report = json.load(file)
    for entry in report["files"]:
        with open(entry["file"], encoding="utf-8") as file:
            text = file.read().splitlines()
        for line in entry["lines"]:
            if line["count"] == 0 and not line.get("gcovr/noncode"):
                number = line["line_number"]
                yield f"{entry['file']}: {text[number - 1].strip()}", number


def main(coverage, listed=None):
    rows = list(uncovered(coverage))
    if listed is None:
        print(*dict.fromkeys(row for row, _ in rows), sep="\n")
        return 0
    with open(listed, encoding="utf-8") as file:
        known = {row for row in file.read().splitlines() if row and not row.startswith("#")}
    for row in sorted(known - {row for row, _ in rows}):
        print(f"executed now, and still listed: {row}")
    new = [(row, number) for row, number in rows if row not in known]
    for row, number in new:
        name, text = row.split(": ", 1)
        print(f"{name}:{number}: no test executes this, and {listed} gives no reason: {text}")
    print(f"{len(rows)} lines are not executed, {len(new)} of them without a reason")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
