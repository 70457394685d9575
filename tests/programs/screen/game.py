"""The game in a terminal, in the words of its screen: boards, cursors, turns, saved fleets.

Run with the program as the first argument: PROGRAM.
"""

import glob
import os
import re
import sys
import time
import unittest

from terminal import PATIENCE, Terminal

PROGRAM = os.path.abspath(sys.argv.pop(1))
EFFORT = int(os.environ.get("BSHIP_TEST_EFFORT", "100"))  # in percent: see tests/support.h

ENEMY, OWN = "WATERS OF ", "YOUR WATERS"
UTF_8 = {"water": "·", "ship": "■", "ghost": "□",
         "miss": "•", "hit": "✶", "sunk": "▣", "known": "~"}
ASCII = {"water": ".", "ship": "#", "ghost": "+",
         "miss": "o", "hit": "X", "sunk": "@", "known": "-"}
TURN = re.compile(r"Your shot|\b0 of \d+ shots marked|cannot be saved: ")
BUSY = re.compile(r"(?i)is thinking|looking for|computing|waiting for|is aiming|hands over|typed ahead:")
THE_END = re.compile(r"You won in \d+ shots|\S+ won\b|A draw")


class Board:
    """A board as it is shown under a title: the mark of each cell in sight, and where it is.

    Without such a board there are no marks, nor while it is being drawn.
    """

    def __init__(self, terminal, title):
        self.marks, self.places, self.cursor = {}, {}, None
        place = terminal.find(title)
        if place is None:
            return
        lines = terminal.screen.display
        self.top, self.left = place
        rows = []
        for row in range(self.top + 1, len(lines)):
            if re.search(r"\d ?[ \[]$", lines[row][:self.left]):
                rows.append(row)
            elif rows and row > rows[-1] + 1:
                break
        if not rows:
            return
        # On a large screen cells are twice as large.
        step = 4 if len(rows) > 1 and rows[1] == rows[0] + 2 else 2
        columns = self.column_names(lines[self.top + 1:rows[0]], step)
        for row in rows:
            number = re.search(r"(\d+) ?[ \[]$", lines[row][:self.left])[1]
            for index, name in enumerate(columns):
                column = self.left + step * index
                self.marks[name + number] = lines[row][column]
                self.places[name + number] = row, column
                if lines[row][column - 1] == "[" and lines[row][column + 1] == "]":
                    self.cursor = name + number

    def column_names(self, header, step):
        """The letters of the columns: one below another, a step from one to the next."""
        names = []
        for column in range(self.left, len(header[-1]), step):
            if not header[-1][column].isupper():
                break
            names.append("".join(line[column] for line in header).strip())
        return names

    def having(self, mark):
        """The cells with a mark."""
        return [cell for cell, shown in self.marks.items() if shown == mark]


def split_cell(cell):
    """The column from 0 and the row from 1 of a cell such as AB12."""
    letters, number = re.fullmatch(r"([A-Z]+)(\d+)", cell.upper()).groups()
    x = 0
    for letter in letters:
        x = x * 26 + ord(letter) - ord("A") + 1
    return x - 1, int(number)


