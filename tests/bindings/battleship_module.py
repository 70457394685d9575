#!/usr/bin/env python3
"""battleship_module.py DIRECTORY LIBRARY: the Python module in DIRECTORY, with a shared library."""

import sys
import unittest

LIBRARY = sys.argv.pop(2)
sys.path.insert(0, sys.argv.pop(1))
sys.dont_write_bytecode = True
import battleship  # noqa: E402 - found in the directory given


class Module(unittest.TestCase):
    def setUp(self):
        self.library = battleship.Library(LIBRARY)

    def test_the_strategies_are_listed(self):
        strategies = self.library.strategies()
        self.assertEqual(strategies[0], "random")
        self.assertIn("posterior", strategies)

    def test_two_ais_play_the_same_game_from_the_same_seed(self):
        games = [self.library.play("hunt", "density", seed=seed) for seed in (3, 3, 4)]
        self.assertEqual(games[0], games[1])
        self.assertNotEqual(games[0].record, games[2].record)
        self.assertIn(games[0].winner, "ab")
        self.assertIn(f"result {games[0].winner}\n", games[0].record)

    def test_a_position_is_analysed(self):
        found = self.library.analyse("battleship 1\nboard 4x3\nfleet 2\na A1 miss\n")
        self.assertEqual(found.layouts, 15)
        self.assertTrue(found.is_exact)
        self.assertEqual([len(row) for row in found.heat_map], [4, 4, 4])
        self.assertEqual(found.heat_map[0][0], 0)
        self.assertAlmostEqual(sum(map(sum, found.heat_map)), 2)

    def test_the_loser_of_a_game_knows_less(self):
        game = self.library.play("random", "density", rules="board 6x6\nfleet 3 2", seed=1)
        layouts = {side: self.library.analyse(game.record, side).layouts for side in "ab"}
        loser = {"a": "b", "b": "a"}[game.winner]
        self.assertLess(layouts[game.winner], layouts[loser])

    def test_a_failure_has_the_text_and_place_of_the_library(self):
        for rules, words in ("board 4x3\nfleet 9", "2:"), ("board 4by3", "1:"):
            with self.assertRaisesRegex(battleship.Error, words):
                self.library.rules(rules)
        with self.assertRaisesRegex(battleship.Error, "nobody"):
            self.library.play("hunt", "nobody")


unittest.main()
