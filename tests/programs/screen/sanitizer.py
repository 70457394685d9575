#!/usr/bin/env python3
"""sanitizer.py PROGRAM: fails if a sanitizer complains of the program; it must, of a canary."""

import os
import sys

from terminal import Terminal

with Terminal([os.path.abspath(sys.argv[1])]) as terminal:
    terminal.wait_for_end()
