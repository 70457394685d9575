#!/usr/bin/env python3
"""network.py PROGRAM: two programs on the full screen, over the loopback device."""

import re
import signal
import socket
import unittest

from game import ENEMY, ScreenTest

SMALL = ["--board", "6x6", "--fleet", "3,2"]


class Network(ScreenTest):
    def pair(self, *rules):
        """A host and a guest, connected, with fleets laid at random."""
        host = self.start("--host", "0", "--name", "Anna", "--placement", "random", *rules)
        port = host.wait_for(re.compile(r"port (\d+)"))[1]
        guest = self.start("--join", f"127.0.0.1:{port}", "--name", "Bert", "--placement", "random")
        guest.wait_for("Anna hosts a game")
        guest.keys("a")
        for game in host, guest:
            game.wait_for(ENEMY)
        return host, guest

    def play(self, *rules):
        """Plays a game to its end, each side firing row by row."""
        players = self.pair(*rules)
        cells = [[f"{x}{y}" for y in range(1, 7) for x in "ABCDEF"] for _ in players]
        while not all(game.is_over() for game in players):
            for game, left in zip(players, cells):
                game.read(0.01)
                if game.is_turn() and left:
                    due = game.shots_due()
                    game.shoot(*left[:due])
                    del left[:due]
        shown = [game.text() for game in players]
        self.assertEqual(sum("You win" in text for text in shown), 1, shown)
        return players

    def test_a_classic_game(self):
        self.play(*SMALL)

    def test_salvos(self):
        self.play(*SMALL, "--turn", "salvo 3")

    def test_one_resigns(self):
        host, guest = self.pair(*SMALL)
        guest.keys("r")
        guest.wait_for("Give up this game?")
        guest.keys("r")
        host.wait_for("You win")
        guest.wait_for("Anna wins")

    def test_one_vanishes(self):
        host, guest = self.pair(*SMALL)
        guest.signal(signal.SIGKILL)
        host.wait_for(re.compile("lost|gone|closed"))

    def test_nonsense_and_floods_do_not_end_the_program(self):
        host = self.start("--host", "0", "--name", "Anna", "--placement", "random", *SMALL)
        port = int(host.wait_for(re.compile(r"port (\d+)"))[1])
        for nonsense in b"GET / HTTP/1.0\r\n\r\n", bytes(range(256)) * 16, b"x" * 10_000_000:
            with socket.create_connection(("127.0.0.1", port)) as stranger:
                try:
                    stranger.sendall(nonsense)
                    stranger.recv(1000)
                except OSError:
                    pass
        guest = self.start("--join", f"127.0.0.1:{port}", "--placement", "random")
        guest.wait_for("Anna hosts a game")
        host.keys("escape")

    def test_nobody_is_there(self):
        game = self.start("--join", "127.0.0.1:1", "--name", "Bert")
        game.wait_for(re.compile("(?i)refused|not be reached"))


if __name__ == "__main__":
    unittest.main()
