#!/usr/bin/env python3
"""battleship_module.py DIRECTORY LIBRARY API: the example of ctypes in DIRECTORY, with a shared library and
its description."""

import ctypes
import sys
import unittest
import unittest.mock

API, LIBRARY = sys.argv.pop(3), sys.argv.pop(2)
sys.path.insert(0, sys.argv.pop(1))
sys.dont_write_bytecode = True
import battleship  # noqa: E402 - found in the directory given


class Module(unittest.TestCase):
    def setUp(self):
        self.library = battleship.Library(LIBRARY, API)

    def test_a_missing_library_is_told(self):
        with unittest.mock.patch("ctypes.util.find_library", lambda name: None):
            with self.assertRaisesRegex(OSError, "libbattleship is not found"):
                battleship.Library()

    def test_the_strategies_are_listed(self):
        strategies = self.library.strategies()
        self.assertEqual(strategies[0], "random")
        self.assertIn("posterior", strategies)

    def test_every_struct_lies_as_in_the_library(self):
        types, c = self.library.types, self.library.c
        for struct, entry in self.library.description["structs"].items():
            self.assertEqual(ctypes.sizeof(types[struct]), c.bship_struct_size(struct.encode()), struct)
            for field in entry["fields"]:
                self.assertEqual(getattr(types[struct], field).offset,
                                 c.bship_field_offset(struct.encode(), field.encode()), field)

    def test_structs_are_made_as_by_their_initialisers(self):
        total = self.library.make("bship_total", hits=2)
        self.assertEqual((total.size, total.hits, total.sunk), (ctypes.sizeof(total), 2, -1))

    def test_structs_are_passed_by_value_and_strategies_called_back(self):
        library, shots = self.library, []
        rules = library.rules("board 3x3\nfleet 1")

        def aim(state, chart, options, cells, count, rng, user):
            shots.append(library.c.bship_chart_shots(chart))
            cells[0].x, cells[0].y = 2, 1
            return library.constants["BSHIP_OK"]

        callbacks = library.make("bship_strategy_callbacks", name=b"corner")
        callbacks.aim = type(callbacks.aim)(aim)
        ai = battleship.Object(library, "bship_ai_new_custom", rules, ctypes.byref(callbacks), None,
                               None)
        chart = battleship.Object(library, "bship_chart_new", rules, None)
        cell = library.types["bship_cell"]()
        library.call("bship_ai_aim", ai, chart, None, ctypes.byref(cell))
        self.assertEqual((cell.x, cell.y, shots), (2, 1, [0]))
        self.assertEqual(library.word("chart-state", library.c.bship_chart_state_at(chart, cell)),
                         "unknown")

    def test_words_are_found(self):
        self.assertEqual(self.library.number("chart-state", "sunk"),
                         self.library.constants["BSHIP_CHART_STATE_SUNK"])
        with self.assertRaisesRegex(battleship.Error, "side: there is no c"):
            self.library.number("side", "c")

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
