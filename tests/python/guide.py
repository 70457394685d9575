#!/usr/bin/env python3
"""The dialogues in doc/python.md, run as they stand there."""

import doctest
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
PAGE = pathlib.Path(__file__).parents[2] / "doc/python.md"


class Guide(unittest.TestCase):
    def test_dialogues(self):
        text = "\n".join("" if line.startswith("```") else line
                         for line in PAGE.read_text(encoding="utf-8").splitlines())
        test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
        self.assertGreater(len(test.examples), 10)
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
        runner.run(test)
        self.assertEqual(runner.summarize().failed, 0)


if __name__ == "__main__":
    unittest.main()
