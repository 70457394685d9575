#!/usr/bin/env python3
"""battleship_network_reconnect.py PROGRAM: games whose connection is cut in the middle of lines,
strangers who come to a game, and what is left of a game that could not be finished."""

import hashlib
import os
import pathlib
import random
import re
import secrets
import select
import socket
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from network_peer import FINE, PEER, RUNTIME, SMALL, Peer, Process

LOCAL_GAME = """battleship 1
board 4x4
fleet 2
began a
a ship 2 A1 right
b ship 2 A1 right
a D4 miss
"""


class Proxy:
    """Stands between a host and a guest, and cuts their connection now and then, wherever it is in
    a line, once the game has begun: usually after the lines by which they find each other again."""

    GREETING = 470  # bytes

    def __init__(self, port, cuts, seed, most=400):
        self.port, self.cuts, self.most = port, cuts, most
        self.random = random.Random(seed)
        self.server = socket.create_server(("localhost", 0))
        self.has_begun = False
        threading.Thread(target=self.serve, daemon=True).start()

    def address(self):
        return "localhost:%d" % self.server.getsockname()[1]

    def serve(self):
        while True:
            guest = self.server.accept()[0]
            try:
                with guest, socket.create_connection(("localhost", self.port)) as host:
                    self.forward(guest, host)
            except OSError:
                pass

    def forward(self, guest, host):
        left = 1 << 30
        if self.cuts > 0:
            is_early = self.has_begun and self.random.random() < 0.2
            left = self.random.randrange(1, self.GREETING if is_early else self.most)
            left += self.GREETING if self.has_begun and not is_early else 0
        other, seen = {guest: host, host: guest}, {guest: b"", host: b""}
        while True:
            for source in select.select(other, [], [])[0]:
                data = source.recv(self.random.choice((1, 7, 65536)))
                seen[source] += data
                self.has_begun = self.has_begun or b"\nreport " in seen[source]
                if not data:
                    return
                other[source].sendall(data[:left] if self.has_begun else data)
                left -= len(data) if self.has_begun else 0
                if left <= 0:
                    self.cuts -= 1
                    return


def at_once(count, check):
    """Calls check(0), check(1), ... at the same time: games mostly wait."""
    with ThreadPoolExecutor(max_workers=count) as pool:
        list(pool.map(check, range(count)))


class Comeback(Peer):
    """A guest who can go on with its game on a new connection."""

    entries = 0

    def resume(self, port, shared=None, game=None, meanwhile=lambda: None):
        self.use(socket.create_connection(("localhost", port)))
        own = f"{game or self.game} {secrets.token_hex(32)} {self.entries}"
        self.send("battleship-network 4\nresume " + own)
        self.receive("battleship-network")
        theirs = self.receive("resume")
        meanwhile()
        self.send("proof " + self.proof("b", theirs, own, shared or self.shared))
        self.heard_proof = self.receive("proof")
        return self.heard_proof == self.proof("a", theirs, own, self.shared)

    @staticmethod
    def proof(side, host, guest, shared):
        text = f"{side}\n{host}\n{guest}\n"
        return hashlib.blake2b(text.encode(), digest_size=32, key=shared).hexdigest()


