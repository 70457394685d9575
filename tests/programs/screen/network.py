#!/usr/bin/env python3
"""network.py PROGRAM: two programs on the full screen, over the loopback device."""

import contextlib
import re
import select
import signal
import socket
import threading
import unittest

from game import ENEMY, ScreenTest

SMALL = ["--board", "6x6", "--fleet", "3,2"]


class Proxy:
    """Stands between a guest and a host; can cut their connection, and let no other pass."""

    def __init__(self, port):
        self.to = port
        self.is_open = True
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            with self.server.accept()[0] as guest:
                if not self.is_open:
                    continue
                with socket.create_connection(("127.0.0.1", self.to)) as host:
                    self.forward({guest: host, host: guest})

    def forward(self, other):
        while self.is_open:
            for source in select.select(other, [], [], 0.05)[0]:
                data = source.recv(65536)
                if not data:
                    return
                other[source].sendall(data)


class Network(ScreenTest):
    def pair(self, *rules, proxy=None):
        """A host and a guest, connected, with fleets laid at random."""
        host = self.start("--host", "0", "--name", "Anna", "--placement", "random", *rules)
        port = host.wait_for(re.compile(r"port (\d+)"))[1]
        if proxy is not None:
            proxy.append(Proxy(int(port)))
            port = proxy[0].port
        guest = self.start("--join", f"127.0.0.1:{port}", "--name", "Bert", "--placement", "random")
        guest.wait_for("Anna hosts a game")
        guest.wait_for("no heat maps")
        host.wait_for("Bert has joined")
        host.wait_for("Yes, play")
        for game in host, guest:
            game.keys("y")
        for game in host, guest:
            game.wait_for(ENEMY)
        return host, guest

    def play(self, *rules):
        """Plays a game to its end, each side firing row by row."""
        players = self.pair(*rules)
        cells = [[f"{x}{y}" for y in range(1, 7) for x in "ABCDEF"] for _ in players]
        self.fire_in_turns(list(zip(players, cells)))
        shown = [game.text() for game in players]
        self.assertEqual(sum("You won" in text for text in shown), 1, shown)
        return players

    def test_a_classic_game(self):
        self.play(*SMALL)

    def test_salvos(self):
        self.play(*SMALL, "--turn", "salvo 3")

    def test_the_host_hears_of_a_refusal_while_ships_are_laid(self):
        host = self.start("--host", "0", "--name", "Anna", *SMALL)
        port = host.wait_for(re.compile(r"port (\d+)"))[1]
        guest = self.start("--join", f"127.0.0.1:{port}", "--name", "Bert")
        guest.wait_for("Anna hosts a game")
        host.wait_for("Yes, play")
        host.keys("y")
        host.wait_for("Enter lay")
        guest.keys("n")
        host.wait_for("Bert does not want these rules.")
        host.wait_for("Any key: back")
        host.keys("enter")
        host.wait_for("> ")
        self.assertNotIn("Enter lay", host.text())

    def test_a_host_chooses_the_guest(self):
        host = self.start("--host", "0", "--name", "Anna", "--placement", "random", *SMALL)
        port = host.wait_for(re.compile(r"port (\d+)"))[1]
        join = ["--join", f"127.0.0.1:{port}", "--placement", "random"]
        stranger = self.start(*join, "--name", "Mallory")
        host.wait_for("Mallory has joined")
        host.wait_for("No, wait for somebody else")
        host.keys("n")
        stranger.wait_for("Anna hosts a game")
        stranger.keys("y")
        stranger.wait_for("for somebody else.")
        host.wait_for(re.compile(rf"Waiting for a player at\s+port {port}"))
        guest = self.start(*join, "--name", "Bert")
        host.wait_for("Bert has joined")
        host.wait_for("Yes, play")
        host.keys("y")
        guest.wait_for("Anna hosts a game")
        guest.keys("y")
        for game in host, guest:
            game.wait_for(ENEMY)

    def test_a_host_hears_of_a_refusal_while_it_is_asked(self):
        host = self.start("--host", "0", "--name", "Anna", "--placement", "random", *SMALL)
        port = host.wait_for(re.compile(r"port (\d+)"))[1]
        guest = self.start("--join", f"127.0.0.1:{port}", "--name", "Bert")
        guest.wait_for("Anna hosts a game")
        host.wait_for("Yes, play")
        guest.keys("n")
        guest.wait_for("Play against the machine")
        host.keys("y")
        host.wait_for("Bert does not want these rules. Waiting for a player")
        host.wait_for(f"port {port} ")

    def test_a_bell_says_that_it_is_ones_turn(self):
        host, guest = self.pair(*SMALL, "--first", "a")
        host.wait_for("Your shot.")
        host.wait_for(lambda: b"\a" in host.output)
        guest.wait_for("Anna is aiming")
        self.assertNotIn(b"\a", guest.output)
        host.type_cell("A1")
        host.keys("enter")
        guest.wait_for("Your shot.")
        guest.wait_for(lambda: b"\a" in guest.output)

    def test_a_rematch_is_an_invitation(self):
        host, guest = self.pair(*SMALL, "--first", "a")
        guest.keys("ctrl-r")
        guest.wait_for("Give the game up?")
        guest.keys("y")
        for game in host, guest:
            game.wait_for("r rematch")
        guest.keys("r")
        guest.wait_for("Waiting for Anna")
        host.wait_for("Bert wants a rematch. You won")
        host.keys("r")
        host.wait_for("Your shot.")
        host.type_cell("D4")
        host.keys("enter")
        guest.wait_for("Anna: D4")
        # Somebody who leaves does not keep the other one waiting.
        guest.keys("ctrl-r", "y")
        for game in host, guest:
            game.wait_for("r rematch")
        guest.keys("q")
        self.assert_left(guest)
        host.wait_for("player has left")
        host.keys("r")
        host.wait_for("A rematch")

    def test_one_resigns(self):
        host, guest = self.pair(*SMALL)
        guest.keys("ctrl-r")
        guest.wait_for("Give the game up?")
        guest.keys("y")
        host.wait_for("You won")
        guest.wait_for("Anna won")

    def test_one_vanishes(self):
        host, guest = self.pair(*SMALL)
        guest.signal(signal.SIGKILL)
        host.wait_for(re.compile("lost|gone|closed"))

    def test_a_game_goes_on_after_its_connection_was_lost(self):
        proxy = []
        host, guest = self.pair(*SMALL, "--first", "a", proxy=proxy)
        proxy[0].is_open = False
        for game in host, guest:
            game.wait_for(re.compile(r"lost; trying for \d+ more seconds"))
        host.type_cell("A1")
        host.keys("enter")
        proxy[0].is_open = True
        for game in host, guest:
            game.wait_for("The connection is back")
        guest.wait_for("Anna: A1")
        guest.shoot("B2")
        host.wait_for("Bert: B2")

    def test_a_board_that_is_too_large_is_refused(self):
        host = self.start("--host", "0", "--name", "Anna", "--placement", "random",
                          "--board", "101x100")
        port = host.wait_for(re.compile(r"port (\d+)"))[1]
        guest = self.start("--join", f"127.0.0.1:{port}", "--placement", "random")
        guest.wait_for("board of 101x100")
        host.wait_for("board of 101x100")

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

    def test_a_port_that_is_taken_is_not_the_end(self):
        with socket.create_server(("0.0.0.0", 0)) as server:
            port = server.getsockname()[1]
            other = None  # a machine may have one version of the protocol only
            with contextlib.suppress(OSError):
                other = socket.create_server(("::", port), family=socket.AF_INET6)
            host = self.start("--host", str(port), "--name", "Anna", "--placement", "random", *SMALL)
            host.wait_for("Host it at another port?")
            host.keys("y")
            free = host.wait_for(re.compile(r"Waiting for a player at\s+port (\d+)"))[1]
            self.assertNotEqual(int(free), port)
            if other:
                other.close()
        guest = self.start("--join", f"127.0.0.1:{free}", "--placement", "random")
        guest.wait_for("Anna hosts a game")

    def test_the_address_is_remembered(self):
        guest = self.start("--join", "127.0.0.1:1", "--name", "Bert")
        guest.wait_for(re.compile("(?i)refused|not be reached"))
        guest.keys("escape")
        guest.wait_for("Join a game")
        guest.keys("home", *["down"] * 4, "enter")
        guest.wait_for("127.0.0.1:1")

    def test_nobody_is_there(self):
        game = self.start("--join", "127.0.0.1:1", "--name", "Bert")
        game.wait_for(re.compile("(?i)refused|not be reached"))


if __name__ == "__main__":
    unittest.main()
