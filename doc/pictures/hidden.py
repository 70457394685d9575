#!/usr/bin/env python3
"""hidden.py HIDING LAYOUTS: where the ships of placement styles lie, as an SVG, from the output of
the example program `hiding`."""

import sys

from learnt import draw, grids

PROGRAM, LAYOUTS = sys.argv[1:]
draw([(style, grids(PROGRAM, style, LAYOUTS)[0]) for style in ("uniform", "hard", "balanced")])
