#!/usr/bin/env python3
"""battleship_liars.py PROGRAM: somebody plays in line mode against a peer scripted here, who wins and
does not show that what it reported was true."""

import contextlib
import os
import re
import socket
import subprocess
import tempfile
import unittest

from interrupts import heed_interrupts
from network_peer import CELLS, FINE, PEER, PROGRAM, SMALL, Peer

heed_interrupts()


class Winner(Peer):
    """Reports truly that the only shot of the host, fired again and again, has missed."""
    fleet = "C3 right"
    shots = 0

    def report(self, cell):
        self.shots += 1
        return cell + (" miss" if self.shots == 1 else " wasted")


class Changer(Winner):
    def revealed(self):
        return self.secret.replace("C3 right", "C4 right")


class Silent(Winner):
    def reveal(self):
        self.record("reveal")
        self.send("error I have no time")


class Liars(unittest.TestCase):
    def play(self, peer):
        """Hosts a game against a peer; returns exit code, what was said, and the statistics."""
        with tempfile.TemporaryDirectory() as state:
            environment = {**os.environ, "XDG_STATE_HOME": state, "TERM": "dumb"}
            host = subprocess.Popen([PROGRAM, "--plain", "--host", "0", "--placement", "random",
                                     "--repeat", "wasted", *SMALL], text=True, env=environment,
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT)
            self.addCleanup(host.kill)
            host.stdin.write("A1\n" * len(CELLS))
            host.stdin.flush()
            said = ""
            while not (found := re.search(r"at port (\d+)", said)):
                said += host.stdout.readline()
            with (socket.create_connection(("localhost", int(found[1]))) as connection,
                  contextlib.suppress(ConnectionError)):
                peer(connection).play()
            said += host.communicate(timeout=120)[0]
            with open(f"{state}/battleship/statistics.csv", encoding="utf-8") as counted:
                return host.returncode, said, counted.read().splitlines()[-1]

    def test_an_honest_winner_has_won(self):
        code, said, counted = self.play(Winner)
        self.assertEqual(code, FINE, said)
        self.assertIn("Scripted Peer won in", said)
        self.assertRegex(counted, r"lost,sunk")

    def test_a_winner_who_does_not_open_its_commitment_has_lost(self):
        for peer in Changer, Silent:
            code, said, counted = self.play(peer)
            self.assertEqual(code, PEER, said)
            self.assertRegex(said, r"You won: Scripted\s+Peer\s+reported\s+falsely,\s+or\s+did\s+not\s+reveal")
            self.assertRegex(counted, r"won,contradiction")


unittest.main()
