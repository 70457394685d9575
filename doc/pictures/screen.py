#!/usr/bin/env python3
"""Draws a screen of the game as an SVG: screen.py PROGRAM PICTURE

Plays the game in a terminal in memory, the one of the tests, and draws what it shows. The same
program draws the same picture.
"""

import os
import pathlib
import sys
from xml.sax.saxutils import escape

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tests/programs/screen"))
from terminal import Terminal  # pylint: disable=wrong-import-position

# The game of the picture: the hints of the first turns are followed, then the heat map is shown.
OPTIONS = ["--level", "expert", "--seed", "7", "--placement", "random", "--no-save"]
TURNS = 22

# The size of a cell of the screen, of a letter, and of the frame around all.
WIDTH, HEIGHT, SIZE, FRAME = 8.4, 18, 14, 14

COLOURS = {
    "black": "#45475a", "red": "#f38ba8", "green": "#a6e3a1", "brown": "#f9e2af",
    "blue": "#89b4fa", "magenta": "#f5c2e7", "cyan": "#94e2d5", "white": "#bac2de",
}
FOREGROUND, BACKGROUND = "#cdd6f4", "#1e1e2e"


def colour(name, default):
    """A colour of the emulator: a name, `bright` and a name, or six hexadecimal digits."""
    if name == "default":
        return default
    name = name.removeprefix("bright")
    return COLOURS.get(name, f"#{name}")


def style(cell):
    """The colours and the weight of a cell."""
    front, back = colour(cell.fg, FOREGROUND), colour(cell.bg, BACKGROUND)
    if cell.reverse:
        front, back = back, front
    return front, back, cell.bold


def runs(row, columns):
    """The parts of a row of one style: (column, text, style)."""
    column = 0
    while column < columns:
        start, kind, text = column, style(row[column]), ""
        while column < columns and style(row[column]) == kind:
            text += row[column].data
            column += 1
        yield start, text, kind


def draw_run(column, line, text, kind):
    """The background of a run, and its characters, each in the middle of its cell."""
    front, back, is_bold = kind
    left, top = FRAME + column * WIDTH, FRAME + line * HEIGHT
    if back != BACKGROUND:
        yield (f'<rect x="{left:.1f}" y="{top}" width="{len(text) * WIDTH:.1f}" '
               f'height="{HEIGHT}" fill="{back}"/>')
    marks = [(i, letter) for i, letter in enumerate(text) if letter != " "]
    if marks:
        places = " ".join(f"{left + (i + 0.5) * WIDTH:.1f}" for i, _ in marks)
        weight = ' font-weight="bold"' if is_bold else ""
        letters = escape("".join(letter for _, letter in marks))
        yield f'<text x="{places}" y="{top + SIZE}" fill="{front}"{weight}>{letters}</text>'


def draw(screen):
    """The screen as the lines of an SVG, without empty rows below."""
    rows = max(i for i, line in enumerate(screen.display) if line.strip()) + 1
    width = 2 * FRAME + screen.columns * WIDTH
    height = 2 * FRAME + rows * HEIGHT
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
           f'width="{width:.0f}" height="{height}" font-size="{SIZE}" text-anchor="middle" '
           'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace">')
    yield f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>'
    for line in range(rows):
        for column, text, kind in runs(screen.buffer[line], screen.columns):
            yield from draw_run(column, line, text, kind)
    yield "</svg>"


def play(terminal):
    """Follows hints, then shows the heat map and where it is highest."""
    terminal.wait_for("Your shot")
    for turn in range(TURNS):
        terminal.keys("f2")
        terminal.wait_for("Hint:")
        terminal.keys("enter")
        terminal.wait_for(f"Round {turn + 2}")
    terminal.keys("f2")
    terminal.wait_for("Hint:")
    terminal.keys("f3")
    terminal.wait_for("Chance of a hit at")


def main(program, picture):
    """Draws the picture."""
    with Terminal([os.path.abspath(program), *OPTIONS]) as terminal:
        play(terminal)
        lines = list(draw(terminal.screen))
    pathlib.Path(picture).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
