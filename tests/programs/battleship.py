#!/usr/bin/env python3
"""battleship.py PROGRAM: the terminal game as a player sees it, with valid and invalid input."""

import signal
import subprocess
import sys
import time
import unittest

PROGRAM = sys.argv.pop(1)
EVERY_CELL = "".join(f"{x}{y}\n" for y in range(1, 11) for x in "ABCDEFGHIJ")
AT_THE_KEYBOARD = ["--interactive", "--placement", "random", "--color", "never"]


def play(*options, typed="", **more):
    """Runs the program to its end."""
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run([PROGRAM, *options], input=typed, text=True, timeout=60, **more)


class Game(unittest.TestCase):
    def test_without_a_terminal_two_ais_play_to_the_end(self):
        shown = play()
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertRegex(shown.stdout, r"\b[ab] has won\.")
        self.assertRegex(shown.stdout, r"seed \d+")

    def test_the_same_seed_shows_the_same_game(self):
        self.assertEqual(play("--demo", "--seed", "5").stdout, play("--seed", "5").stdout)

    def test_a_game_is_played_to_its_end_and_the_enemy_revealed(self):
        for rules in [], ["--turn", "salvo 3"], ["--contact", "none", "--reveal-water", "yes"]:
            game = play(*AT_THE_KEYBOARD, "--level", "easy", "--seed", "1", *rules,
                        typed=EVERY_CELL)
            self.assertEqual(game.returncode, 0, game.stderr)
            self.assertIn("won", game.stdout.splitlines()[-1], rules)

    def test_invalid_input_is_refused_and_the_game_goes_on(self):
        game = play(*AT_THE_KEYBOARD, typed="xyzzy\nZ99\n\nD4\nD4\n\x01\n" + "A" * 5000 + "\n")
        self.assertEqual(game.returncode, 0, game.stderr)
        for words in "not a cell", "off the board", "already fired at", "you: D4":
            self.assertIn(words, game.stdout)

    def test_the_end_of_input_ends_the_game_cleanly(self):
        for typed in "", "D4\n", "D4":
            game = play(*AT_THE_KEYBOARD, typed=typed)
            self.assertEqual(game.returncode, 0, game.stderr)
            self.assertIn("was abandoned", game.stdout)

    def test_an_interrupt_ends_the_game_with_130(self):
        with subprocess.Popen([PROGRAM, *AT_THE_KEYBOARD], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as game:
            game.stdin.write(b"D4\n")
            game.stdin.flush()
            time.sleep(1)
            game.send_signal(signal.SIGINT)
            game.communicate(timeout=60)
            self.assertEqual(game.returncode, 130)

    def test_a_failing_output_is_noticed(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            self.assertEqual(play("--demo", stdout=full).returncode, 1)

    def test_wrong_options_are_refused_with_a_reason(self):
        for options in ["--nonsense"], ["--level", "divine"], ["--board", "2x2"], ["--seed", "-1"]:
            refusal = play(*options)
            self.assertEqual(refusal.returncode, 2, options)
            self.assertTrue(refusal.stderr, options)
            self.assertFalse(refusal.stdout, options)


unittest.main()
