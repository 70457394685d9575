#!/usr/bin/env python3
"""work.py BENCHMARK-LOOKAHEAD GAMES WORK...: what search saves with more work, as an SVG.

Runs the benchmark with each work limit, in steps, over the same layouts. Prints its results to the
standard error output. Bars are 95% intervals."""

import math
import re
import subprocess
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 320, 60, 20, 30, 60
STEPS_A_LAYOUT = 25000
SEED = "7"
JUDGE = "500000000"
INK, LINE, POINT = "#4a5568", "#e2e8f0", "#2b6cb0"


def measure(program, games, work):
    """The layouts drawn at most, the shots saved in a game, their standard error, and the milliseconds
    of a shot."""
    command = [program, games, "200", SEED, "work", work, "judge", JUDGE]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    saved, error = re.search(r"together +(\S+) \+- (\S+)", text).groups()
    time = re.search(r"(\S+) ms in the mean", text).group(1)
    layouts = int(work) // STEPS_A_LAYOUT
    print(f"{layouts} layouts: {saved} +- {error} shots, {time} ms", file=sys.stderr, flush=True)
    return layouts, float(saved), float(error), float(time)


def label(x, y, text, anchor="middle"):
    return (f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{INK}" '
            f'font-family="sans-serif" font-size="12">{text}</text>')


def line(x1, y1, x2, y2, colour, width=1):
    return (f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" '
            f'stroke-width="{width}"/>')


def draw(points):
    """Prints an SVG of points: layouts, shots saved, error, milliseconds."""
    span = [math.log(points[0][0]) - 0.4, math.log(points[-1][0]) + 0.4]
    least, most = -0.1, 0.7

    def across(layouts):
        share = (math.log(layouts) - span[0]) / (span[1] - span[0])
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def down(saved):
        return TOP + (most - saved) / (most - least) * (HEIGHT - TOP - BOTTOM)

    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
          f'viewBox="0 0 {WIDTH} {HEIGHT}">')
    print(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>')
    for tenth in range(round(10 * least), round(10 * most) + 1):
        print(line(LEFT, down(tenth / 10), WIDTH - RIGHT, down(tenth / 10), LINE if tenth else INK))
        print(label(LEFT - 8, down(tenth / 10) + 4, f"{tenth / 10:.1f}", "end"))
    for before, after in zip(points, points[1:]):
        print(line(across(before[0]), down(before[1]), across(after[0]), down(after[1]), POINT, 2))
    for layouts, saved, error, time in points:
        x = across(layouts)
        print(line(x, down(saved - 1.96 * error), x, down(saved + 1.96 * error), POINT))
        print(f'<circle cx="{x:g}" cy="{down(saved):g}" r="4" fill="{POINT}"/>')
        print(label(x, HEIGHT - BOTTOM + 18, f"{layouts:,}"))
        print(label(x, HEIGHT - BOTTOM + 34, f"{time:g} ms"))
    print(label(LEFT, TOP - 12, "shots saved in a game", "start"))
    print(label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8,
                "layouts drawn at most, and time of a shot"))
    print("</svg>")


def main(program, games, *works):
    draw([measure(program, games, work) for work in works])


if __name__ == "__main__":
    main(*sys.argv[1:])
