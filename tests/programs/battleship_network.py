#!/usr/bin/env python3
"""battleship_network.py PROGRAM: two processes play over loopback; then one plays against a peer
scripted here, which lies, vanishes, stays silent, talks nonsense or floods."""

import contextlib
import re
import secrets
import signal
import socket
import time
import unittest

from interrupts import heed_interrupts
from network_peer import CELLS, FINE, INTERRUPTED, PEER, RUNTIME, SMALL, USAGE, Peer, Process

heed_interrupts()


class Network(unittest.TestCase):
    def against(self, peer, *options):
        """Hosts a game against a peer; returns exit code and messages."""
        host = Process("--host", *SMALL, "--reconnect", "0", *options)
        with socket.create_connection(("localhost", host.port())) as connection:
            try:
                peer(connection).play()
            except (OSError, ConnectionError):
                pass
            code, _, messages = host.finish()
        return code, messages

    def check(self, peer, code, words, *options):
        actual, messages = self.against(peer, *options)
        self.assertEqual(actual, code, messages)
        self.check_reason(messages, words)

    def check_reason(self, messages, words):
        self.assertRegex(messages, f"(?m)^battleship-network: .*{re.escape(words)}")
        self.assertEqual(messages.count("battleship-network: "), 1, messages)

    def check_sent_away(self, stranger, words):
        """A host goes on waiting, and plays with who comes after a stranger."""
        host = Process("--host", *SMALL)
        port = host.port()
        with socket.create_connection(("localhost", port)) as connection:
            with contextlib.suppress(OSError):
                stranger(connection).play()
            with contextlib.suppress(OSError):
                while connection.recv(4096):  # until the host has closed it
                    pass
        with socket.create_connection(("localhost", port)) as connection:
            Peer(connection).play()
        code, _, messages = host.finish()
        self.assertEqual(code, FINE, messages)
        self.assertRegex(messages, f"(?m)^Somebody was sent away: .*{re.escape(words)}")
        self.assertNotIn("battleship-network: ", messages)
        self.assertNotIn("\033", messages)

    # Two honest processes.

    def check_game(self, *rules):
        host = Process("--host", *rules, "--seed", "1")
        guest = Process("--join", f"localhost:{host.port()}", "--strategy", "hunt", "--seed", "2")
        ends = host.finish(), guest.finish()
        for code, _, messages in ends:
            self.assertEqual(code, FINE, messages)
        records = [re.sub("^strategy .*\n", "", out, flags=re.M) for _, out, _ in ends]
        self.assertEqual(*records)
        self.assertRegex(records[0], r"\na ship .* (right|down)\n")
        self.assertRegex(records[0], r"\nb ship .* (right|down)\n")
        self.assertNotIn("seed", records[0])
        winner = re.search(r"^result (a|b|draw)$", records[0], re.M)[1]
        words = {"a": ("you win", "they win"), "b": ("they win", "you win"),
                 "draw": ("a draw", "a draw")}[winner]
        self.assertEqual(tuple(messages.splitlines()[-1] for _, _, messages in ends), words)

    def test_two_processes_play_classic(self):
        self.check_game()

    def test_two_processes_play_salvos(self):
        self.check_game("--turn", "salvo-afloat", "--disclosure", "ship")

    def test_two_processes_play_salvos_reported_by_totals(self):
        self.check_game("--turn", "salvo 3", "--salvo-report", "total", "--disclosure",
                        "every-hit", "--ending", "equal-turns")

    def test_two_processes_play_again_on_hit(self):
        self.check_game("--turn", "again-on-hit", "--fleet", "russian", "--reveal-water", "yes")

    def test_two_processes_play_until_no_shot_is_left(self):
        self.check_game("--board", "7x7", "--fleet", "A:4:7,B:3:2,C:2", "--disclosure", "ship",
                        "--shots", "15", "--turn", "salvo-largest", "--ending", "equal-turns")

    def test_two_processes_play_with_a_head_start(self):
        self.check_game("--first", "b", "--head-start", "4", "--ending", "equal-turns")

    def test_two_processes_play_where_sunk_ships_are_shown(self):
        self.check_game("--turn", "salvo 2", "--reveal-ship", "yes", "--disclosure", "ship")

    def test_two_processes_play_with_names_that_need_quotes(self):
        self.check_game("--board", "6x6", "--blocked", "A1,B2", "--fleet",
                        '"Tug, old":3 "a:b#":2 1', "--disclosure", "ship", "--repeat", "wasted")

    def test_two_processes_play_as_many_games_as_both_want(self):
        for wanted, others in (3, 2), (2, 3), (2, 2):
            host = Process("--host", *SMALL, "--games", str(wanted))
            guest = Process("--join", f"localhost:{host.port()}", "--games", str(others))
            ends = host.finish(), guest.finish()
            for (code, out, messages), number in zip(ends, (wanted, others)):
                self.assertEqual(code, FINE, messages)
                self.assertEqual(out.count("battleship 1\n"), 2)
                self.assertEqual("plays no further game" in messages, number == 3, messages)
            records = [re.sub("^strategy .*\n", "", out, flags=re.M) for _, out, _ in ends]
            self.assertEqual(*records)
            games = records[0].split("battleship 1\n")
            self.assertNotEqual(games[1], games[2])

    # The scripted peer.

    def test_an_honest_peer_is_believed(self):
        code, messages = self.against(Peer)
        self.assertEqual(code, FINE, messages)

    def test_a_liar_is_caught_by_what_no_fleet_could_report(self):
        class Liar(Peer):
            def report(self, cell):
                return cell + " miss"

            def shot(self, number):
                return "A1"
        self.check(Liar, PEER, "no layout of the fleet agrees with this report",
                   "--repeat", "wasted")

    def test_a_liar_is_caught_by_its_own_fleet(self):
        class Liar(Peer):
            ships = ["C3", "C4"]

            def shot(self, number):
                return "A1"
        self.check(Liar, PEER, "the other side has lied: ", "--repeat", "wasted")

    def test_another_fleet_than_the_committed_one_is_not_accepted(self):
        class Changer(Peer):
            def revealed(self):
                return self.secret.replace("B2 right", "B2 down")
        self.check(Changer, PEER, "reveals a fleet other than its own")

    def test_a_fleet_that_is_not_legal_is_not_accepted(self):
        for fleet, words in ("D1 right", "off the board"), ("A1", "expected right or down"):
            class Cheat(Peer):
                pass
            Cheat.fleet = fleet
            self.check(Cheat, PEER, words)

    def test_a_fleet_that_is_missing_or_of_other_rules_is_not_accepted(self):
        class Absent(Peer):
            def committed(self):
                return super().committed().split("b ship")[0]

        class Other(Peer):
            def committed(self):
                return super().committed().replace("repeat refused", "repeat wasted")
        self.check(Absent, PEER, "a ship is not placed yet")
        self.check(Other, PEER, "two objects have different rules")

    def test_a_seed_cannot_be_replaced(self):
        class Changer(Peer):
            def opened(self):
                return "b " + "0" * 64
        self.check(Changer, PEER, "opens a seed other than its own")

    def test_the_hosts_commitment_cannot_be_reflected(self):
        class Mirror(Peer):
            def agree(self):
                self.record("rules")
                self.send("help " + self.receive("help"))
                self.send("seed-commitment " + self.receive("seed-commitment"))
                self.send("seed " + self.receive("seed"))
                self.receive("fleet-commitment")
        self.check(Mirror, PEER, "opens a seed other than its own")

    def test_shots_and_reports_out_of_order_are_refused(self):
        for shot, words in (("E9", "off the board"), ("A1, A2", "expected the end of the line"),
                            ("", "expected a cell such as A1"), ("A1 hit", "expected the end")):
            class Shooter(Peer):
                pass
            Shooter.shot = lambda self, number, shot=shot: shot
            self.check(Shooter, PEER, words)

        class Repeater(Peer):
            def report(self, cell):
                return cell + " miss"

            def shot(self, number):
                return "D4"

        class Confused(Peer):
            def report(self, cell):
                return ("A1" if cell != "A1" else "A2") + " miss"
        self.check(Repeater, PEER, "the other side's shot: ")
        self.check(Confused, PEER, "reports on other cells")

    # A winner who does not show that its reports were true.

    def play_winner(self, reveal, *options):
        """Plays to a peer that reports misses, sinks the host's fleet at once, and then ends in its
        own way; its own ship is where the host fires first. Returns exit code, record, messages."""
        options = ["--host", *SMALL, "--seed", "1", *options]
        host = Process(*options)
        with socket.create_connection(("localhost", host.port())) as connection:
            Peer(connection).play()
        record = host.finish()[1]
        cell, way = re.search(r"(?m)^a ship Boat (\w+) (right|down)$", record).groups()
        first = re.search(r"(?m)^a (\w+) (?:miss|hit)$", record)[1]

        class Winner(Peer):
            fleet = first + (" down" if first[1] < "4" else " right")
            targets = CELLS[CELLS.index(cell):][::1 if way == "right" else 4]

            def report(self, cell):
                return cell + " miss"

            def shot(self, number):
                return self.targets[number]
        Winner.reveal = reveal
        host = Process(*options)
        with socket.create_connection(("localhost", host.port())) as connection:
            try:
                Winner(connection).play()
            except OSError:
                pass
            return host.finish()

    def check_winner(self, reveal, words, *options):
        code, record, messages = self.play_winner(reveal, *options)
        self.assertEqual(code, PEER, messages)
        self.check_reason(messages, words)
        self.assertEqual(messages.splitlines()[-1], "you win", messages)
        self.assertRegex(record, r"(?m)^result a contradiction$")

    def test_a_winner_who_does_not_open_its_commitment_has_lost(self):
        def says(text):
            def reveal(peer):
                peer.record("reveal")
                peer.send(text(peer))
                list(peer.lines)
            return reveal
        for words, reveal in (
                ("the other side has lied: ", Peer.reveal),
                ("reveals a fleet other than its own", says(
                    lambda peer: f"reveal\n{re.sub('Boat .*', 'Boat A1 right', peer.secret)}end")),
                ("not revealed its fleet: no answer from the other side", says(lambda peer: "ping")),
                ("not revealed its fleet: the other side has closed the connection", Peer.leave),
                ("not revealed its fleet: the other side ended the game: gone",
                 says(lambda peer: "error gone")),
                ("expected \"reveal\"", says(lambda peer: "bye"))):
            self.check_winner(reveal, words, "--reconnect", "0", "--timeout", "2000")

    def test_a_winner_who_does_not_come_back_has_lost(self):
        self.check_winner(Peer.leave, "not revealed its fleet: the other side has closed the connection, "
                          "and it has not come back within 1 seconds", "--reconnect", "1000")

    def test_who_gives_up_wins_if_the_other_side_reveals_nothing(self):
        class Silent(Peer):
            def turn(self, number):
                self.send("report " + self.receive("fire") + " miss")
                self.send("fire A1")
                self.receive("report")
                self.receive("resign")
                self.send("resigned")
                self.record("reveal")
                return False
        Silent.ships = []
        Silent.reveal = Peer.leave
        self.check(Silent, PEER, "the other side has not revealed its fleet", "--rounds", "1")

    def test_a_peer_that_vanishes_is_noticed(self):
        for moment in "greet", "agree", "turn":
            class Vanisher(Peer):
                pass
            setattr(Vanisher, moment, lambda self, *_: self.connection.shutdown(socket.SHUT_WR))
            words = "the other side has closed the connection"
            if moment == "greet":
                self.check_sent_away(Vanisher, words)
            else:
                self.check(Vanisher, RUNTIME, words)

    def test_a_silent_peer_is_not_waited_for_longer_than_wanted(self):
        class Silent(Peer):
            def turn(self, number):
                return list(self.lines) == ["nothing"]
        began = time.monotonic()
        self.check(Silent, RUNTIME, "no answer from the other side within 400 ms",
                   "--timeout", "400")
        self.assertLess(time.monotonic() - began, 10)

    def test_single_bytes_do_not_prolong_the_wait(self):
        class Dripper(Peer):
            def agree(self):
                for _ in range(100):
                    self.connection.sendall(b"x")
                    time.sleep(0.05)
        self.check(Dripper, RUNTIME, "no answer from the other side within 500 ms",
                   "--timeout", "500")

    def test_nonsense_is_refused_at_every_moment(self):
        for moment in "greet", "agree", "turn", "reveal":
            for line in "nonsense", "", "\xff\xfe", "fire\0", "reports A1 miss":
                class Babbler(Peer):
                    pass
                def babble(self, *_, line=line, moment=moment):
                    if moment == "turn":
                        self.receive("fire")
                    self.send(line)
                    list(self.lines)
                setattr(Babbler, moment, babble)
                words = "the other side breaks the protocol: expected "
                if moment == "greet":
                    self.check_sent_away(Babbler, words)
                else:
                    self.check(Babbler, PEER, words)

    def test_strangers_do_not_end_the_wait(self):
        class Browser(Peer):
            def greet(self):
                self.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r")
                raise ConnectionError

        class Flood(Peer):
            def greet(self):
                self.connection.sendall(b"x" * (1 << 20))
        self.check_sent_away(Browser, "expected \"battleship-network\"")
        self.check_sent_away(Flood, "longer than 65535 bytes")

    def test_connections_that_say_nothing_do_not_keep_anybody_away(self):
        host = Process("--host", *SMALL)
        port = host.port()
        with contextlib.ExitStack() as stack:
            for _ in range(40):
                stack.enter_context(socket.create_connection(("localhost", port)))
            connection = stack.enter_context(socket.create_connection(("localhost", port)))
            Peer(connection).play()
            code, _, messages = host.finish()
        self.assertEqual(code, FINE, messages)

    def test_another_version_is_refused_by_number(self):
        class Later(Peer):
            def greet(self):
                self.send("battleship-network 5")
                list(self.lines)
        self.check_sent_away(Later, "the other side has version 5 of the protocol")

    def test_a_name_that_no_record_accepts_is_refused(self):
        for name in "\033[2Jx", "x" * 33, "", "\x7f", "x\u202e":
            class Named(Peer):
                pass
            Named.name = name
            self.check_sent_away(Named, "expected \"join KEY NAME\"")

    def test_a_second_line_of_the_same_kind_is_refused(self):
        for word in "fleet-commitment " + "0" * 64, "seed b 0", "bye", "resigned", "proof x":
            class Repeater(Peer):
                def turn(self, number, word=word):
                    self.send(word)
                    return bool(list(self.lines))
            self.check(Repeater, PEER, "the other side breaks the protocol: ")

    def test_a_rematch_is_asked_for_once_and_after_the_game(self):
        class Early(Peer):
            def turn(self, number):
                self.send("rematch")
                return bool(list(self.lines))

        class Eager(Peer):
            def reveal(self):
                super().reveal()
                self.send("rematch\nrematch")
                list(self.lines)
        self.check(Early, PEER, "the other side breaks the protocol: ")
        code, messages = self.against(Eager, "--games", "2")
        self.assertEqual(code, PEER, messages)

    def test_help_that_was_not_agreed_on_is_refused(self):
        class Helped(Peer):
            help = "yes"

            def turn(self, number):
                self.send("used 1 0")
                return bool(list(self.lines))

        class Vague(Peer):
            help = "perhaps"
        self.check(Helped, PEER, "the other side uses help that was not agreed on")
        self.check(Vague, PEER, "expected \"help yes\" or \"help no\"")

    def test_floods_are_cut_off(self):
        class Line(Peer):
            def agree(self):
                self.connection.sendall(b"x" * (1 << 20))

        class Record(Peer):
            def revealed(self):
                return "# and so on\n" * (1 << 17)
        self.check(Line, PEER, "longer than 65535 bytes")
        self.check(Record, PEER, "record is too long")

    def test_the_peers_own_words_cannot_harm_a_terminal(self):
        class Painter(Peer):
            def agree(self):
                self.send("error \033[2Jgone")
        self.check(Painter, RUNTIME, "the other side ended the game: ?[2Jgone")

        class Forger(Peer):
            def report(self, cell):
                return cell + " \033[2Jmiss"
        _, messages = self.against(Forger)
        self.assertNotIn("\033", messages)

    def test_the_other_side_is_told_why(self):
        heard = []

        class Liar(Peer):
            def agree(self):
                self.send("nonsense")
                heard.extend(self.lines)
        self.check(Liar, PEER, "expected \"help\"")
        self.assertTrue(heard[-1].startswith("error the other side breaks the protocol"), heard)

    # Joining a scripted host.

    def join(self, text, *options):
        with socket.create_server(("localhost", 0)) as server:
            guest = Process("--join", f"localhost:{server.getsockname()[1]}", *options)
            connection, _ = server.accept()
            with connection:
                connection.sendall(text.encode())
                code, _, messages = guest.finish()
        return code, messages

    def test_a_host_cannot_impose_rules_that_are_none(self):
        for text, words in (("board 2x2\nfleet 9\n", "the other side's rules: "),
                            ("board 100x100\nfleet classic\n" * 2, "this rule was given before"),
                            ("board 1024x1024\nfleet classic\n", "more than 10000 cells"),
                            ("board\t101x100 # large\nfleet classic\n", "more than 10000 cells"),
                            ("board 100x100\nfleet classic\nturn salvo 4097\n",
                             "a salvo has more than 4096 shots"),
                            ("x-y\n" * (1 << 18), "record is too long")):
            code, messages = self.join("battleship-network 4\nwelcome " + secrets.token_hex(32) +
                                       " Host\nrules\nbattleship 1\n" + text + "end\n")
            self.assertEqual(code, PEER, messages)
            self.assertIn(words, messages)

    def test_a_host_that_accepts_and_is_silent_is_left(self):
        code, messages = self.join("", "--timeout", "300")
        self.assertEqual(code, RUNTIME, messages)
        self.assertIn("within 300 ms", messages)

    # Without a peer.

    def test_nobody_to_play_with(self):
        with socket.create_server(("localhost", 0)) as server:
            port = server.getsockname()[1]
        code, _, messages = Process("--join", f"localhost:{port}").finish()
        self.assertEqual(code, RUNTIME, messages)
        code, _, messages = Process("--host", "--timeout", "200").finish()
        self.assertEqual(code, RUNTIME, messages)
        self.assertIn("within 200 ms", messages)

    def test_an_interrupt_ends_the_wait(self):
        host = Process("--host")
        host.port()
        host.process.send_signal(signal.SIGINT)
        self.assertEqual(host.finish()[0], INTERRUPTED)

    def test_help_and_version(self):
        for option in "--help", "--version":
            code, out, messages = Process(option).finish()
            self.assertEqual(code, FINE, messages)
            self.assertIn("battleship-network", out)

    def test_a_file_that_cannot_be_written_is_refused_before_the_wait(self):
        for file, reason in ("/", "Is a directory"), ("/dev/null/kept", "Not a directory"):
            code, _, messages = Process("--host", "--keep", file).finish()
            self.assertEqual(code, RUNTIME, messages)
            self.assertRegex(messages, f"^battleship-network: {file}: cannot .*: {reason}\n$")

    def test_wrong_options_are_refused_with_a_reason(self):
        for options in ([], ["--host", "--join", "x:1"], ["--join", "x"], ["--join"],
                        ["--join", "x:1", "--board", "9x9"], ["--join", "127.0.0.1:70332"],
                        ["--join", "x:"], ["--join", "x:port"], ["--join", "[::1:4796"],
                        ["--host", "--strategy", "nobody"],
                        ["--host", "--timeout", "0"], ["--host", "70332"], ["--host=x"],
                        ["--host="], ["--host", "--seed", "x"], ["--host", "--board", "2x2"],
                        ["--nonsense"], ["x"]):
            code, out, messages = Process(*options).finish()
            self.assertEqual(code, USAGE, (options, messages))
            self.assertTrue(messages, options)
            self.assertFalse(out, options)


unittest.main()
