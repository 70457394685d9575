#!/usr/bin/env python3
"""count_tests.py LOG...: counts the tests in Meson's testlog.json files.

Each Criterion test counts, not each program; a program without Criterion counts as one
test. Prints the programs that failed, then one line "N passed, N failed"; exits with 1 if
anything failed, or nothing ran.
"""

import json
import re
import sys

CRITERION_SUITES = re.compile(r":(public|internal|canary)\b")
SYNTHESIS = re.compile(r"Synthesis: Tested: (\d+) \| Passing: (\d+)")


def count(row):
    """The numbers of passed and failed tests of a program. A failed program has at least one
    failed test, and a Criterion program without any test has failed."""
    green = row["result"] == "OK"
    if not CRITERION_SUITES.search(row["name"]):
        return (1, 0) if green else (0, 1)
    synthesis = SYNTHESIS.findall(row.get("stdout", "") + row.get("stderr", ""))
    tested = sum(int(tested) for tested, _ in synthesis)
    passed = sum(int(passing) for _, passing in synthesis)
    failed = tested - passed
    if tested == 0 or not green:
        failed = max(failed, 1)
    return passed, failed


def main(logs):
    total_passed = total_failed = 0
    for log in logs:
        with open(log, encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                if row["result"] == "SKIP":
                    continue
                passed, failed = count(row)
                total_passed += passed
                total_failed += failed
                if failed:
                    print(f"FAILED: {row['name']}")
    print(f"{total_passed} passed, {total_failed} failed")
    return 1 if total_failed or not total_passed else 0


sys.exit(main(sys.argv[1:]))