class Reconnecting(unittest.TestCase):
    # Two processes, and a bad line between them.

    def check_game(self, seed, *rules, cuts=5, rounds=0, most=400):
        host = Process("--host", *rules, "--seed", str(seed), "--rounds", str(rounds),
                       "--reconnect", "20000")
        proxy = Proxy(host.port(), cuts, seed, most)
        guest = Process("--join", proxy.address(), "--strategy", "hunt", "--seed", str(seed + 1))
        ends = host.finish(), guest.finish()
        for code, out, messages in ends:
            self.assertEqual(code, FINE, (seed, rules, messages, out))
        # A cut of the very last line does not bring anybody back: nothing is left to be said.
        self.assertRegex(ends[0][2] + ends[1][2], "The connection is back[.]")
        records = [re.sub("^strategy .*\n", "", out, flags=re.M) for _, out, _ in ends]
        self.assertEqual(*records)
        self.assertIn("\na ship ", records[0])
        self.assertIn("\nb ship ", records[0])
        self.assertLess(proxy.cuts, cuts)
        return records[0]

    def check_games(self, count, *rules, **settings):
        """Checks games of the seeds from 0."""
        at_once(count, lambda seed: self.check_game(seed, *rules, **settings))

    def test_a_game_survives_a_connection_that_is_cut_in_every_place(self):
        self.check_games(6)

    def test_it_does_in_the_middle_of_a_few_bytes(self):
        self.check_games(2, cuts=20, most=40)

    def test_salvos_survive(self):
        self.check_games(3, "--turn", "salvo-afloat", "--disclosure", "ship")

    def test_totals_and_equal_turns_survive(self):
        self.check_games(3, "--turn", "salvo 3", "--salvo-report", "total", "--disclosure",
                         "every-hit", "--ending", "equal-turns")

    def test_turns_that_go_on_after_a_hit_survive(self):
        self.check_games(3, "--turn", "again-on-hit", "--fleet", "russian", "--reveal-water", "yes")

    def test_resigning_survives(self):
        def resign(seed):
            record = self.check_game(seed, "--first", "ab"[seed % 2], cuts=4, rounds=6 + seed,
                                     most=200)
            self.assertIn("\nresult b resigned\n", record)

        at_once(8, resign)

    def test_whoever_resigns_has_resigned_on_both_sides(self):
        for rounds in (1, 2, 10), (2, 1, 10), (3, 3, 10):
            host = Process("--host", "--rounds", str(rounds[0]))
            guest = Process("--join", f"localhost:{host.port()}", "--rounds", str(rounds[1]))
            records = []
            for code, out, messages in (host.finish(), guest.finish()):
                self.assertEqual(code, FINE, messages)
                records.append(re.sub("^strategy .*\n", "", out, flags=re.M))
            self.assertEqual(*records)
            self.assertIn(" resigned\n", records[0])

    # Programs that are ended, and started again.

    def check_restarts(self, *rules, times=4):
        with tempfile.TemporaryDirectory() as folder:
            keep = [folder + "/host", folder + "/guest"]
            slow = "--strategy", "search", "--reconnect", "20000"
            host = Process("--host", "0", *rules, *slow, "--keep", keep[0])
            port = host.port()
            ends = [host, Process("--join", f"localhost:{port}", *slow, "--keep", keep[1])]
            commands = ["--host", str(port)], ["--join", f"localhost:{port}"]
            for number in range(times):
                time.sleep(0.4)
                which = number % 2
                if not os.path.exists(keep[which]) or ends[which].process.poll() is not None:
                    break
                ends[which].process.kill()
                ends[which].process.communicate()
                ends[which] = Process(*commands[which], *slow, "--keep", keep[which])
            results = [end.finish() for end in ends]
            for code, out, messages in results:
                self.assertEqual(code, FINE, (rules, messages, out))
                self.assertIn(" win\n" if "draw" not in out else "draw", messages)
            records = [re.sub("^strategy .*\n", "", out, flags=re.M) for _, out, _ in results]
            self.assertEqual(*records)
            self.assertRegex(results[0][2] + results[1][2], "The connection is back[.]")
            self.assertEqual(os.listdir(folder), [])

    def test_a_program_that_was_killed_goes_on(self):
        self.check_restarts()

    def test_it_does_in_a_game_of_salvos(self):
        self.check_restarts("--turn", "salvo-afloat", "--disclosure", "ship")

    def test_a_broken_file_is_refused_and_kept(self):
        with tempfile.NamedTemporaryFile("w+") as file:
            for text, words in (
                ("nonsense\n", "it is no record"),
                ("battleship 1\nboard 0x3\n", ":2:"),
                ("battleship 1\n", "this is not a game with another machine"),
                (LOCAL_GAME, "this is not a game with another machine"),
            ):
                file.seek(0)
                file.truncate()
                file.write(text)
                file.flush()
                code, _, messages = Process("--host", "--keep", file.name).finish()
                self.assertEqual(code, RUNTIME)
                self.assertIn(words, messages)
                self.assertEqual(pathlib.Path(file.name).read_text(), text)

    # A scripted guest, and others who come to its game.

    def against(self, play, *options, guest_class=Comeback):
        host = Process("--host", *SMALL, *options)
        port = host.port()
        with socket.create_connection(("localhost", port)) as connection:
            guest = guest_class(connection)
            guest.greet()
            guest.agree()
            try:
                play(guest, port)
            except ConnectionError as error:
                guest.error = error
        return host.finish()

    def finish(self, guest):
        number = 0
        while guest.turn(number):
            number += 1
        guest.reveal()

    def check(self, play, code, words, *options, **settings):
        actual, out, messages = self.against(play, *options, **settings)
        self.assertEqual(actual, code, messages)
        self.assertIn(words, messages)
        return out

    def test_a_guest_that_comes_back_goes_on(self):
        def play(guest, port):
            guest.receive("fire")
            guest.leave()
            self.assertTrue(guest.resume(port))
            self.finish(guest)
        self.check(play, FINE, "The connection is back.")

    def test_a_connection_is_lost_while_ships_are_laid(self):
        """The host has committed to its fleet, of which the guest may not have heard."""
        class Layer(Comeback):
            def commit(self):
                pass

        def play(guest, port):
            time.sleep(0.3)  # the host reads that the guest accepts
            for _ in range(2):
                guest.leave()
                self.assertTrue(guest.resume(port))
            super(Layer, guest).commit()
            guest.leave()
            self.assertTrue(guest.resume(port))
            self.finish(guest)

        def change(guest, port):
            super(Layer, guest).commit()
            guest.send("fleet-commitment " + "0" * 64)
            list(guest.lines)
        self.check(play, FINE, "The connection is back.", guest_class=Layer)
        self.check(change, PEER, "it commits to two fleets", guest_class=Layer)

    def test_a_new_connection_replaces_one_that_seems_to_be_alive(self):
        def play(guest, port):
            guest.receive("fire")
            kept = guest.connection
            self.assertTrue(guest.resume(port))
            self.finish(guest)
            kept.close()
        self.check(play, FINE, "The connection is back.")

    def test_a_report_that_was_lost_is_sent_again(self):
        def play(guest, port):
            guest.send("report " + guest.report(guest.receive("fire")))
            guest.send("fire D4")
            guest.receive("report")
            guest.entries = 1
            guest.leave()
            self.assertTrue(guest.resume(port))
            self.assertEqual(guest.receive("report").split()[0], "D4")
            guest.entries = 2
            self.finish(guest)
        self.check(play, FINE, "The connection is back.", "--repeat", "wasted")

    def test_a_line_that_comes_on_the_old_connection_meanwhile_counts_once(self):
        def play(guest, port):
            report = "report " + guest.report(guest.receive("fire"))
            kept = guest.connection
            def send_report():
                kept.sendall((report + "\n").encode())
                time.sleep(0.3)  # the host reads it before the proof
            with self.assertRaises(ConnectionError):
                guest.resume(port, meanwhile=send_report)
            guest.entries = 1
            self.assertTrue(guest.resume(port))
            guest.send("fire D4")
            guest.receive("report")
            self.finish(guest)
            kept.close()
        self.check(play, FINE, "The connection is back.", "--repeat", "wasted")

    def test_a_stranger_is_turned_away_and_the_game_goes_on(self):
        def play(guest, port):
            with socket.create_connection(("localhost", port)) as connection:
                stranger = Peer(connection)
                with self.assertRaisesRegex(ConnectionError, "error two others are playing here"):
                    stranger.greet()
            self.finish(guest)
        self.check(play, FINE, "sent away: two others are playing here")

    def test_only_the_other_side_can_come_back(self):
        def play(guest, port):
            fired = guest.receive("fire")
            thief = Comeback(guest.connection)
            thief.game = guest.game
            with self.assertRaisesRegex(ConnectionError, "take the place of the other player"):
                thief.resume(port, shared=b"0" * 32)
            with self.assertRaisesRegex(ConnectionError, "no such game"):
                thief.resume(port, shared=b"0" * 32, game="0" * 64)
            guest.send("report " + guest.report(fired))
            guest.send("fire D4")
            guest.receive("report")
            self.finish(guest)
        self.check(play, FINE, "somebody wanted to take the place of the other player",
                   "--repeat", "wasted")

    def test_a_proof_is_of_no_use_another_time_or_to_the_other_side(self):
        def play(guest, port):
            guest.receive("fire")
            self.assertTrue(guest.resume(port))
            heard = guest.heard_proof
            thief = Comeback(guest.connection)
            thief.game, thief.shared = guest.game, b"0" * 32
            thief.proof = lambda *_: heard
            with self.assertRaisesRegex(ConnectionError, "take the place of the other player"):
                thief.resume(port)
            self.finish(guest)
        self.check(play, FINE, "sent away")

    def test_one_who_comes_back_from_another_game_is_refused(self):
        def play(guest, port):
            guest.receive("fire")
            guest.entries = 7
            guest.resume(port)
            guest.receive("error")
        self.check(play, PEER, "the two sides do not agree on how far the game is")

    def test_silent_connections_are_in_nobodys_way(self):
        def play(guest, port):
            idle = [socket.create_connection(("localhost", port)) for _ in range(20)]
            guest.receive("fire")
            guest.leave()
            self.assertTrue(guest.resume(port))
            self.finish(guest)
            for connection in idle:
                connection.close()
        self.check(play, FINE, "The connection is back.")

    # What is left of a game.

    def test_a_guest_who_vanishes_leaves_an_abandoned_game(self):
        def play(guest, _):
            guest.turn(0)
            guest.leave()
        began = time.monotonic()
        out = self.check(play, RUNTIME, "has closed the connection, and it has not come back within",
                         "--reconnect", "500")
        self.assertLess(time.monotonic() - began, 10)
        self.assertIn("\nresult abandoned\n", out)

    def test_a_guest_who_falls_silent_is_waited_for(self):
        def play(guest, _):
            guest.turn(0)
            guest.connection.settimeout(20)
            list(guest.lines)
        out = self.check(play, RUNTIME, "no answer from the other side within 1500 ms, and it has "
                         "not come back", "--timeout", "1500", "--reconnect", "500")
        self.assertIn("\nresult abandoned\n", out)

    def test_who_thinks_is_not_taken_for_gone(self):
        def play(guest, _):
            guest.send("report " + guest.report(guest.receive("fire")))
            for _ in range(30):
                guest.send("ping")
                time.sleep(0.1)
            guest.send("fire D4")
            guest.receive("report")
            self.finish(guest)
        self.check(play, FINE, " win\n", "--timeout", "1500", "--repeat", "wasted")

    def test_a_program_that_only_says_that_it_is_there_is_not_waited_for(self):
        def play(guest, _):
            guest.receive("fire")
            for _ in range(60):
                guest.send("ping")
                time.sleep(0.1)
        self.check(play, RUNTIME, "no answer from the other side within 1500 ms", "--timeout",
                   "1500")

    def test_pings_are_no_flood(self):
        def play(guest, _):
            guest.send("ping\n" * 100000)
            list(guest.lines)
        self.check(play, PEER, "the other side sends far too many lines")

    def test_no_line_can_be_repeated_for_ever(self):
        for word in "resign", "resigned", "reveal\nend":
            def play(guest, _):
                guest.turn(0)
                guest.receive("fire")
                guest.send("resign")
                guest.send((word + "\n") * 20000)
                list(guest.lines)
            self.check(play, PEER, "far too many lines" if word[3] == "i" else "reveals a fleet")

    def test_a_lie_leaves_a_game_lost_by_contradiction(self):
        def play(guest, _):
            while True:
                guest.send("report " + guest.receive("fire") + " miss")
                guest.send("fire D4")
                guest.receive("report")
        out = self.check(play, PEER, "no layout of the fleet agrees", "--repeat", "wasted")
        self.assertIn("\nresult a contradiction\n", out)

    def test_leaving_for_a_reason_is_not_losing_the_connection(self):
        def play(guest, _):
            guest.turn(0)
            guest.send("error my tea is ready")
        out = self.check(play, RUNTIME, "the other side ended the game: my tea is ready")
        self.assertIn("\nresult abandoned\n", out)

    def test_resigning_is_confirmed_and_the_fleets_are_compared(self):
        def play(guest, _):
            guest.turn(0)
            guest.receive("fire")
            guest.send("resign")
            guest.receive("resigned")
            guest.reveal()
        out = self.check(play, FINE, "you win")
        self.assertIn("\nresult a resigned\n", out)


unittest.main()
