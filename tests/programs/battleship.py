#!/usr/bin/env python3
"""battleship.py PROGRAM: the game in line mode as a player sees it, with valid and invalid input."""

import os
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
EVERY_CELL = "".join(f"{x}{y}\n" for y in range(1, 11) for x in "ABCDEFGHIJ")
AT_THE_KEYBOARD = ["--interactive", "--placement", "random", "--color", "never"]


def read_until(stream, words):
    """Reads a stream until it has said some words, or to its end."""
    text = b""
    while words is None or words not in text:
        more = stream.read1()
        if not more:
            break
        text += more
    return text


class Program(unittest.TestCase):
    """Runs the program in a state directory of its own."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.state = directory.name
        self.environment = {**os.environ, "XDG_STATE_HOME": self.state, "TERM": "dumb"}
        self.environment.pop("COLUMNS", None)

    def play(self, *options, typed="", **more):
        """Runs the program to its end."""
        more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": self.environment, **more}
        return subprocess.run([PROGRAM, *options], input=typed, text=True, timeout=120, check=False,
                              **more)

    def shown(self, *options, typed=""):
        """What a game shows that ends without a failure."""
        game = self.play(*AT_THE_KEYBOARD, *options, typed=typed)
        self.assertEqual(game.returncode, 0, game.stderr)
        self.assertEqual(game.stderr, "")
        return game.stdout

    def saved(self, name="game.record"):
        """The record of the saved game."""
        with open(os.path.join(self.state, "battleship", name), encoding="utf-8") as record:
            return record.read()


class Game(Program):
    def test_without_a_terminal_two_ais_play_to_the_end(self):
        shown = self.play()
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertRegex(shown.stdout, r"\b[ab] wins in \d+ shots\.")
        self.assertFalse(os.listdir(self.state), "a demo leaves nothing behind")

    def test_the_same_seed_shows_the_same_game(self):
        self.assertEqual(self.play("--demo", "--seed", "5").stdout, self.play("--seed", "5").stdout)

    def test_a_game_is_played_to_its_end_and_the_enemy_revealed(self):
        for rules in [], ["--turn", "salvo 3"], ["--contact", "none", "--reveal-water", "yes"]:
            shown = self.shown("--level", "easy", "--seed", "1", *rules, typed=EVERY_CELL)
            self.assertRegex(shown, r"(You win|The enemy wins) in \d+ shots\.", rules)

    def test_invalid_input_is_refused_and_the_game_goes_on(self):
        shown = self.shown(typed="xyzzy\nZ99\n\nD4\nD4\n\x01\n" + "A" * 5000 + "\n")
        for words in "neither a cell", "off the board", "already fired at", "too long", "you: D4":
            self.assertIn(words, shown)

    def test_the_end_of_input_saves_the_game(self):
        for typed in "", "D4\n", "D4":
            self.assertIn("The game is saved", self.shown(typed=typed))

    def test_a_second_interrupt_ends_the_game_with_130(self):
        with subprocess.Popen([PROGRAM, *AT_THE_KEYBOARD], stdin=subprocess.PIPE, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as game:
            read_until(game.stdout, b"Your shot> ")
            game.send_signal(signal.SIGINT)
            read_until(game.stdout, b"Leave the game?")
            game.send_signal(signal.SIGINT)
            self.assertIn(b"The game is saved", read_until(game.stdout, None))
            self.assertEqual(game.wait(timeout=60), 130)

    def test_a_failing_output_is_noticed(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            for options in ["--demo"], AT_THE_KEYBOARD:
                self.assertEqual(self.play(*options, stdout=full).returncode, 1, options)

    def test_wrong_options_are_refused_with_a_reason(self):
        for options in (["--nonsense"], ["--level", "divine"], ["--board", "2x2"], ["--seed", "-1"],
                        ["--demo", "--host"], ["--save", "x", "--no-save"], ["--plain", "--menu"],
                        ["--resume", "--turn", "one"], ["--name", ""], ["--host", "70000"]):
            refusal = self.play(*options)
            self.assertEqual(refusal.returncode, 2, options)
            self.assertTrue(refusal.stderr, options)
            self.assertFalse(refusal.stdout, options)


unittest.main()
