#!/usr/bin/env python3
"""terminals.py PROGRAM: terminals of all sizes and kinds, resizing, signals."""

import random
import re
import signal
import unittest

from game import ASCII, ENEMY, OWN, UTF_8, ScreenTest
from terminal import capability

COLOUR = re.compile(rb"\x1b\[(?:[\d;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|[34]8;[\d;]*)(?:;[\d;]*)?m")


class Sizes(ScreenTest):
    def test_at_80_columns_all_fits_into_22_rows(self):
        game = self.at_sea("--seed", "1", rows=22, columns=80)
        for words in "BATTLESHIP", "Round 1", ENEMY, OWN, "LOG", "afloat", "? menu":
            self.assertIn(words, game.text(), game.picture(words))
        for title in ENEMY, OWN:
            self.assertEqual(len(game.board(title).marks), 100)

    def test_below_70_columns_the_boards_are_tabs(self):
        game = self.at_sea("--seed", "1", rows=20, columns=60)
        self.assertEqual(len(game.board().marks), 100)
        game.keys("tab")
        game.wait_for(lambda: game.board(OWN).marks)
        self.assertTrue(game.board(OWN).having(UTF_8["ship"]))
        game.keys("tab")
        game.wait_for("LOG")
        game.keys("tab")
        game.wait_for(lambda: game.board(ENEMY).marks)
        game.fire("D4")

    def test_a_large_terminal(self):
        game = self.at_sea("--seed", "1", rows=60, columns=200)
        for title in ENEMY, OWN:
            self.assertEqual(len(game.board(title).marks), 100)
        game.fire("D4")

    def test_below_the_minimum_it_says_so_and_waits(self):
        game = self.at_sea("--seed", "1")
        game.fire("D4")
        for rows, columns in (5, 10), (11, 80), (24, 29), (1, 1), (2, 200):
            game.resize(rows, columns)
            words = f"Theterminalistoosmall:{columns}x{rows}.Atleast30x12isneeded."
            game.wait_for(lambda: game.squeezed() and words.startswith(game.squeezed()))
            game.keys("enter", "space", "f2")
            game.resize(24, 80)
            game.wait_for(ENEMY)
            game.wait_for_turn()
        self.assertEqual(len(game.shots("a")), 1)

    def test_from_the_minimum_on_the_game_can_be_played(self):
        game = self.at_sea("--seed", "1", rows=12, columns=30)
        game.fire("J10")
        game.fire("A1")

    def test_help_is_readable_at_the_minimum(self):
        game = self.at_sea("--seed", "1", rows=12, columns=30)
        game.keys("f1")
        game.wait_for("fire at the cursor; so")
        game.keys("up")
        game.wait_for("a typed cell moves the")

    def test_a_storm_of_resizes_fires_nothing(self):
        game = self.at_sea("--seed", "1", "--first", "a")
        game.type_cell("E5")
        rng = random.Random(1)
        for _ in range(200):
            game.resize(rng.randint(1, 60), rng.randint(1, 200))
            game.read()
        game.resize(24, 80)
        # What was drawn for the size before may still be on its way.
        game.wait_for(lambda: len(game.board(ENEMY).having(UTF_8["water"])) == 100 and
                      game.board(OWN).marks)
        self.assertIn("Round 1", game.text())


class Kinds(ScreenTest):
    def test_ascii_writes_nothing_else(self):
        game = self.start("--placement", "random", "--seed", "1", "--ascii")
        self.play_in_ascii(game)

    def test_a_locale_without_utf_8_writes_ascii(self):
        for language in "C", "POSIX":
            game = self.start("--placement", "random", "--seed", "1", env={"LANG": language})
            self.play_in_ascii(game)

    def play_in_ascii(self, game):
        """Plays a shot, and looks at everything that was written."""
        game.glyphs = ASCII
        game.wait_for_turn()
        game.fire("D4")
        self.assertTrue(game.board(OWN).having(ASCII["ship"]))
        self.quit(game)
        self.assertTrue(game.output.isascii(), game.output)

    def test_without_colour_no_colour_is_written(self):
        for options, env in (["--color", "never"], {}), ([], {"NO_COLOR": "1"}), (
                [], {"TERM": "vt100"}):
            game = self.at_sea("--seed", "1", *options, env=env)
            game.fire("D4")
            self.assertIsNone(COLOUR.search(game.output), game.output)
        game = self.at_sea("--seed", "1")
        self.assertIsNotNone(COLOUR.search(game.output))

    def test_other_terminals(self):
        for term in "vt100", "linux", "screen", "tmux-256color", "rxvt":
            if not capability(term, "cup"):
                continue
            game = self.at_sea("--seed", "1", env={"TERM": term})
            game.keys("right", "down")
            game.fire("D4")
            game.keys("ctrl-x")
            game.wait_for("Save the game and quit")
            game.keys("s")
            self.assert_left(game)

    def test_terminals_that_cannot_are_played_line_by_line(self):
        for term in "dumb", "unknown-to-all", None:
            game = self.start("--placement", "random", "--seed", "1", env={"TERM": term})
            game.wait_for("A B C D E F G H I J")
            if term != "unknown-to-all":
                self.assertNotIn(b"\x1b", game.output)
            game.keys("d4", "enter")
            game.wait_for("D4")
            game.keys("quit", "enter")
            game.wait_for("Leave the game?")
            game.keys("save", "enter")
            self.assertEqual(game.wait_for_end(), 0)


class Signals(ScreenTest):
    def test_stopped_and_continued_the_game_goes_on(self):
        game = self.start("--placement", "random", "--seed", "1", is_job=True)
        game.wait_for_turn()
        game.fire("D4")
        before = game.text()
        game.stop()
        game.resume()
        game.wait_for(lambda: game.text() == before)
        game.fire("D5")

    def test_ctrl_s_does_not_hold_the_screen(self):
        game = self.at_sea("--seed", "1")
        game.keys("ctrl-s")
        game.fire("D4")

    def test_ctrl_l_draws_everything_again(self):
        game = self.at_sea("--seed", "1")
        before = game.text()
        game.screen.erase_in_display(2)
        game.keys("ctrl-l")
        game.wait_for(lambda: game.text() == before)

    def test_ctrl_c_asks_and_a_second_one_ends_the_program(self):
        game = self.at_sea("--seed", "1")
        game.keys("ctrl-c")
        game.wait_for("Save the game and quit")
        game.keys("escape")
        game.wait_until_gone("Save the game and quit")
        game.keys("ctrl-c")
        game.wait_for("Save the game and quit")
        game.keys("ctrl-c")
        self.assert_left(game, codes=(0, 130))

    def test_what_ends_the_program_saves_the_game(self):
        for number in signal.SIGTERM, signal.SIGHUP:
            game = self.at_sea("--seed", "1")
            game.fire("D4")
            game.signal(number)
            self.assert_left(game, codes=range(-15, 256))
            self.assertEqual(len(game.shots("a")), 1)

    def test_a_closed_window_saves_the_game(self):
        game = self.at_sea("--seed", "1")
        game.fire("D4")
        game.hang_up()
        self.assertEqual(len(game.shots("a")), 1)


if __name__ == "__main__":
    unittest.main()
