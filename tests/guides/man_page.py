#!/usr/bin/env python3
"""Checks the man page of the game: man_page.py PROGRAM PAGE

It is formatted without warnings by mandoc and groff, as far as they are installed, and names
exactly the options that the program has.
"""

import re
import shutil
import subprocess
import sys

FORMATTERS = [
    ["mandoc", "-T", "lint", "-W", "warning"],
    ["groff", "-mdoc", "-T", "utf8", "-ww", "-z"],
]


def complaints(page):
    """What the formatters say about a page."""
    for command in FORMATTERS:
        if shutil.which(command[0]):
            result = subprocess.run(command + [page], capture_output=True, text=True, check=False)
            yield from (result.stdout + result.stderr).splitlines()


def options_of(program, option, pattern):
    """The options in a list that the program prints."""
    text = subprocess.run([program, option], capture_output=True, text=True, check=True).stdout
    return set(re.findall(pattern, text, re.MULTILINE))


def main(program, page):
    """Prints what is wrong; returns the exit code."""
    with open(page, encoding="utf-8") as file:
        documented = {"--" + name for name in re.findall(r"Fl Fl ([a-z-]+)", file.read())}
    # The page gives some of the rules as examples, and refers to --help-rules for all.
    rules = options_of(program, "--help-rules", r"^  (--[a-z-]+)")
    others = options_of(program, "--help", r"--[a-z-]+") - rules
    problems = list(complaints(page))
    problems += [f"{option} is not in the page" for option in sorted(others - documented)]
    problems += [f"{option} is no option" for option in sorted(documented - others - rules)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
