#!/usr/bin/env python3
"""laying.py PROGRAM: laying ships by keys and by mouse."""

import re
import unittest

from game import ENEMY, OWN, ScreenTest
from terminal import RIGHT

START = "Enter starts the game"
CLASSIC = 5 + 4 + 3 + 3 + 2


class Laying(ScreenTest):
    def lay(self, *options, **settings):
        """Starts a game that begins with laying the ships."""
        game = self.start("--seed", "1", *options, **settings)
        game.wait_for("fits")
        return game

    def go_to(self, game, cell):
        """Moves the ghost's first cell to the upper left corner, and from there to a cell."""
        game.keys(*["left", "up"] * 10)
        game.keys(*["right"] * (ord(cell[0]) - ord("A")), *["down"] * (int(cell[1:]) - 1))
        game.wait_for_cursor(cell, OWN)

    def ship_cells(self, game):
        """The cells that show a ship, the ghost among them."""
        board = game.board(OWN)
        return board.having(game.glyphs["ship"]) + board.having(game.glyphs["ghost"])

    def begin(self, game):
        """Starts the game with a complete fleet."""
        game.wait_for(START)
        self.assertEqual(len(self.ship_cells(game)), CLASSIC)
        game.keys("enter")
        game.wait_for_turn()
        hits = game.board(OWN).having(game.glyphs["hit"])  # if the machine has fired first
        self.assertEqual(len(self.ship_cells(game)) + len(hits), CLASSIC)

    def test_by_keys(self):
        game = self.lay()
        for row in range(1, 6):
            self.go_to(game, f"C{row}")
            game.keys("enter")
        self.begin(game)
        self.assertTrue({f"C{row}" for row in range(1, 6)} <= set(self.ship_cells(game)))

    def test_the_next_ship_is_shown_at_once(self):
        for options in [], ["--color", "never"]:
            game = self.lay(*options)
            for laid, length in enumerate((5, 4, 3, 3, 2)):
                self.assertEqual(len(game.board(OWN).having(game.glyphs["ghost"])), length)
                game.keys("enter")
                game.wait_for(f"{laid + 1} of 5 laid")
            self.assertEqual(len(game.board(OWN).having(game.glyphs["ship"])), CLASSIC)

    def test_a_large_screen_has_a_large_board_and_the_ships_beside_it(self):
        game = self.start("--seed", "1", rows=40, columns=120)
        game.wait_for("fits")
        places = game.board(OWN).places
        self.assertEqual(places["B2"], (places["A1"][0] + 2, places["A1"][1] + 4))
        self.assertGreater(game.find("SHIPS")[1], places["J1"][1])
        game.click(*places["D4"])
        game.wait_for("Carrier, 5 cells: laid at D4 right.")

    def test_ships_that_touch_are_told_apart(self):
        game = self.lay("--board", "10x10", "--fleet", "2,2,2")
        for laid, (cell, keys) in enumerate([("A1", ["space"]), ("A3", []), ("B1", ["space"])]):
            game.wait_for(f"{laid} of 3 laid")
            self.go_to(game, cell)
            game.keys(*keys, "enter")
        game.wait_for("3 of 3 laid")
        self.go_to(game, "F6")
        row, column = game.board(OWN).places["A1"]
        shown = [game.screen.buffer[row + i][column] for i in range(4)]
        self.assertEqual([cell.underscore for cell in shown], [False, True, False, False])
        self.assertEqual(game.screen.display[row][column:column + 5], "■ ■═■")

    def test_by_mouse(self):
        game = self.lay()
        for row in range(1, 6):
            game.click(*game.board(OWN).places[f"C{row}"])
            game.wait_for(f"{row} of 5 laid")
        self.begin(game)

    def test_a_beginner_lays_at_random(self):
        game = self.start()
        game.wait_for("Play against the machine")
        game.keys("enter")
        game.wait_for("fits")
        game.keys("ctrl-a")
        self.begin(game)

    def test_ships_are_rotated(self):
        game = self.lay()
        for key in "space", "space":
            before = self.ship_cells(game)
            game.keys(key)
            game.wait_for(lambda: self.ship_cells(game) != before)
        before = self.ship_cells(game)
        game.click(*game.board(OWN).places["E5"], RIGHT)
        game.wait_for(lambda: self.ship_cells(game) != before)

    def test_what_does_not_fit_is_said_and_not_laid(self):
        game = self.lay("--contact", "none")
        self.go_to(game, "A1")
        game.keys("enter")
        game.wait_for("1 of 5 laid")
        self.go_to(game, "A2")
        game.wait_for("touch")
        self.assertNotIn("fits", game.text())
        self.assertIn("A1 B1 C1 D1", game.text())
        game.keys("enter")
        self.go_to(game, "A3")
        game.wait_for("fits")
        self.assertIn("1 of 5 laid", game.text())

    def test_a_ship_is_picked_up_again(self):
        game = self.lay()
        game.keys("ctrl-a")
        game.wait_for(START)
        cell = self.ship_cells(game)[0]
        game.click(*game.board(OWN).places[cell])
        game.wait_until_gone(START)
        game.keys("ctrl-u")
        game.wait_for(START)

    def test_a_key_that_does_nothing_says_so(self):
        game = self.lay()
        game.keys("#")
        game.wait_for("# does nothing here: ? shows the keys.")

    def test_a_letter_begins_a_cell_and_nothing_else(self):
        game = self.lay()
        for cell in "A3", "C7", "F10":
            game.keys(*cell.lower())
            game.wait_for(f"fits at {cell} right")
        game.keys(*"b2", "enter")
        game.wait_for("1 of 5 laid")
        game.keys(*"b2", "enter")
        game.wait_for("is in hand again")
        game.keys("c", "enter")
        game.wait_for("C is not a cell: the row is missing, as in C5.")
        game.keys(*"c11", "enter")
        game.wait_for("C11 is not on the board, which has the columns A to")
        self.assertIn("0 of 5 laid", game.text())
        game.keys("left", "right")
        game.wait_for("fits at B2 right")

    def test_a_letter_that_is_no_column_is_refused_at_once_but_r_turns_the_ship(self):
        game = self.lay()
        game.keys(*"b2")
        game.wait_for("fits at B2 right")
        game.keys("x")
        game.wait_for("There is no column X: they are A to J.")
        for key, way in ("r", "down"), ("R", "right"):
            game.keys(key)
            game.wait_for(f"fits at B2 {way}")

    def test_the_line_of_keys_says_what_enter_does(self):
        game = self.lay(rows=20, columns=60)
        game.wait_for("Enter lay")
        game.wait_for("^A random")
        game.keys(*"b2", "enter")
        game.wait_for("1 of 5 laid")
        game.keys(*"b2")
        game.wait_for("Enter pick up")
        game.keys("enter", *"b4")
        game.wait_for("Enter lay")
        game.wait_for("^A random")
        game.keys("ctrl-a")
        game.wait_for("Enter start")

    def test_the_menu_has_all_commands(self):
        game = self.lay()
        game.keys("?")
        game.wait_for("LAYING SHIPS")
        game.keys("a")
        game.wait_for(START)
        game.keys("f1", "end", "up", "up")
        game.wait_for(re.compile("> +[?] p +what the machine knows"))
        game.keys("escape", "?")
        game.click_on("the rules of this game")
        game.wait_for("ships may touch")
        game.keys("enter", "?", "l")
        game.wait_for("ships may touch")
        game.keys("enter")
        game.keys("?", "k")
        game.wait_for("0 of 5 laid")

    def test_leaving_and_back(self):
        game = self.lay()
        for keys in ["ctrl-x"], ["f10"], ["?", "x"]:
            game.keys(*keys)
            game.wait_for("Leave before the game begins?")
            game.keys("escape")
            game.wait_until_gone("Leave before")
        game.keys("ctrl-x", "m")
        game.wait_for("Play against the machine")

    def test_narrow_and_wide_screens_show_all(self):
        for rows, columns in (20, 60), (40, 120):
            game = self.start("--seed", "1", "--contact", "none", rows=rows, columns=columns)
            game.wait_for("fits at")
            game.keys("enter", *"a2")
            game.wait_for("touch another")
            self.assertIn("in the way: A1 B1 C1 D1 E1 (Carrier).",
                          " ".join(game.text().split()).replace("In the", "in the"))
            game.wait_for("? menu")
            for line in game.lines():
                self.assertNotRegex(line, "\u2026|\\.\\.\\.", game.picture("cut"))

    def test_undo_random_and_clear(self):
        game = self.lay()
        self.go_to(game, "A1")
        game.keys("enter")
        game.wait_for("1 of 5 laid")
        game.keys("ctrl-u")
        game.wait_for("0 of 5 laid")
        game.keys("ctrl-a")
        game.wait_for(START)
        game.keys("ctrl-k")
        game.wait_until_gone(START)
        self.assertNotIn(ENEMY, game.text())
        game.keys("ctrl-a")
        self.begin(game)


class Styles(ScreenTest):
    def test_a_whole_fleet_is_laid_by_a_style(self):
        game = self.start("--seed", "1")
        game.wait_for("fits")
        game.keys("ctrl-y")
        game.wait_for("LAY THE FLEET BY A STYLE")
        game.click_on("repeat")
        game.wait_for("Enter starts the game")
        before = game.board(OWN).having(game.glyphs["ship"])
        self.assertEqual(len(before), 17)
        game.keys("ctrl-a")
        game.wait_for(lambda: game.board(OWN).having(game.glyphs["ship"]) != before)
        game.keys("enter")
        game.wait_for_turn()


if __name__ == "__main__":
    unittest.main()
