#!/usr/bin/env python3
"""old_programs.py DIRECTORY LIBRARY [COMMIT...]: programs that releases have compiled run with
today's shared library. They are the releases' own tests of public functions, whose asserts are
about what those return, and their examples, whose output is compared with what the release expects.

The COMMITs are v1.0.0 and the newest tag v1.* or, as long as there is none, what the file
`baseline` names. The programs of each are built once and kept in DIRECTORY. Left out are tests that
take long, and programs that call experimental functions of another epoch: the test "program of
another epoch" sees to it that those do not start. The last line is "N passed, N failed"."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
OPTIONS = ["-Doptimization=1", "-Dcpu_variants=false", "-Dtests=enabled", "-Dexamples=enabled",
           "-Dprograms=disabled", "-Ddocs=disabled", "-Dtest_effort=1", "-Dtest_isolation=false"]


def git(*arguments):
    return subprocess.run(["git", "-C", HERE, *arguments], check=True, stdout=subprocess.PIPE,
                          text=True).stdout.split()


def default_commits():
    tags = git("tag", "--list", "v1.*", "--sort=version:refname")
    return {tags[0], tags[-1]} if tags else {(HERE / "baseline").read_text().split("\n")[1]}


def resolve(commit):
    try:
        return git("rev-parse", "--verify", "--quiet", commit + "^{commit}")[0]
    except subprocess.CalledProcessError:
        sys.exit(f"FAILED: {commit} is not in this repository. In a shallow clone: "
                 "git fetch --unshallow --tags")


def build(directory, commit):
    """The programs of a commit, of which a file tells that they are complete."""
    complete, source, old = directory / "commit", directory / "source", directory / "build"
    if complete.is_file() and complete.read_text() == commit:
        return old
    shutil.rmtree(directory, ignore_errors=True)
    source.mkdir(parents=True)
    archive = subprocess.run(["git", "-C", HERE.parents[1], "archive", commit], check=True,
                             stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "-x", "-C", source], check=True, input=archive)
    subprocess.run(["meson", "setup", old, source, *OPTIONS], check=True)
    targets = subprocess.run(["ninja", "-C", old, "-t", "targets", "all"], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    programs = re.findall(r"^((?:tests/test_|examples/).*): \w+_LINKER", targets, re.M)
    subprocess.run(["ninja", "-C", old, *programs], check=True)
    complete.write_text(commit)
    return old


def epoch(binary):
    """The version of experimental functions that a library has or a program asks for, or None."""
    symbols = subprocess.run(["nm", "-D", "--with-symbol-versions", binary], check=True,
                             stdout=subprocess.PIPE, text=True).stdout
    found = re.search("LIBBATTLESHIP_EXPERIMENTAL_[0-9]+", symbols)
    return found and found.group()


def choose(old, library):
    """Names of the tests whose programs can run with the library."""
    tests = json.loads((old / "meson-info/intro-tests.json").read_text())
    for test in tests:
        suites = {suite.split(":")[-1] for suite in test["suite"]}
        programs = [old / part for part in test["cmd"]
                    if os.access(old / part, os.X_OK) and old in (old / part).resolve().parents]
        if programs and suites & {"public", "examples"} and "long" not in suites:
            if epoch(programs[0]) in (None, epoch(library)):
                yield test["name"]
            else:
                print(f"left out: {test['name']} calls experimental functions of another epoch")


def load(old, library):
    """Puts a library where the programs look for theirs, by their own path and by Meson's."""
    place = old / "lib/libbattleship.so.1"
    place.unlink()
    place.symlink_to(library)
    loaded = subprocess.run(["ldd", old / "examples/minimal"], check=True, stdout=subprocess.PIPE,
                            text=True).stdout
    path = re.search(r"libbattleship\.so\.1 => (\S+)", loaded)
    if not path or pathlib.Path(path.group(1)).resolve() != library:
        sys.exit(f"FAILED: the programs do not load {library}:\n{loaded}")


def run(old, names, **environment):
    return subprocess.run(["meson", "test", "-C", old, "--no-rebuild", "--print-errorlogs", *names],
                          env={**os.environ, **environment}).returncode


def check(directory, library, commit):
    """Runs the programs of a commit; returns their results, and other than 0 if one fails."""
    old = build(directory / commit[:12], commit)
    own = next(path for path in (old / "lib").glob("libbattleship.so.1.*") if path.is_file())
    names = list(choose(old, library))
    load(old, library)
    status = run(old, names, BSHIP_LATER_LIBRARY="1")
    load(old, own)
    print(f"the programs of {commit}, with {library}", flush=True)
    results = directory / f"{commit[:12]}.json"
    shutil.copyfile(old / "meson-logs/testlog.json", results)
    if status and run(old, names):
        print("they do not pass with their own library either, so this machine differs")
    return results, status


def main(directory, library, *commits):
    directory, library = pathlib.Path(directory).resolve(), pathlib.Path(library).resolve()
    runs = [check(directory, library, resolve(commit)) for commit in commits or default_commits()]
    counted = subprocess.run([sys.executable, HERE.parents[1] / "scripts/count_tests.py",
                              *(results for results, _ in runs)]).returncode
    return counted or max(status for _, status in runs)


sys.exit(main(*sys.argv[1:]))
