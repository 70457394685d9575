#!/usr/bin/env python3
"""Checks the man page of the game: man_page.py PROGRAM PAGE

It is formatted without warnings by mandoc and groff, as far as they are installed, and names
exactly the options that the program has, each with an entry that has the same arguments.
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


def entries_of(text):
    """The options with an entry in a page, as --help writes them: `--host [PORT]`."""
    for line in re.findall(r"^\.It (Fl Fl .*)", text, re.MULTILINE):
        for entry in re.split(r" , (?=Fl Fl)", line):
            entry = re.sub(r" Ns Op : Ns Ar (.*)", r"[:\1]", entry)
            entry = re.sub(r" Ns Op Pf = (?:Ar |Cm )(.*)", r"[=\1]", entry)
            entry = re.sub(r" Op Ar (.*)", r" [\1]", entry)
            yield entry.replace("Fl Fl ", "--").replace(" Ar ", " ").replace(" | ", "|")


def main(program, page):
    """Prints what is wrong; returns the exit code."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    documented = {"--" + name for name in re.findall(r"Fl Fl ([a-z-]+)", text)}
    # The page gives some of the rules as examples, and refers to --help-rules for all.
    rules = options_of(program, "--help-rules", r"^  (--[a-z-]+)")
    others = options_of(program, "--help", r"--[a-z-]+") - rules
    entries = set(entries_of(text))
    listed = options_of(program, "--help", r"^  (--\S+(?: [A-Z\[]\S*)?)")
    problems = list(complaints(page))
    problems += [f"{option} has no such entry in the page" for option in sorted(listed - entries)]
    problems += [f"{option} is not in the page" for option in sorted(others - documented)]
    problems += [f"{option} is no option" for option in sorted(documented - others - rules)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