def cell_name(x, y):
    """The inverse of split_cell()."""
    letters = ""
    x += 1
    while x > 0:
        x, digit = divmod(x - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{y}"


class Record:
    """What the tests read of a record: the fleets of both sides and the log."""

    def __init__(self, text):
        self.text = text
        self.lines = text.splitlines()
        if not self.lines or self.lines[0] != "battleship 1":
            raise AssertionError(f"not a record: {text!r}")

    def lengths(self):
        """The length of each ship by its name; one without a name is called by its length."""
        lengths = {}
        for line in self.lines:
            if line.startswith("fleet "):
                for item in re.findall(r'(?:"[^"]*"|[^\s"])+', line[len("fleet "):]):
                    name, _, length = item.rpartition(":")
                    lengths[name or length] = int(length)
        return lengths

    def ships(self, side):
        """A list of cells for each ship of a side, `a` or `b`."""
        ships, lengths = [], self.lengths()
        pattern = rf'{side} ship ("[^"]*"|\S+) ([A-Z]+\d+)(?: (down|right))?'
        for name, first, direction in re.findall(pattern, self.text):
            x, y = split_cell(first)
            ships.append([cell_name(x + i * (direction != "down"), y + i * (direction == "down"))
                          for i in range(lengths[name])])
        return ships

    def shots(self, side):
        """The lines of a side's shots."""
        return [line for line in self.lines
                if line.startswith(f"{side} ") and not line.startswith(f"{side} ship ")]


class Game(Terminal):
    """The program in a terminal; its glyphs are those of UTF-8 unless told otherwise."""

    glyphs = UTF_8
    save_file = None

    def __init__(self, *options, prefix=(), **settings):
        super().__init__([*prefix, PROGRAM, *options], **settings)

    # What is shown.

    def squeezed(self):
        """The text on the screen without blanks, as it is broken into lines."""
        return re.sub(r"\s", "", self.text())

    def board(self, title=ENEMY):
        """A board as it is now."""
        return Board(self, title)

    def mark(self, cell, title=ENEMY):
        """The mark of a cell; None if it is not in sight."""
        return self.board(title).marks.get(cell)

    def cursor(self, title=ENEMY):
        """The cell in brackets."""
        return self.board(title).cursor

    def click_cell(self, cell, title=ENEMY):
        """Clicks on a cell, and waits until the cursor is there."""
        self.click(*self.board(title).places[cell])
        self.wait_for_cursor(cell, title)

    def wait_for_cursor(self, cell, title=ENEMY):
        """Waits until the cursor is there."""
        self.wait_for(lambda: self.cursor(title) == cell)

    def is_over(self):
        """Whether the end is shown."""
        return THE_END.search(self.text())

    # Turns.

    def is_busy(self):
        """Whether something is waited for."""
        return BUSY.search(self.text())

    def is_turn(self):
        """Whether a turn has come, and nothing was done yet."""
        return self.find(ENEMY) and TURN.search(self.text()) and not self.is_busy()

    def wait_for_turn(self):
        """Waits until shots are due, or the game is over."""
        self.wait_for(lambda: self.is_turn() or self.is_over())

    def wait_for_end_of_game(self):
        """Waits until the end is shown."""
        self.wait_for(self.is_over)

    def type_cell(self, cell):
        """Types a cell; the cursor goes there."""
        self.keys(*cell.lower())
        self.wait_for_cursor(cell)

    def results(self):
        """The marks of a shot that was reported, in sight or only counted."""
        return [self.glyphs[name] for name in ("miss", "hit", "sunk")] + ["?"]

    def wait_for_result(self, cell):
        """Waits until a shot at a cell was reported, and for the next turn."""
        self.wait_for(lambda: self.is_over() or self.mark(cell) in self.results())
        self.wait_for_turn()

    def shoot(self, *cells):
        """Fires the shots of a turn."""
        for number, cell in enumerate(cells, 1):
            self.type_cell(cell)
            self.keys("enter")
            if len(cells) > 1:
                self.wait_for(f"{number} of {len(cells)} shots marked")
        if len(cells) > 1:
            self.keys("enter")
        self.wait_for(lambda: self.is_over() or self.mark(cells[-1]) in self.results())

    def fire(self, *cells):
        """Fires the shots of a turn, and waits for the next turn or the end."""
        self.shoot(*cells)
        self.wait_for_turn()

    def shots_due(self):
        """The shots of this turn."""
        found = re.search(r"\d+ of (\d+) shots marked", self.text())
        return int(found[1]) if found else 1

    def fire_at(self, cells):
        """Fires at cells, turn by turn, until the end."""
        cells = list(cells)
        while not self.is_over():
            due = self.shots_due()
            self.fire(*cells[:due])
            del cells[:due]

    def resign(self):
        """Gives the game up, to its end."""
        self.wait_for_turn()
        self.keys("ctrl-r")
        self.wait_for("Give the game up?")
        self.keys("y")
        self.wait_for_end_of_game()

    def rematch(self):
        """Plays again after the end."""
        self.keys("r")
        self.wait_for(lambda: self.find("rematch") is None)
        self.wait_for_turn()

    def win(self):
        """Sinks the machine's fleet as it is in the saved game, which is read for that."""
        self.keys("f4")
        self.wait_for("The game is saved in")
        ships = [cell for ship in self.saved().ships("b") for cell in ship]
        left = self.board().having(self.glyphs["water"])
        self.fire_at(sorted(left, key=lambda cell: cell not in ships))

    # What is kept.

    def state_files(self, pattern="*"):
        """The files in the program's state directory."""
        return sorted(glob.glob(os.path.join(self.directory, "state", "battleship", pattern)))

    def shots(self, side):
        """The lines of a side's shots in the saved game."""
        return self.saved().shots(side)

    def saved(self):
        """The saved game: in the file that `save_file` names, or in the state directory."""
        path = self.save_file or self.state_files("game*.record")[0]
        with open(path, encoding="utf-8") as file:
            return Record(file.read())


class ScreenTest(unittest.TestCase):
    """A test of the game; what it starts is closed, and a sanitizer's report fails it."""

    def start(self, *options, **settings):
        """Starts the game with options and settings of a Terminal."""
        game = Game(*options, **settings)
        self.addCleanup(game.close)
        return game

    def at_sea(self, *options, **settings):
        """Starts a game with ships laid at random, and waits for the first shot."""
        game = self.start("--placement", "random", *options, **settings)
        game.wait_for_turn()
        return game

    def fire_in_turns(self, players, is_enough=lambda: False):
        """Has each game of pairs (game, its cells left) fire the next of these, until all are over."""
        deadline = time.monotonic() + PATIENCE
        while not all(game.is_over() for game, _ in players) and not is_enough():
            for game, left in players:
                game.read(0.01)
                if game.is_turn() and left:
                    due = game.shots_due()
                    game.shoot(*left[:due])
                    del left[:due]
                    deadline = time.monotonic() + PATIENCE
            if time.monotonic() > deadline:
                self.fail("\n".join(game.picture("nobody fires") for game, _ in players))

    def assert_left(self, game, codes=(0,)):
        """Waits for the end of the program, which leaves the terminal as it was."""
        self.assertIn(game.wait_for_end(), codes, game.picture("exit code"))
        self.assertTrue(game.is_restored(), game.picture("not restored"))

    def quit(self, game):
        """Leaves the game, saved."""
        game.keys("f10")
        game.wait_for("Save the game and quit")
        game.keys("s")
        self.assert_left(game)
