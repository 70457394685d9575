#!/usr/bin/env python3
"""wrong_keys.py PROGRAM: random keys, clicks and bytes never crash the program."""

import random
import tempfile
import unittest

from game import Game, ScreenTest
from terminal import CAPABILITIES, CHARACTERS, LEFT, RIGHT, WHEEL_UP, key_bytes

FUZZ_KEYS = 3000
# Not those by which the terminal itself interrupts, stops or quits.
OTHER_BYTES = sorted({*range(1, 256)} - {0x03, 0x1A, 0x1C})


class WrongKeys(ScreenTest):
    def random_key(self, rng):
        """A key of any kind: a letter, a named key, the mouse, or bytes that no keyboard sends."""
        kind = rng.random()
        if kind < 0.5:
            return rng.choice("abcdefghijlmnoprstuvwxyz0123456789?!#ä€").encode()
        if kind < 0.8:
            return key_bytes("xterm-256color", rng.choice([*CAPABILITIES, *CHARACTERS]))
        if kind < 0.9:
            button = rng.choice([LEFT, RIGHT, WHEEL_UP, 32, 99])
            place = f"{rng.randint(0, 90)};{rng.randint(0, 30)}"
            return f"\x1b[<{button};{place}{rng.choice('Mm')}".encode()
        return bytes(rng.choice(OTHER_BYTES) for _ in range(rng.randint(1, 6)))

    def hammer(self, seed, *options):
        """Sends random keys in bursts; a program that they have quit is started again."""
        rng = random.Random(seed)
        with tempfile.TemporaryDirectory(prefix="keys-") as directory:
            sent = 0
            while sent < FUZZ_KEYS:
                with Game(*options, directory=directory) as game:
                    game.wait_for("BATTLESHIP")
                    sent += self.send_bursts(game, rng, FUZZ_KEYS - sent)
                    self.assert_left(game, codes=(0, 130))

    def send_bursts(self, game, rng, count):
        """Sends so many keys, or fewer until the program ends; then ends it by Ctrl-C."""
        sent = 0
        while sent < count and not game.at_end:
            burst = rng.randint(1, 20)
            game.try_send(b"".join(self.random_key(rng) for _ in range(burst)))
            game.read(0.01)
            sent += burst
        while not game.ends_within(0.5):
            game.try_send(b"\x03")
        return sent

    def test_never_crash_while_aiming(self):
        self.hammer(1, "--placement", "random", "--seed", "1", "--turn", "salvo 3")

    def test_never_crash_at_the_end_of_a_game(self):
        self.hammer(4, "--placement", "random", "--board", "4x4", "--fleet", "2", "--first", "a")

    def test_never_crash_while_laying(self):
        self.hammer(2, "--seed", "1")

    def test_never_crash_in_the_menu(self):
        self.hammer(3)


if __name__ == "__main__":
    unittest.main()
