#!/usr/bin/env python3
"""hidden.py HABITS: where the ships of placement styles lie, as an SVG, from the last grid that the
example program `habits` prints."""

import sys

from learnt import draw, grids

draw([(style, grids(sys.argv[1], style)[-1]) for style in ("uniform", "hard", "balanced")])
