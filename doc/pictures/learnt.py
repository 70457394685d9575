#!/usr/bin/env python3
"""learnt.py HABITS STYLE STRENGTH [LAYOUTS...]: what the layouts of one player teach, as an SVG.

Runs the example program `habits` for each number of layouts, and draws the probability that a ship
covers each cell of an empty board: as learnt from that many layouts, and in truth."""

import subprocess
import sys

CELL, GAP, TOP = 16, 24, 30
INK, FONT = "#4a5568", "sans-serif"
COLD, WARM = (235, 244, 251), (43, 108, 176)  # of the least and of the greatest probability


def grids(*command):
    """The grids that a program prints at its end, each below a title."""
    result = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    blocks = [block for block in result.split("\n\n") if "P(" in block]
    return [[[float(word) for word in line.split()] for line in block.splitlines()[1:]]
            for block in blocks]


def colour(share):
    return "#%02x%02x%02x" % tuple(round(a + (b - a) * share) for a, b in zip(COLD, WARM))


def panel(left, title, grid, least, most):
    width = len(grid[0]) * CELL
    yield (f'<text x="{left + width / 2:g}" y="{TOP - 10}" text-anchor="middle" fill="{INK}" '
           f'font-family="{FONT}" font-size="13">{title}</text>')
    for y, row in enumerate(grid):
        for x, value in enumerate(row):
            shade = (value - least) / (most - least)
            yield (f'<rect x="{left + x * CELL}" y="{TOP + y * CELL}" width="{CELL - 1}" '
                   f'height="{CELL - 1}" fill="{colour(shade)}"/>')


def draw(maps):
    """Prints an SVG of titled grids side by side."""
    values = [value for _, grid in maps for row in grid for value in row]
    side = [len(grid[0]) * CELL for _, grid in maps]
    width = sum(side) + GAP * (len(maps) + 1)
    height = TOP + len(maps[0][1]) * CELL + GAP
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
          f'viewBox="0 0 {width} {height}">')
    print(f'<rect width="{width}" height="{height}" fill="#ffffff"/>')
    left = GAP
    for i, (title, grid) in enumerate(maps):
        for line in panel(left, title, grid, min(values), max(values)):
            print(line)
        left += side[i] + GAP
    print(f'<text x="{width - GAP}" y="{height - 7}" text-anchor="end" fill="{INK}" '
          f'font-family="{FONT}" font-size="11">{min(values):.0f}% to {max(values):.0f}%</text>')
    print("</svg>")


def main(program, style, strength, *counts):
    maps = []
    for count in counts or ("1", "3", "10"):
        learnt, truth = grids(program, style, strength, count)
        maps.append(("1 layout" if count == "1" else count + " layouts", learnt))
    draw(maps + [("truth", truth)])


if __name__ == "__main__":
    main(*sys.argv[1:])
