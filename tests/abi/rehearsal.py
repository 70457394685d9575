#!/usr/bin/env python3
"""rehearsal.py DIRECTORY LIBRARY PROGRAMS [COMMIT...]: rehearses the additions of a minor version.
addition.patch makes them in a copy of the tree in DIRECTORY: a rule with its field and its values,
a value of a rule that there was, a strategy and a function. The library that is built of it must
pass the gate; rehearsal.c, compiled for LIBRARY of this tree, must meet what is new; and the
programs of a release, which are kept in PROGRAMS, must run as old_programs.py says."""

import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OPTIONS = ["-Ddefault_library=shared", "-Doptimization=1", "-Ddebug=true", "-Dcpu_variants=false",
           "-Dtests=disabled", "-Dexamples=disabled", "-Dprograms=disabled", "-Ddocs=disabled"]


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, **options)


def build(directory):
    """The library of the tree with the additions."""
    source, built = directory / "source", directory / "build"
    shutil.rmtree(source, ignore_errors=True)
    listed = run("git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard",
                 stdout=subprocess.PIPE).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    patch = subprocess.run(["patch", "--directory", source, "--strip=1", "--batch", "--input",
                            HERE / "addition.patch"])
    if patch.returncode:
        sys.exit("FAILED: addition.patch does not apply any more: make the additions anew, "
                 "and the patch by git diff -U2")
    if not (built / "build.ninja").is_file():
        run("meson", "setup", built, source, *OPTIONS)
    run("ninja", "-C", built)
    return source, built / "lib/libbattleship.so.1"


def meet(directory, library):
    """What rehearsal.c prints with a library."""
    program = directory / "rehearsal"
    folder = directory / "loaded"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "libbattleship.so.1").symlink_to(library)
    run("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", ROOT / "include", "-o", program,
        HERE / "rehearsal.c", folder / "libbattleship.so.1", f"-Wl,-rpath,{folder}")
    return run(program, stdout=subprocess.PIPE).stdout


def main(directory, library, programs, *commits):
    directory, library = pathlib.Path(directory).resolve(), pathlib.Path(library).resolve()
    source, later = build(directory)
    run(HERE / "check.py", HERE / "1.0", later, source / "include", "cc")
    if meet(directory, library):
        sys.exit("FAILED: what is rehearsed is not new")
    met, expected = meet(directory, later), (HERE / "rehearsal.txt").read_text()
    if met != expected:
        sys.exit(f"FAILED: a program of this version met\n{met}and not\n{expected}")
    return subprocess.run([HERE / "old_programs.py", programs, later, *commits]).returncode


try:
    sys.exit(main(*sys.argv[1:]))
except subprocess.CalledProcessError as fault:
    sys.exit(f"FAILED: {fault}")
