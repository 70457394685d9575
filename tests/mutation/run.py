#!/usr/bin/env python3
"""run.py [NUMBER...]: do the tests notice a fault in the library?

Applies each fault of faults.txt, or those of the given numbers (from 1), to a copy of the tree in
build/mutation, builds it, and runs the suites `public` and `internal` as .ci/run does at every change,
with a tenth of the random cases, until one test fails: first those that the list names, then all. Prints who noticed each fault, and at the end
the faults that nobody noticed; exits 1 if there are any. Takes hours; a run can be cut into parts.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPY = ROOT / "build/mutation/tree"
BUILD = ROOT / "build/mutation/build"
OPTIONS = [
    "-Dtests=enabled", "-Dprograms=disabled", "-Dexamples=disabled", "-Ddocs=disabled",
    "-Doptimization=1", "-Ddefault_library=shared", "-Dcpu_variants=false", "-Dtest_effort=10",
    "-Dtest_isolation=false",
]
# A test that takes longer than 0.4 times its usual limit hangs, which is noticed too.
TEST = ["meson", "test", "-C", BUILD, "--no-rebuild", "--maxfail", "1", "--timeout-multiplier",
        "0.4", "--num-processes", "2"]


def read_faults():
    """The list, as tuples of a file, the tests to run first, the old text and the new one."""
    text = (ROOT / "tests/mutation/faults.txt").read_text(encoding="utf-8")
    pattern = r"^(\S+): (.+)\n- (.+)\n\+ (.+)$"
    return [(file, tests.split(), old, new)
            for file, tests, old, new in re.findall(pattern, text, re.MULTILINE)]


def run(*command):
    """Runs a command quietly; returns whether it succeeded."""
    result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, check=False)
    return result.returncode == 0


def prepare():
    """Brings the copy up to date and configures its build, which keeps what is built already."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True,
                           text=True).stdout.split("\0")
    for name in filter(None, names):
        here, there = ROOT / name, COPY / name
        if not there.exists() or here.read_bytes() != there.read_bytes():
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(here, there)
    if not (BUILD / "build.ninja").exists():
        env = {"CC": "ccache gcc", "CXX": "ccache g++", **os.environ}
        subprocess.run(["meson", "setup", BUILD, COPY, *OPTIONS], env=env, check=True,
                       stdout=subprocess.DEVNULL)
    if not run("ninja", "-C", BUILD):
        sys.exit("run.py: the tree does not build")


def failing_test():
    """The name of a test that failed in the last run of tests."""
    log = (BUILD / "meson-logs/testlog.json").read_text(encoding="utf-8")
    for line in log.splitlines():
        test = json.loads(line)
        if test["result"] not in ("OK", "EXPECTEDFAIL", "SKIP"):
            return test["name"].split(" / ")[-1]
    return "a test"


def observer(tests):
    """Who notices the fault that the copy has: a name, or None."""
    if not run("ninja", "-C", BUILD):
        return "the compiler"
    for selection in (tests, ["--suite", "public", "--suite", "internal"]):
        if not run(*TEST, *selection):
            return failing_test()
    return None


def try_fault(file, tests, old, new):
    """Applies a fault, asks who notices it, and takes it back."""
    path = COPY / "lib" / file
    sound = path.read_text(encoding="utf-8")
    path.write_text(sound.replace(old, new), encoding="utf-8")
    try:
        return observer(tests)
    finally:
        path.write_text(sound, encoding="utf-8")


def main():
    faults = read_faults()
    numbers = [int(argument) for argument in sys.argv[1:]] or range(1, len(faults) + 1)
    survivors = []
    for file, _, old, _ in faults:
        if (ROOT / "lib" / file).read_text(encoding="utf-8").count(old) != 1:
            sys.exit(f"run.py: {file} does not contain \"{old}\" exactly once")
    prepare()
    for number in numbers:
        file, _, _, new = faults[number - 1]
        seen_by = try_fault(*faults[number - 1])
        print(f"{number:2} {file}: {new}: {seen_by or 'SURVIVES'}", flush=True)
        if not seen_by:
            survivors.append(number)
    print(f"{len(numbers) - len(survivors)} of {len(numbers)} faults were noticed")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
