#!/usr/bin/env python3
"""games.py PROGRAM: whole games, by every preset and turn rule, at every level, by the hints.

Each game is closed at its end: the review that is computed there is tested elsewhere.
"""

import unittest

from game import ScreenTest

SMALL = ["--board", "6x6", "--fleet", "3,2,2"]
FLEETS = "classic", "modern", "russian", "german"
TURNS = {
    "one": [],
    "again on a hit": ["--turn", "again-on-hit"],
    "a salvo": ["--turn", "salvo 4"],
    "a salvo of the ships afloat": ["--turn", "salvo-afloat"],
    "a salvo of the longest ship's cells": ["--turn", "salvo-largest"],
    "totals only": ["--turn", "salvo 3", "--salvo-report", "total"],
    "hits only": ["--disclosure", "hit"],
    "every hit": ["--disclosure", "every-hit"],
    "water around sunk ships": ["--contact", "none", "--reveal-water", "yes"],
    "cells of sunk ships": ["--turn", "again-on-hit", "--reveal-ship", "yes"],
    "equal turns": ["--ending", "equal-turns"],
    "wasted shots": ["--repeat", "wasted"],
    "blocked cells": ["--blocked", "C3,D3"],
    "a limit of shots": ["--shots", "9"],
    "a head start": ["--head-start", "3"],
}


class Games(ScreenTest):
    def follow_hints(self, game):
        """Fires where the hint says, until the end."""
        while not game.is_over():
            game.keys("f2")
            game.wait_for("Hint: ")
            cell = game.cursor()
            due = game.shots_due()
            if due > 1:
                game.wait_for(f"{due} of {due} shots marked")
            game.keys("enter")
            game.wait_for_result(cell)

    def test_every_turn_rule_by_the_hints(self):
        for name, rules in TURNS.items():
            with self.subTest(name):
                with self.at_sea("--seed", "1", *SMALL, *rules) as game:
                    self.follow_hints(game)

    def test_the_best_of_three(self):
        game = self.at_sea("--seed", "1", *SMALL, "--level", "easy", "--best-of", "3")
        self.assertIn("best of 3, 0 to 0", game.lines()[0])
        game.win()
        game.wait_for("Best of 3: you 1, easy 0.")
        game.rematch()
        self.assertIn("best of 3, 1 to 0", game.lines()[0])
        self.quit(game)
        game = self.start("--resume", directory=game.directory)
        game.wait_for_turn()
        self.assertIn("best of 3, 1 to 0", game.lines()[0])
        game.win()
        game.wait_for("You won the best of 3 by 2 to 0.")
        game.rematch()
        self.assertIn("best of 3, 0 to 0", game.lines()[0])

    def test_a_sunk_ship_is_one_shape(self):
        for rules in ["--reveal-ship", "yes"], []:
            with self.at_sea("--seed", "1", "--board", "9x1", "--fleet", "4,2", "--level", "easy",
                             *rules) as game:
                game.win()
                self.assertRegex(game.text(), "▣═+▣═+▣═+▣")
                self.assertRegex(game.text(), "[^═▣]▣═+▣[^═▣]")

    def test_every_fleet_to_its_end(self):
        for fleet in FLEETS:
            with self.subTest(fleet):
                with self.at_sea("--seed", "1", "--fleet", fleet, "--level", "easy") as game:
                    game.win()
                    self.assertIn("You won", game.text())

    def test_every_level(self):
        for level in "easy", "medium", "skilled", "hard", "expert", "master":
            with self.subTest(level):
                with self.at_sea("--seed", "1", *SMALL, "--level", level) as game:
                    self.assertIn(level, game.lines()[0])
                    game.fire_at(cell for cell in sorted(game.board().marks))
                    self.assertRegex(game.text(), f"You won|{level.capitalize()} won")


if __name__ == "__main__":
    unittest.main()
