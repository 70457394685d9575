#!/usr/bin/env python3
"""picture.py PROGRAM: the picture of the screen in README and guides is the game of today."""

import pathlib
import sys
import unittest

from game import PROGRAM
from terminal import Terminal

PICTURES = pathlib.Path(__file__).parents[3] / "doc/pictures"
sys.path.insert(0, str(PICTURES))
from screen import OPTIONS, draw, play  # pylint: disable=wrong-import-position


class Picture(unittest.TestCase):
    def test_is_what_the_program_shows(self):
        picture = (PICTURES / "screen.svg").read_text(encoding="utf-8").splitlines()
        with Terminal([PROGRAM, *OPTIONS]) as terminal:
            play(terminal)
            terminal.wait_for(lambda: list(draw(terminal.screen)) == picture)


if __name__ == "__main__":
    unittest.main()
