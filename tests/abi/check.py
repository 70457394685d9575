#!/usr/bin/env python3
"""check.py BASELINE LIBRARY INCLUDE_DIRECTORY COMPILER...: compares the library with the
description that a release promised, and proves that the comparison finds what would break a
program. With --write, writes the description of this library to BASELINE instead."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from compare import faults
from describe import describe

IS_WRITTEN = "--write" in sys.argv
BASELINE, LIBRARY, INCLUDE, *COMPILER = [word for word in sys.argv[1:] if word != "--write"]


def after(lines, *changes):
    """The lines of a description after some have changed: each change is a pattern and what stands
    for what it matches; the pattern `$` adds a line."""
    text = "\n".join(lines)
    for pattern, new in changes:
        changed = re.sub(pattern, new, text, flags=re.M) if pattern != "$" else f"{text}\n{new}"
        assert changed != text, f"{pattern} changes nothing"
        text = changed
    return [line for line in text.split("\n") if line]


class Gate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.baseline = pathlib.Path(BASELINE).read_text().splitlines()
        cls.now = describe(LIBRARY, INCLUDE, COMPILER)

    def passes(self, *changes):
        self.assertEqual(faults(self.baseline, after(self.baseline, *changes)), [])

    def is_refused(self, *changes):
        self.assertNotEqual(faults(self.baseline, after(self.baseline, *changes)), [], changes)

    def test_what_was_promised_holds(self):
        self.assertEqual(faults(self.baseline, self.now), [])

    def test_additions(self):
        self.passes(("$", "function bship_later LIBBATTLESHIP_9.9 void ()"))
        self.passes(("$", "enumerator BSHIP_LATER 1"))
        self.is_refused(("$", "function bship_later LIBBATTLESHIP_1.0 void ()"))

    def test_what_has_gone(self):
        self.is_refused(("^function bship_ai_aim .*", ""))
        self.is_refused((r"^field bship_aim_options\.user .*", ""))
        self.is_refused(("^enumerator BSHIP_SIDE_A .*", ""))

    def test_what_has_changed(self):
        self.is_refused(("^(enumerator BSHIP_SIDE_A) .*", r"\1 7"))
        self.is_refused((r"^(function bship_ai_aim .*)\)$", r"\1, int32_t)"))
        self.is_refused((r"^(field bship_cell\.x 0) .*", r"\1 int64_t"))
        self.is_refused((r"^(field bship_cell\.)x", r"\1z"), (r"^(field bship_cell\.)y", r"\1x"),
                        (r"^(field bship_cell\.)z", r"\1y"))

    def test_structs_that_grow(self):
        size = int(re.search("^struct bship_aim_options ([0-9]+)", "\n".join(self.baseline),
                             re.M).group(1))
        grown = ("^(struct bship_aim_options) .*",
                 rf"\1 {size + 8} bytes\nfield bship_aim_options.later {size} int64_t")
        self.passes(grown)
        self.passes(grown, ("^initialiser BSHIP_AIM_OPTIONS_INIT .*", r"\g<0> later=-1"))
        self.is_refused((r"^(struct bship_cell) .*",
                         r"\1 12 bytes\nfield bship_cell.later 8 int32_t"))

    def test_names_for_what_is_reserved(self):
        named = (r"^(field bship_error\.)reserved ", r"\1later ")
        items = r"^(field bship_rng\.)reserved 32 uint64_t\[4\]$"
        self.passes(named)
        self.passes((items, r"\1later 32 uint64_t\n\1reserved 40 uint64_t[3]"))
        self.is_refused((items, r"\1later 32 uint64_t"))
        self.is_refused((r"^(field bship_error\.)reserved 20 uint32_t", r"\1later 20 int32_t"))
        self.is_refused((r"^(field bship_error\.)reserved 20", r"\1later 24"))
        self.is_refused((r"^field bship_error\.reserved .*", ""))
        self.is_refused(named, ("^initialiser BSHIP_ERROR_INIT .*", r"\g<0> later=1"))

    def test_constants(self):
        self.passes(("^(constant BSHIP_VERSION_MINOR) .*", r"\1 1"))
        self.passes(("^(constant BSHIP_AI_WORK_DEFAULT) .*", r"\1 1"))
        self.passes(("$", "constant BSHIP_LATER_MAX 1"))
        self.is_refused(("^(constant BSHIP_VERSION_MAJOR) .*", r"\1 2"))
        self.is_refused(("^(constant BSHIP_CELL_TEXT_SIZE) .*", r"\1 4"))
        self.is_refused(("^constant BSHIP_NAME_MAX .*", ""))

    def test_initialisers(self):
        self.passes(("$", "initialiser BSHIP_AIM_OPTIONS_LATER bship_aim_options work_limit=1"))
        self.is_refused(("^(initialiser BSHIP_TOTAL_INIT bship_total) .*", r"\1"))
        self.is_refused(("^initialiser BSHIP_RULES_OPTIONS_INIT .*", r"\g<0> contact=2"))
        self.is_refused(("^initialiser BSHIP_TOTAL_INIT .*", ""))

    def test_macros_of_changed_headers(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(INCLUDE, folder + "/include", copy_function=shutil.copyfile)
            for header, old, new in (
                    ("fleet.h", r"(#define BSHIP_NAME_MAX) .*", r"\1 16"),
                    ("random.h", r"(#define BSHIP_RNG_PURPOSE_USER) .*", r"\1 512"),
                    ("geometry.h", r"(#define BSHIP_CELL_TEXT_SIZE) .*", r"\1 4"),
                    ("rules.h", r"(sizeof\(bship_rules_options\), .*CONTACT_)ALLOWED", r"\1NONE")):
                path = pathlib.Path(folder, "include/battleship", header)
                text = re.sub(old, new, path.read_text())
                self.assertNotEqual(text, path.read_text(), old)
                path.write_text(text)
            found = "\n".join(faults(self.now, describe(LIBRARY, folder + "/include", COMPILER)))
        self.assertIn("constant BSHIP_NAME_MAX was 32, and is 16", found)
        self.assertIn("constant BSHIP_RNG_PURPOSE_USER was 1024, and is 512", found)
        self.assertRegex(found, "constant BSHIP_CELL_TEXT_SIZE was [0-9]+, and is 4")
        self.assertIn("BSHIP_RULES_OPTIONS_INIT set contact to 0, and sets 2", found)

    def test_a_library_without_debug_information(self):
        with tempfile.TemporaryDirectory() as folder:
            stripped = folder + "/stripped.so"
            subprocess.run(["objcopy", "--strip-debug", LIBRARY, stripped], check=True)
            with self.assertRaisesRegex(SystemExit, "has no debug information"):
                describe(stripped, INCLUDE, COMPILER)


if IS_WRITTEN:
    pathlib.Path(BASELINE).write_text("\n".join(describe(LIBRARY, INCLUDE, COMPILER)) + "\n")
else:
    unittest.main(argv=sys.argv[:1])
