#!/usr/bin/env python3
"""everywhere.py PROGRAM: ending, resizing and stopping the program wherever it may be."""

import signal
import unittest

from game import ScreenTest


class Everywhere(ScreenTest):
    """What is done at each place of the program: options, keys, words that are shown there."""

    RANDOM = ["--placement", "random", "--seed", "1"]
    SLOW = [*RANDOM, "--fleet", "german", "--contact", "none", "--first", "a"]
    TWO = ["--two-players", *RANDOM]
    PLACES = {
        "menu": ([], [], "Play against"),
        "list": ([], ["end", *["up"] * 3, "enter"], "One by one"),
        "text": (["--menu"], ["end", "up", "enter", "end", "enter"], "empty"),
        "laying": (["--seed", "1"], [], "fits"),
        "aiming": (RANDOM, [], "Your shot"),
        "question": (RANDOM, ["f10"], "Save the game and quit"),
        "help": (RANDOM, ["f1"], "Menu"),
        "hint": (SLOW, ["f2"], "Looking for a hint"),
        "hand-over": (TWO, [], "press Enter when"),
        "end": (RANDOM, ["ctrl-r", "y"], "rematch"),
        "replay": (RANDOM, ["ctrl-r", "y", "p"], "Step 0 of"),
        "hosting": (["--host", "0", *RANDOM[:2]], [], "Waiting for a player at port"),
    }

    def go_to(self, place):
        """Starts the program and goes to a place."""
        options, keys, words = self.PLACES[place]
        game = self.start(*options)
        game.wait_for("BATTLESHIP" if place not in ("hosting", "hand-over") else words)
        if "--placement" in options and "--host" not in options and "hand" not in place:
            game.wait_for("Your shot")
        game.keys(*keys)
        game.wait_for(words)
        return game

    def test_what_ends_the_program_ends_it_everywhere(self):
        for place in self.PLACES:
            with self.subTest(place):
                game = self.go_to(place)
                game.signal(signal.SIGTERM)
                self.assert_left(game, codes=[143])
            with self.subTest(place + ", closed"):
                self.assertGreaterEqual(self.go_to(place).hang_up(), 0)

    def test_resizing_everywhere(self):
        for place in self.PLACES:
            with self.subTest(place):
                game = self.go_to(place)
                before = game.text()
                for rows, columns in (5, 10), (12, 30), (60, 200), (1, 1), (20, 60):
                    game.resize(rows, columns)
                    game.read(0.02)
                game.resize(24, 80)
                words = self.PLACES[place][2]
                game.wait_for(lambda: words in game.text() or words == "Looking for a hint")
                if place not in ("hint", "analysis", "end"):
                    game.wait_for(lambda: game.text() == before)

    def test_stopping_everywhere(self):
        for place in "menu", "question", "laying", "end":
            with self.subTest(place):
                options, keys, words = self.PLACES[place]
                game = self.start(*options, is_job=True)
                game.wait_for("BATTLESHIP")
                if "--placement" in options:
                    game.wait_for("Your shot")
                game.keys(*keys)
                game.wait_for(words)
                before = game.text()
                game.stop()
                game.resume()
                game.wait_for(lambda: words in game.text())
                if place != "end":
                    game.wait_for(lambda: game.text() == before)


if __name__ == "__main__":
    unittest.main()
