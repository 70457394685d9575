#!/usr/bin/env python3
"""rejoining.py PROGRAM: programs that are ended in a game with another machine, and come back."""

import contextlib
import os
import re
import shutil
import signal
import socket
import stat
import tempfile
import unittest

from game import ENEMY, ScreenTest

SMALL = ["--board", "6x6", "--fleet", "3,2"]
CELLS = [f"{x}{y}" for y in range(1, 7) for x in "ABCDEF"]


@contextlib.contextmanager
def taken(port):
    """Listens at a port, by both versions of the protocol, so that no other program can."""
    with contextlib.ExitStack() as servers:
        for family, address in (socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::"):
            with contextlib.suppress(OSError):  # a machine may have one of them only
                servers.enter_context(socket.create_server((address, port), family=family))
        yield


class Player:
    """A person: the directory where the program keeps the game, and the cells not fired at yet."""

    def __init__(self, test, name):
        self.test, self.name = test, name
        self.directory = tempfile.mkdtemp(prefix="rejoining-")
        test.addCleanup(shutil.rmtree, self.directory)
        self.left = list(CELLS)
        self.game = None

    def start(self, *options):
        self.game = self.test.start(*options, directory=self.directory)
        return self.game

    def files(self):
        return self.game.state_files("game*.record")

    def kill(self):
        self.game.signal(signal.SIGKILL)
        self.game.process.wait()

    def rejoin(self, *options, other):
        """Starts again, and finds the game with the other player in the menu."""
        self.start(*options)
        self.game.wait_for("Resume the saved game")
        self.game.wait_for(f"you against {other.name} on another machine")
        self.game.keys("enter")

    def come_back(self, other):
        """Rejoins the game while the other player waits."""
        self.rejoin(other=other)
        for player in self, other:
            player.game.wait_for("The connection is back")


class Rejoining(ScreenTest):
    def setUp(self):
        self.host, self.guest = Player(self, "Anna"), Player(self, "Bert")
        self.players = [self.host, self.guest]

    def meet(self, *rules, options=()):
        """Two players who have accepted each other, of whom Anna fires first."""
        host = self.host.start("--host", "0", "--name", "Anna", "--first", "a", *options, *rules)
        self.port = int(host.wait_for(re.compile(r"port (\d+)"))[1])
        guest = self.guest.start("--join", f"127.0.0.1:{self.port}", "--name", "Bert", *options)
        guest.wait_for("Anna hosts a game")
        host.wait_for("Yes, play")
        for player in self.players:
            player.game.keys("y")

    def begin(self, *rules, help_options=()):
        """A game with fleets laid at random, in which Anna fires first."""
        self.meet(*rules, options=["--placement", "random", *help_options])
        for player in self.players:
            player.game.wait_for(ENEMY)

    def play(self, shots=1000):
        """Plays on to the end, or so many shots of each."""
        self.fire_in_turns([(player.game, player.left) for player in self.players],
                           lambda: all(len(CELLS) - len(player.left) >= shots
                                       for player in self.players))
        if not all(player.game.is_over() for player in self.players):
            return
        ends = [player.game.text() for player in self.players]
        self.assertEqual(sum("You won" in end for end in ends), 1, ends)

    def assert_nothing_is_left(self):
        """The saved games go with the game, before the programs end."""
        for player in self.players:
            player.game.keys("n")
            player.game.wait_for("Play against the machine")
            self.assertNotIn("Resume", player.game.text())
            self.assertFalse(player.files())

    def test_each_is_killed_and_the_game_is_played_to_its_end(self):
        for rules in [], ["--turn", "salvo 3", "--salvo-report", "total"]:
            with self.subTest(rules):
                self.setUp()
                self.begin(*SMALL, *rules)
                self.play(3)
                for player, other in (self.players, self.players[::-1]):
                    before = [each.game.board().marks for each in self.players]
                    player.kill()
                    other.game.wait_for(re.compile(r"lost; trying for \d+ more seconds"))
                    player.come_back(other)
                    after = [each.game.board().marks for each in self.players]
                    self.assertEqual(before, after)
                self.play()
                self.assert_nothing_is_left()

    def lay(self, player):
        player.game.wait_for("0 of 2 laid")
        player.game.keys("ctrl-a", "enter")

    def test_each_is_killed_while_ships_are_laid(self):
        self.meet(*SMALL)
        for player in self.players:
            player.game.wait_for("0 of 2 laid")
        self.guest.kill()
        self.host.game.wait_for(re.compile(r"lost; trying for \d+ more seconds"))
        self.guest.come_back(self.host)
        self.lay(self.guest)
        self.guest.game.wait_for("Waiting for the ships of Anna")
        self.host.kill()
        self.host.come_back(self.guest)
        self.lay(self.host)
        self.host.game.wait_for("Your shot.")
        self.play(2)

    def test_both_are_killed_while_the_ships_of_a_rematch_are_laid(self):
        self.begin(*SMALL)
        self.guest.game.keys("ctrl-r", "y")
        for player in self.players:
            player.game.wait_for("r rematch")
        self.host.kill()
        self.guest.game.wait_for("The other player has left.")
        self.guest.kill()
        self.meet(*SMALL)
        for player in self.players:
            self.lay(player)
        self.host.game.wait_for("Your shot.")
        self.guest.game.keys("ctrl-r", "y")
        for player in self.players:
            player.game.wait_for("r rematch")
            player.game.keys("r")
        self.lay(self.guest)
        self.guest.game.wait_for("Waiting for the ships of Anna")
        for player in self.players:
            player.kill()
        for player, other in (self.players, self.players[::-1]):
            player.rejoin(other=other)
        self.lay(self.host)
        self.host.game.wait_for("Your shot.")
        self.host.left, self.guest.left = list(CELLS), list(CELLS)
        self.play()
        self.assert_nothing_is_left()

    def test_who_leaves_while_ships_are_laid_keeps_nothing(self):
        self.meet(*SMALL)
        self.lay(self.guest)
        self.host.game.wait_for("0 of 2 laid")
        self.host.game.keys("f10")
        self.host.game.wait_for("Leave before the game begins?")
        self.host.game.keys("m")
        self.guest.game.wait_for("player has left")
        self.guest.game.wait_for("Any key: back")
        self.guest.game.keys("enter")
        for player in self.players:
            player.game.wait_for("Play against the machine")
            self.assertFalse(player.files())

    def test_both_are_killed_between_a_shot_and_its_report(self):
        """Nobody is there to hear the shot: it is sent again."""
        self.begin(*SMALL)
        self.play(1)
        self.guest.game.signal(signal.SIGSTOP)
        self.host.game.type_cell("F6")
        self.host.game.keys("enter")
        self.host.left.remove("F6")
        self.host.game.wait_for("Waiting for the report of Bert")
        for player in self.players:
            player.kill()
        for player, other in (self.players, self.players[::-1]):
            player.rejoin(other=other)
        for player in self.players:
            player.game.wait_for("The connection is back")
        self.guest.game.wait_for("Anna: F6")
        self.play()

    def test_what_is_kept_is_a_secret(self):
        self.begin(*SMALL)
        self.play(1)
        for player in self.players:
            [path] = player.files()
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
            with open(path, encoding="utf-8") as file:
                self.assertIn("x-network-secret ", file.read())

    def test_sigterm_and_the_menu_by_mistake(self):
        self.begin(*SMALL)
        self.play(1)
        self.guest.game.signal(signal.SIGTERM)
        self.assert_left(self.guest.game, codes=[143])
        self.guest.come_back(self.host)
        self.play(2)
        self.host.game.keys("f10")
        self.host.game.wait_for("Bert waits for 60 seconds")
        self.host.game.keys("m")
        self.host.game.wait_for("Resume the saved game")
        self.guest.game.wait_for(re.compile(r"lost; trying for \d+ more seconds"))
        self.host.game.keys("enter")
        for player in self.players:
            player.game.wait_for("The connection is back")
        self.play()

    def test_the_same_command_offers_the_game(self):
        self.begin(*SMALL)
        self.play(1)
        self.guest.kill()
        game = self.guest.start("--join", f"127.0.0.1:{self.port}", "--name", "Bert")
        game.wait_for("There is a saved game: you against Anna on another machine")
        game.keys("y")
        game.wait_for("The connection is back")
        self.host.kill()
        game = self.host.start("--resume")
        game.wait_for("The connection is back")
        self.play()

    def test_a_rematch_and_the_help_agreed_on(self):
        self.begin(*SMALL, help_options=["--allow-help"])
        self.guest.game.keys("ctrl-r", "y")
        for player in self.players:
            player.game.wait_for("r rematch")
            player.game.keys("r")
        self.host.game.wait_for("Your shot.")
        self.play(1)
        self.host.game.keys("f2")
        self.guest.game.wait_for("Anna has used help: hints 1")
        self.play(2)
        self.guest.kill()
        self.guest.come_back(self.host)
        self.host.kill()
        self.host.come_back(self.guest)
        self.host.game.keys("f2")
        self.guest.game.wait_for("Anna has used help: hints 2")
        self.guest.game.keys("ctrl-r", "y")
        for player in self.players:
            player.game.wait_for("With help: hints")
            player.game.keys("r")
        for player in self.players:
            player.game.wait_for("0 of 2 laid")
            player.game.keys("ctrl-a", "enter")
        self.guest.game.wait_for("Anna is aiming.")
        self.host.left, self.guest.left = list(CELLS), list(CELLS)
        self.play()

    def wait_for_choices(self):
        """Waits until the host is asked what is next, and can choose."""
        self.host.game.wait_for("The game with Bert cannot go on now")
        self.host.game.wait_for("Leave it saved, and try later")

    def test_nobody_is_there_yet(self):
        """A host whose port is taken: the game waits until it is free, or is given up."""
        self.begin(*SMALL)
        self.play(1)
        for player in self.players:
            player.kill()
        with taken(self.port):
            # What was typed before it was asked is not meant for it: no Enter, and no `a` and `l`.
            self.host.start("--resume")
            self.host.game.keys("enter", *"al", "enter")
            self.wait_for_choices()
            self.host.game.keys("l")
            self.host.game.wait_for("Resume the saved game")
            self.host.game.keys("enter")
            self.wait_for_choices()
        self.host.game.keys("a")
        self.host.game.wait_for(re.compile(r"Looking for Bert; trying for \d+ more seconds"))
        self.guest.come_back(self.host)
        self.play(2)
        for player in self.players:
            player.kill()
        with taken(self.port):
            self.host.rejoin(other=self.guest)
            self.wait_for_choices()
            self.host.game.keys("g")
            self.host.game.wait_for("n new game")
        self.host.game.keys("q")
        self.assert_left(self.host.game)
        self.assertFalse(self.host.files())


if __name__ == "__main__":
    unittest.main()
