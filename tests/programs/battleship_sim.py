#!/usr/bin/env python3
"""battleship_sim.py PROGRAM: the three output formats and the errors of the simulation."""

import csv
import fcntl
import json
import os
import re
import resource
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest

from interrupts import heed_interrupts

heed_interrupts()

PROGRAM = sys.argv.pop(1)
SMALL = ("--board", "6x6", "--fleet", "3,2")
END = b"\0"  # of what was printed to a terminal
EFFORT = int(os.environ.get("BSHIP_TEST_EFFORT", "100"))  # in percent: see tests/support.h
STATISTICS = {"name", "games", "failed", "cleared", "points", "mean", "standard_error", "interval",
              "sd", "min", "p5", "median", "p95", "max", "mean_turns", "histogram", "games_per_second"}


def simulate(*options, **more):
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run([PROGRAM, *options], text=True, timeout=300, check=False, **more)


def terminal_of(columns):
    """A terminal of so many columns, and the side for a program."""
    terminal, side = os.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    return terminal, side


def rest_of(terminal, side, process):
    """What a program still prints to a terminal until it ends; closes the terminal. When the last
    program leaves one, Linux may drop what has not been read: so the side stays open until its
    last character, a mark, has been read."""
    def mark_end():
        process.wait()
        os.write(side, END)
    threading.Thread(target=mark_end).start()
    output = b""
    while not output.endswith(END):
        output += os.read(terminal, 4096)
    os.close(side)
    os.close(terminal)
    return output.removesuffix(END).decode()


def started(test, *options, before=lambda: None, **more):
    """A run of very many games, which no test leaves behind: minutes later it would end itself."""
    def prepare():
        resource.setrlimit(resource.RLIMIT_CPU, (300, 300))
        before()
    process = subprocess.Popen([PROGRAM, "--games", "1000000000", *options],
                               preexec_fn=prepare, **more)
    test.addCleanup(process.wait)
    test.addCleanup(process.kill)
    return process


def printed(*options):
    """The output of a run that must succeed."""
    result = simulate(*options)
    assert result.returncode == 0, result.stderr
    return result.stdout


def lines_of(text):
    """The lines of comma-separated values, without comments."""
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


class Rounds(unittest.TestCase):
    """Swiss tournaments."""
    NAMES = "random,hunt,parity,depth-first,stalker-easy,stalker,density"

    def play(self, rounds, *options, names=NAMES):
        return json.loads(printed("--duel", "--swiss", str(rounds), "--strategy", names, "--games",
                                  "40", "--seed", "3", "--format", "json", "--no-timing", *options))

    def check(self, data, players, rounds):
        """In each round all play but one of an odd number, no two again, and points add up."""
        size = players // 2
        pairs = [frozenset((row["a"], row["b"])) for row in data["duels"]]
        self.assertEqual((len(pairs), len(set(pairs))), (size * rounds, size * rounds))
        points = {row["name"]: 0 for row in data["ratings"]}
        for first in range(0, len(pairs), size):
            names = [name for pair in pairs[first:first + size] for name in pair]
            self.assertEqual(len(set(names)), 2 * size)
            for name in set(points) - set(names):
                points[name] += 1
        for row in data["duels"]:
            won, lost = row["won"], row["lost"]
            self.assertEqual(won + lost + row["drawn"], row["games"])
            points[row["a"]] += (won > lost) + (won == lost) / 2
            points[row["b"]] += (won < lost) + (won == lost) / 2
        self.assertEqual({row["name"]: row["points"] for row in data["ratings"]}, points)
        order = [row["points"] for row in data["ratings"]]
        self.assertEqual(order, sorted(order, reverse=True))

    def test_who_has_done_about_as_well_meets(self):
        data = self.play(3)
        self.check(data, 7, 3)
        self.assertEqual(data["ratings"][0]["name"], "density")
        rests = [40 * 3 - row["games"] for row in data["ratings"]]
        self.assertEqual(sorted(rests), [0] * 4 + [40] * 3, "no one rests twice")
        self.check(self.play(3, names=self.NAMES.replace(",hunt", "")), 6, 3)

    def test_everybody_meets_in_as_many_rounds_as_there_can_be(self):
        for names, rounds in ("random,hunt", 1), ("random,hunt,parity", 3):
            self.check(self.play(rounds, names=names), names.count(",") + 1, rounds)

    def test_rounds_do_not_depend_on_the_number_of_threads(self):
        self.assertEqual(self.play(4), self.play(4, "--threads", "3"))

    def test_the_text_has_the_standings(self):
        text = printed("--duel", "--swiss", "2", "--strategy", self.NAMES, "--games", "10")
        self.assertRegex(text, r"\nratings +points +Elo +error +won +drawn +lost +failed\n")
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertIn("In each of the 2 rounds", text)
        self.assertNotIn("points", printed("--duel", "--strategy", "random,hunt", "--games", "10"))

    def test_what_has_no_rounds_is_refused(self):
        for options, reason in ((("--swiss", "2"), "it needs --duel"),
                                (("--duel", "--swiss", "2", "--placement", "edge,hard"),
                                 "it takes one --placement"),
                                (("--duel", "--swiss", "2", "--checkpoint", "never-written"),
                                 "it has no --checkpoint"),
                                (("--duel", "--swiss", "2", "--strategy", "random,hunt"),
                                 "2 rounds are too many for 2 players: without it every pair plays"),
                                (("--duel", "--swiss", "4", "--strategy", "random,hunt,parity"),
                                 "4 rounds are too many for 3 players: without it every pair plays")):
            refusal = simulate(*options)
            self.assertEqual((refusal.returncode, refusal.stdout), (2, ""), options)
            self.assertIn("--swiss: " + reason, refusal.stderr)


class Files(unittest.TestCase):
    """What is written while games are played, and read again."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name
        self.checkpoint = self.path("checkpoint")

    def path(self, name):
        return os.path.join(self.directory, name)

    def text(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def refused(self, *options):
        refusal = simulate(*options)
        self.assertEqual((refusal.returncode, refusal.stdout), (2, ""), refusal.stderr)
        return refusal.stderr

    def kill_after_a_checkpoint(self, options, signal_number):
        """Ends a run some time after it has written a checkpoint with games."""
        process = started(self, *options, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            time.sleep(0.1)
            if os.path.exists(self.checkpoint) and "\ngames 0\n" not in self.text("checkpoint"):
                break
        process.send_signal(signal_number)
        process.wait(timeout=60)
        self.assertIn("battleship-results 4", self.text("checkpoint"))

    def test_a_killed_run_goes_on_to_the_same_results(self):
        for number in (signal.SIGKILL, signal.SIGINT):
            options = ("--strategy", "hunt", "--no-timing", "--format", "json", "--seed", "5",
                       "--board", "7x7", "--fleet", "3,2", "--checkpoint", self.checkpoint,
                       "--raw", self.path("rows.csv"), "--threads", "2")
            self.kill_after_a_checkpoint(options, number)
            played = int(self.text("checkpoint").split("\ngames ")[1].split()[0])
            self.assertGreater(played, 0)
            more = str(played + 1000)
            resumed = json.loads(printed(*options, "--games", more))
            expected = json.loads(printed(*options[:11], "--games", more, "--raw",
                                          self.path("all.csv")))
            self.assertEqual(resumed, expected)
            rows, others = (self.text(name).split("\ngame,")[1] for name in ("rows.csv", "all.csv"))
            self.assertTrue(rows == others, "the rows differ")
            os.remove(self.checkpoint)

    def test_interrupted_games_have_results(self):
        for threads in ("1", "3"):
            rows = self.path("rows" + threads)
            process = started(self, "--strategy", "random,hunt", "--format", "json", "--threads",
                              threads, "--raw", rows, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
            while not os.path.exists(rows) or os.path.getsize(rows) < 10000:
                time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            out, messages = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130, messages)
            self.assertIn("interrupted", messages)
            data = json.loads(out)
            self.assertFalse(data["complete"])
            for row in data["strategies"]:
                self.assertEqual(sum(count for _, count in row["histogram"]), data["played"])
            self.assertEqual(len(lines_of(self.text("rows" + threads))), 2 * data["played"])

    def test_timeout_ends_games_with_their_results(self):
        """It signals the program, and then its group with the program once more."""
        for number in (signal.SIGTERM, signal.SIGINT):
            rows = self.path("rows")
            process = started(self, "--strategy", "hunt", "--format", "json", "--raw", rows,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            while not os.path.exists(rows) or os.path.getsize(rows) < 10000:
                time.sleep(0.01)
            for _ in range(20):
                process.send_signal(number)
                time.sleep(0.0001)
            out, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 128 + number)
            self.assertFalse(json.loads(out)["complete"])
            os.remove(rows)

    def test_an_end_before_the_first_game_says_so(self):
        # The first aim takes far longer than this test.
        process = started(self, "--strategy", "search", "--board", "30x30", "--format", "json",
                          "--checkpoint", self.checkpoint, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
        while not os.path.exists(self.checkpoint):  # it is written just before that
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        out, messages = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM, messages)
        self.assertIn("interrupted before the first game was over", messages)
        data = json.loads(out)
        self.assertEqual((data["complete"], data["played"]), (False, 0))

    def test_the_first_of_all_layouts_are_no_sample(self):
        rows = self.path("rows")
        process = subprocess.Popen([PROGRAM, "--layouts", "all", "--board", "8x8", "--fleet",
                                    "4,3,2", "--strategy", "random", "--raw", rows], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        while not os.path.exists(rows) or os.path.getsize(rows) < 10000:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, messages = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, messages)
        self.assertIn("These layouts are the first ones in order, not a random sample", out)

    def test_a_checkpoint_is_of_one_run_at_a_time(self):
        options = ("--strategy", "hunt", *SMALL, "--no-timing", "--checkpoint", self.checkpoint)
        process = started(self, *options, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not os.path.exists(self.checkpoint):
            time.sleep(0.01)
        os.symlink(self.checkpoint, self.path("link"))
        for name in ("checkpoint", "link"):
            self.assertIn(f"{name}: another run is using it: process {process.pid}\n",
                          self.refused(*options, "--checkpoint", self.path(name)))
        process.kill()
        process.wait()
        played = int(self.text("checkpoint").split("\ngames ")[1].split()[0])
        more = ("--games", str(played + 10))
        self.assertEqual(printed(*options, *more), printed(*options[:-2], *more))
        self.assertEqual(sorted(os.listdir(self.directory)), ["checkpoint", "link"])

    def test_an_ignored_interruption_stays_ignored(self):
        process = started(self, "--strategy", "hunt", "--raw", self.path("rows"),
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          before=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        while not os.path.exists(self.path("rows")):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 143)

    def test_one_file_serves_one_purpose(self):
        self.write("layouts", "")
        os.link(self.path("layouts"), self.path("other"))
        for first, second, files in (("--checkpoint", "--raw", ("a", "a")),
                                     ("--layouts", "--raw", ("layouts", "other")),
                                     ("--raw", "--plot", ("a.svg", "a.svg")),
                                     ("--plot", "--plot-heat", ("a.svg", "a.svg")),
                                     ("--raw", "--record", ("a", "a"))):
            refusal = self.refused(first, self.path(files[0]), second, self.path(files[1]))
            self.assertIn(f"{second}: this file is that of {first}\n", refusal)

    def test_a_checkpoint_goes_on_with_more_games(self):
        options = ("--strategy", "posterior", "--habits", "--series", "4", *SMALL, "--no-timing",
                   "--placement", "edge,uniform")
        for games in ("8", "17", "17"):
            resumed = printed(*options, "--games", games, "--checkpoint", self.checkpoint)
            self.assertEqual(resumed, printed(*options, "--games", games))
        for games, reason in (("12", "has 17 games, not at most 12"), ("20", "within a series")):
            self.assertIn(reason, self.refused(*options, "--games", games, "--checkpoint",
                                               self.checkpoint))

    def test_another_player_joins_a_checkpoint_of_duels(self):
        """Only its own games are played, and all are those of a run with all players."""
        rest = (*SMALL, "--duel", "--games", "6", "--no-timing", "--placement", "uniform,edge")
        rows, files = self.path("rows.csv"), ("--checkpoint", self.checkpoint, "--raw")
        printed("--strategy", "random,hunt", *rest, *files, rows)
        self.assertEqual(len(lines_of(self.text("rows.csv"))), 2 * 6 * 2)
        more = ("--strategy", "random,parity,hunt,density", *rest)
        self.assertEqual(printed(*more, *files, rows), printed(*more))
        self.assertEqual(len(lines_of(self.text("rows.csv"))), 2 * 6 * 2 * 6)
        for strategies, name in (("parity,random,hunt,density", "parity"),
                                 ("random,parity,hunt", "density"), ("hunt,posterior", "random")):
            self.assertRegex(self.refused("--strategy", strategies, *rest, *files, rows),
                             rf'checkpoint:\d+:1: .* "player {name}" does not play, or in another')

    def test_no_player_joins_a_solo_match(self):
        rest = (*SMALL, "--games", "6", "--checkpoint", self.checkpoint)
        printed("--strategy", "random,hunt", *rest)
        self.assertRegex(self.refused("--strategy", "random,hunt,parity", *rest),
                         'expected "player parity", not "placement uniform 0"')

    def test_checkpoints_of_other_games_are_refused(self):
        options = ["--strategy", "hunt,random", *SMALL, "--games", "9", "--seed", "2",
                   "--checkpoint", self.checkpoint]
        printed(*options)
        before = self.text("checkpoint")
        for other in (["--seed", "3"], ["--contact", "none"], ["--placement", "edge"], ["--duel"],
                      ["--no-timing"], ["--until-error", "1"], ["--habits", "--series", "3",
                       "--strategy", "posterior"], ["--board", "5x5"], ["--work", "100"],
                      ["--raw", self.path("rows.csv")], ["--record", self.path("games")]):
            if "--strategy" in other:
                words = [*options[2:], *other]
            else:
                words = [*options, *other]
            self.assertRegex(self.refused(*words), r"checkpoint:\d+:1: this checkpoint (is|goes)")
        self.assertRegex(self.refused("--strategy", "hunt,parity", *options[2:]),
                         r'checkpoint:\d+:1: .* expected "player parity", not "player random"')
        self.assertEqual(self.text("checkpoint"), before)
        self.assertEqual(os.listdir(self.directory), ["checkpoint"])

    def test_damaged_checkpoints_are_refused(self):
        options = ("--strategy", "hunt,random", *SMALL, "--games", "9", "--no-timing",
                   "--checkpoint", self.checkpoint)
        printed(*options)
        good = self.text("checkpoint")
        for length in range(0, len(good), 7):
            self.write("checkpoint", good[:length])
            self.assertIn("checkpoint:", self.refused(*options))
        for old, new in (("results ", "results 9"), ("results ", "results -"), ("games 9", "games 99"),
                         ("games 9", "games 99999999999999999999"), ("entries 2", "entries 3"),
                         ("version ", "version 9"), ("checkpoint 1", "checkpoint 2"),
                         ("player hunt", "player hunt\x00"), ("series 0", "series 4"),
                         ("played 9 9", "played 9 8"), ("game-shots 0 ", "game-shots 1 ")):
            self.write("checkpoint", good.replace(old, new))
            self.assertIn("checkpoint:", self.refused(*options))
        for text in ("", "x", "\n", "name,shots\nhunt,40\n", "\0"):
            self.write("checkpoint", text)
            self.assertEqual(self.refused(*options), f"battleship-sim: --checkpoint: {self.checkpoint}"
                             ": this is not a checkpoint of battleship-sim\n")
        for text, reason in ((good.replace("checkpoint 1", "checkpoint 2"), ":1:1: this checkpoint is "
                              'of another version: "battleship-sim-checkpoint 2", not "battle'),
                             (good[:good.index(" 6x6")], ":3:6: the checkpoint is cut off"),
                             (good[:good.index("board 6x6")], ":3:1: the checkpoint is cut off")):
            self.write("checkpoint", text)
            self.assertIn(reason, self.refused(*options))
        self.write("checkpoint", good.replace("battleship-results 4", "battleship-results 3"))
        self.assertIn("expected version 4 of the results", self.refused(*options))
        self.write("checkpoint", good.replace("played 9 9", "played 9 8"))
        self.assertIn("the checksum does not match", self.refused(*options))
        self.write("checkpoint", good + "more\n")
        self.assertIn("nothing was expected", self.refused(*options))
        self.write("checkpoint", good)
        self.assertEqual(printed(*options), printed(*options[:-2]))

    def test_numbers_are_printed_as_they_were_typed(self):
        options = ("--strategy", "hunt", *SMALL, "--games", "30", "--until-error", "0.3",
                   "--placement", "edge:0.7", "--no-timing", "--checkpoint", self.checkpoint)
        data = printed(*options, "--format", "json")
        self.assertIn('"until_error":0.3,', data)
        self.assertIn('"strength":0.7,', data)
        for line in ("until-error 0.3", "placement edge 0.7"):
            self.assertIn(f"\n{line}\n", self.text("checkpoint"))
        table = printed(*options)
        self.assertIn("until no error is above 0.3,", table)
        self.assertIn("\nplacement edge:0.7\n", table)
        table = printed(*SMALL, "--strategy", "hunt", "--placement", "edge:1.0000001,edge:1.0000002",
                        "--until-error", "0.30000001", "--games", "2", "--no-timing")
        for text in ("edge:1.0000001", "edge:1.0000002", "above 0.30000001"):
            self.assertIn(text + "\n", table.replace(",", "\n").replace(" from", "\n"))

    def test_a_checkpoint_that_cannot_be_written_is_refused_at_once(self):
        self.assertIn("--checkpoint: ", self.refused("--games", "1000000000", "--checkpoint",
                                                     self.path("nowhere/checkpoint")))
        os.mkfifo(self.path("pipe"))
        for path in self.path("pipe"), self.directory, "/dev/null":
            self.assertIn(path + ": this is not a regular file",
                          self.refused("--games", "1000000000", "--checkpoint", path))
        self.assertIn("--raw: cannot open", self.refused("--games", "1000000000", "--raw",
                                                         self.path("nowhere/rows.csv")))

    def test_rows_do_not_replace_another_file(self):
        path = self.write("file", "kept")
        for option in ("--checkpoint", "--layouts"):
            self.assertIn("--raw: ", self.refused("--games", "5", option, path, "--raw", path))
        self.assertEqual(self.text("file"), "kept")

    def test_rows_and_checkpoints_are_for_their_owner_alone(self):
        paths = [self.path("rows.csv"), self.checkpoint]
        for _ in range(2):
            simulate(*SMALL, "--strategy", "hunt", "--games", "5", "--raw", paths[0],
                     "--checkpoint", paths[1])
            for path in paths:
                self.assertEqual(os.stat(path).st_mode & 0o777, 0o600, path)
            # A file that was there before, for all to read, is not left so.
            os.remove(paths[1])
            os.chmod(paths[0], 0o644)

    def test_raw_rows_are_those_of_the_results(self):
        options = ("--strategy", "hunt,random", "--games", "30", *SMALL, "--placement",
                   "uniform,edge", "--format", "json", "--raw", self.path("rows.csv"))
        data = json.loads(printed(*options))
        rows = lines_of(self.text("rows.csv"))
        self.assertEqual(len(rows), 120)
        for placement in data["placements"]:
            for strategy in placement["strategies"]:
                shots = [int(row["shots"]) for row in rows
                         if (row["placement"], row["strategy"], row["status"]) ==
                         (placement["placement"], strategy["name"], "BSHIP_OK")]
                self.assertAlmostEqual(sum(shots) / 30, strategy["mean"], places=6)
        self.assertGreater(int(rows[0]["nanoseconds"]), 0)

    def test_raw_rows_of_duels_say_who_won(self):
        data = json.loads(printed("--strategy", "hunt,random", "--duel", "--games", "30", *SMALL,
                                  "--format", "json", "--raw", self.path("rows.csv")))
        rows = [row for row in lines_of(self.text("rows.csv")) if row["strategy"] == "hunt"]
        self.assertEqual(len(rows), 30)
        (duel,) = data["duels"]
        self.assertEqual(sum(row["result"] == "win" for row in rows), duel["won"])
        self.assertEqual([row["side"] for row in rows[:3]], ["a", "b", "a"])

    def test_records_hold_games(self):
        records = self.path("records")
        rows = self.path("rows.csv")
        printed("--strategy", "hunt,density", "--games", "5", "--turn", "salvo 3", "--threads", "2",
                "--record", records, "--raw", rows)
        self.assertEqual(len(os.listdir(records)), 10)
        for row in lines_of(self.text("rows.csv")):
            text = self.text(f"records/{row['strategy']}-{row['game']}.record")
            self.assertIn("strategy a " + row["strategy"], text)
            self.assertEqual(sum(line.startswith("a ") for line in text.splitlines()),
                             int(row["turns"]))
        duels = self.path("duels")
        printed("--strategy", "hunt,density", "--games", "2", "--duel", "--record", duels)
        self.assertIn("hunt,density-1.record", os.listdir(duels))
        self.assertIn("\nb ", self.text("duels/hunt,density-1.record"))
        self.assertIn("more than 100000 files",
                      self.refused("--strategy", "hunt", "--games", "100001", "--record", records))

    def test_records_of_another_run_are_not_mixed(self):
        records, rows = self.path("records"), self.write("rows.csv", "kept\n")
        options = ("--strategy", "hunt", *SMALL, "--games", "3", "--no-timing", "--record", records)
        printed(*options)
        before = self.text("records/hunt-1.record")
        self.assertRegex(self.refused(*options, "--seed", "2", "--raw", rows,
                                      "--checkpoint", self.checkpoint),
                         r"has files of another run, such as hunt-\d\.record")
        self.assertEqual(self.text("records/hunt-1.record"), before)
        self.assertEqual(self.text("rows.csv"), "kept\n")
        self.assertEqual(sorted(os.listdir(self.directory)), ["records", "rows.csv"])
        more = self.path("more")
        for _ in range(2):
            printed(*options[:-1], more, "--checkpoint", self.checkpoint)
        self.assertEqual(len(os.listdir(more)), 3)

    def test_layouts_of_records_are_played_again(self):
        records = self.path("records")
        options = ("--strategy", "random,density", "--no-timing", "--format", "json")
        first = json.loads(printed(*options, "--games", "20", "--record", records))
        text = "".join(self.text(f"records/density-{game}.record") for game in range(20))
        layouts = self.write("layouts", text)
        again = json.loads(printed(*options, "--layouts", layouts))
        self.assertEqual((again["layouts"], again["games"]), ("file", 20))
        self.assertEqual(again["strategies"], first["strategies"])
        twice = json.loads(printed(*options, "--layouts", layouts, "--games", "40"))
        self.assertEqual(twice["played"], 40)

    def test_wrong_layouts_are_refused_where_they_are(self):
        record = "battleship 1\nboard 6x6\nfleet 3 2\na ship 3 A1 right\na ship 2 A3 right\n"
        good = self.write("good", record)
        self.assertEqual(json.loads(printed(*SMALL, "--strategy", "hunt", "--format", "json",
                                            "--layouts", good))["games"], 1)
        for text, reason in (
                (record + record.replace("A3", "B1"), ":10:"),
                (record + record.replace("6x6", "7x6"), ':7:1: the layout is of other rules: "board'),
                (record.replace("fleet 3 2", "contact none\nfleet 3 2"), ":3:1: the layout is of other"),
                (record + "battleship 1\nboard 6x6\nfleet 3 2\n", ":6:1: the record has no complete"),
                ("", ":1:"), ("battle\n", ":1:")):
            self.assertIn("wrong" + reason, self.refused(*SMALL, "--layouts",
                                                         self.write("wrong", text)))
        self.assertIn("nowhere", self.refused(*SMALL, "--layouts", self.path("nowhere")))


class Simulation(unittest.TestCase):
    def test_json_has_all_members(self):
        data = json.loads(printed("--strategy", "hunt,random", "--games", "200", "--seed", "3",
                                  "--contact", "none", "--format", "json"))
        self.assertEqual((data["games"], data["seed"]), (200, 3))
        self.assertEqual(data["rules"]["contact"], "none")
        self.assertEqual([row["name"] for row in data["strategies"]], ["hunt", "random"])
        for row in data["strategies"]:
            self.assertLessEqual(STATISTICS, set(row))
            self.assertEqual(sum(count for _, count in row["histogram"]), 200)
            total = sum(shots * count for shots, count in row["histogram"])
            self.assertAlmostEqual(row["mean"], total / 200, places=6)
        (pair,) = data["paired"]
        hunt, random = (row["mean"] for row in data["strategies"])
        self.assertAlmostEqual(pair["difference"], hunt - random, places=6)
        low, high = pair["interval"]
        self.assertTrue(low < pair["difference"] < high)
        self.assertEqual(pair["p_value"], pair["p_value_holm"])

    def test_p_values_are_adjusted_for_the_number_of_pairs(self):
        data = json.loads(printed("--games", "60", "--format", "json"))
        pairs = sorted(data["paired"], key=lambda pair: pair["p_value"])
        expected = 0
        for rank, pair in enumerate(pairs):
            expected = max(expected, min(1, (len(pairs) - rank) * pair["p_value"]))
            self.assertAlmostEqual(pair["p_value_holm"], expected, delta=1e-4 * expected)

    def test_few_games_are_said_to_be_few(self):
        games = ("--strategy", "random,hunt", "--games")
        self.assertIn("Only 49 games", printed(*games, "49"))
        self.assertNotIn("Only", printed(*games, "50"))

    def test_one_game_has_no_error(self):
        one = ("--strategy", "hunt", "--games", "1", "--format")
        (row,) = json.loads(printed(*one, "json"))["strategies"]
        self.assertIsNone(row["standard_error"])
        (row,) = lines_of(printed(*one, "csv"))
        self.assertEqual((row["standard_error"], row["sd"]), ("", ""))
        self.assertRegex(printed(*one, "table"), r"hunt +[0-9.]+ +- +- ")

    def test_all_layouts_give_exact_means(self):
        small = ("--board", "4x4", "--fleet", "3", "--strategy", "posterior,density", "--layouts",
                 "all", "--format")
        data = json.loads(printed(*small, "json"))
        self.assertEqual((data["layouts"], data["games"]), ("all", 16))
        (pair,) = data["paired"]
        self.assertIsNone(pair["interval"])
        for row in data["strategies"]:
            self.assertIsNone(row["standard_error"])
            # One ship: both are greedy, and the expected number of shots is known.
            self.assertAlmostEqual(row["mean"], 5.75)
        self.assertNotIn("error", printed(*small, "table"))
        refusal = simulate("--layouts", "all")
        self.assertEqual(refusal.returncode, 2)
        self.assertIn("15046987768 layouts", refusal.stderr)

    def test_remembered_decisions_are_those_of_the_strategies(self):
        """Under a work limit, here the default one, every decision is made anew."""
        def rows(*options):
            with tempfile.NamedTemporaryFile() as file:
                printed("--layouts", "all", "--no-timing", "--raw", file.name, *options)
                return [tuple(row.values()) for row in lines_of(file.read().decode())]
        strategies = ",".join(("random", "hunt", "depth-first", "capacity", "density",
                               "posterior"))
        for rules in ((), ("--turn", "salvo-afloat"), ("--turn", "again-on-hit", "--threads", "2"),
                      ("--turn", "salvo 2", "--salvo-report", "total"),
                      ("--disclosure", "hit", "--repeat", "wasted")):
            options = ("--board", "5x4", "--fleet", "3,2", "--strategy", strategies, *rules)
            self.assertEqual(rows(*options), rows(*options, "--work", "500000000"), rules)
        options = ("--board", "6x5", "--fleet", "3", "--strategy", "search")
        self.assertEqual(rows(*options), rows(*options, "--work", "500000000"))

    def test_the_same_seed_gives_the_same_games(self):
        def games(seed):
            rows = json.loads(printed("--games", "50", "--seed", seed, "--format", "json"))
            return [row["histogram"] for row in rows["strategies"]]
        self.assertEqual(games("1"), games("1"))
        self.assertNotEqual(games("1"), games("2"))

    def test_threads_change_nothing(self):
        def results(threads, *options):
            rows = json.loads(printed("--threads", threads, "--format", "json", *options))
            for row in rows["strategies"]:
                del row["games_per_second"]
            return rows
        for options in (("--games", str(max(3 * EFFORT, 50))),
                        ("--games", "60", "--habits", "--strategy", "posterior", *SMALL)):
            alone = results("1", *options)
            for threads in ("2", "5", "0"):
                self.assertEqual(results(threads, *options), alone, threads)

    def test_csv_has_a_line_for_each_strategy(self):
        rows = lines_of(printed("--games", "20", "--format", "csv"))
        self.assertEqual(rows[0]["strategy"], "random")
        self.assertGreater(len(rows), 7)

    def test_placements_have_results_of_their_own(self):
        options = ("--strategy", "hunt,random", "--games", "60", *SMALL)
        plain = json.loads(printed(*options, "--format", "json"))
        data = json.loads(printed(*options, "--format", "json", "--placement", "uniform,edge:30"))
        self.assertEqual([(row["placement"], row["strength"]) for row in data["placements"]],
                         [("uniform", 0), ("edge", 30)])
        uniform, edge = data["placements"]
        self.assertEqual((data["rules"], data["games"]), (plain["rules"], 60))
        for row, expected, other in zip(uniform["strategies"], plain["strategies"],
                                        edge["strategies"]):
            self.assertEqual(row["histogram"], expected["histogram"])
            self.assertNotEqual(row["histogram"], other["histogram"])
        self.assertEqual(uniform["paired"], plain["paired"])

        rows = lines_of(printed(*options, "--format", "csv", "--placement", "uniform,edge:30"))
        self.assertEqual([(row["placement"], row["strategy"]) for row in rows],
                         [(placement, strategy) for placement in ("uniform", "edge:30")
                          for strategy in ("hunt", "random")])
        table = printed(*options, "--placement", "uniform,edge:30")
        for piece in ("\nplacement uniform\n", "\nplacement edge:30\n"):
            self.assertIn(piece, table)
        self.assertRegex(table, r"\nmean shots +uniform +edge:30\nhunt +\S+ \+- ?\S+ +\S+ \+-")

    def test_learning_curves_compare_a_strategy_with_its_learner(self):
        options = ("--strategy", "posterior,random", "--games", "91", "--habits", "--series", "8",
                   "--placement", "edge:30", *SMALL)
        data = json.loads(printed(*options, "--format", "json"))["placements"][0]
        self.assertEqual([row["name"] for row in data["strategies"]],
                         ["posterior", "posterior*", "random"])
        self.assertEqual(data["strategies"][1]["learner"], "posterior")
        self.assertEqual(data["series"], 8)
        (curve,) = data["learning"]
        rounds = curve["rounds"]
        self.assertEqual([(row["first"], row["last"], row["series"]) for row in rounds],
                         [(1, 1, 12), (2, 2, 12), (3, 3, 12), (4, 5, 11), (6, 8, 11)])
        self.assertEqual((rounds[0]["difference"], rounds[0]["interval"]), (0, [0, 0]))
        self.assertLess(rounds[-1]["interval"][1], 0, "eight layouts on the edge teach nothing")
        for row in rounds:
            self.assertAlmostEqual(row["difference"],
                                   row["learner"]["mean"] - row["plain"]["mean"], places=5)

        lines = lines_of(printed(*options, "--format", "csv"))
        self.assertEqual([(line["strategy"], int(line["first"]), float(line["learner_mean"]))
                          for line in lines],
                         [("posterior", row["first"], row["learner"]["mean"]) for row in rounds])
        table = printed(*options)
        self.assertIn("* learns the habits of whoever lays the fleets", table)
        self.assertRegex(table, r"\ngame 1 +\S+ +\S+ +\S+ +\S+ +0.000")
        self.assertRegex(table, r"\ngames 6-8 +\S+ +\S+ +\S+ +\S+ +-")
        self.assertLessEqual(max(map(len, table.splitlines())), 80)

    def test_one_series_has_curves_without_errors(self):
        options = ("--strategy", "posterior", "--games", "3", "--habits", *SMALL)
        data = json.loads(printed(*options, "--format", "json"))
        (curve,) = data["learning"]
        self.assertEqual([row["last"] for row in curve["rounds"]], [1, 2, 3])
        for row in curve["rounds"]:
            self.assertEqual((row["interval"], row["plain"]["standard_error"]), (None, None))
        self.assertNotIn("nan", printed(*options) + printed(*options, "--format", "csv"))

    def test_learners_need_a_strategy_that_uses_habits(self):
        refusal = simulate("--strategy", "hunt,density", "--habits")
        self.assertEqual(refusal.returncode, 2)
        self.assertIn("none of the strategies uses habits", refusal.stderr)

    def test_every_strategy_plays_other_rules(self):
        table = printed("--games", "3", "--board", "12x9", "--fleet", "german", "--contact",
                        "none", "--turn", "salvo 3", "--disclosure", "every-hit")
        self.assertNotIn("failed", table)

    def test_rules_have_names_and_can_be_changed(self):
        def rules(*options):
            text = printed("--strategy", "hunt", "--games", "3", "--no-timing", *options)
            return text[text.index("\nboard "):]
        for name, same in (("small", ("--board", "7x7", "--fleet", "4,3,2,2")),
                           ("russian", ("--fleet", "russian")),
                           ("computer", ("--reveal-ship", "yes")),
                           ("phone", ("--contact", "none", "--turn", "again-on-hit",
                                      "--reveal-water", "yes", "--reveal-ship", "yes")),
                           ("blind", ("--disclosure", "hit"))):
            self.assertEqual(rules("--rules", name), rules(*same), name)
        sea_battle = ("--rules", "sea-battle", "--turn", "one", "--fleet", "3,2")
        self.assertEqual(rules(*sea_battle), rules("--fleet", "3,2", "--contact", "none",
                                                   "--reveal-water", "yes"))

    def test_a_name_of_rules_must_be_known_and_come_first(self):
        for options, why in ((("--rules", "chess"), "salvo, computer, phone, sea-battle, blind, small or large"),
                             (("--turn", "one", "--rules", "small"), "once, before other options"),
                             (("--rules", "small", "--rules", "blind"), "once, before other options"),
                             (("--rules",), "a value is missing")):
            refusal = simulate(*options)
            self.assertEqual(refusal.returncode, 2, options)
            self.assertIn(why, refusal.stderr)

    def test_the_memory_limit_changes_no_game(self):
        def histogram(*options):
            data = json.loads(printed("--strategy", "posterior", "--games", "30", "--board", "7x7",
                                      "--fleet", "4,3,2,2", "--format", "json", *options))
            return data["strategies"][0]["histogram"]
        self.assertEqual(histogram("--memory", "33554432"), histogram("--memory", "67108864"))

    def test_too_little_work_makes_posterior_play_as_density(self):
        def histogram(strategy):
            data = json.loads(printed("--strategy", strategy, "--games", "30", "--format", "json",
                                      *(("--work", "1") if strategy == "posterior" else ())))
            return data["strategies"][0]["histogram"]
        self.assertEqual(histogram("posterior"), histogram("density"))

    def test_too_little_work_fails_games(self):
        result = simulate("--strategy", "density", "--games", "2", "--work", "1")
        self.assertEqual(result.returncode, 1)
        self.assertIn("failed in game 0", result.stderr)

    def test_outputs_say_what_gives_them(self):
        options = ("--strategy", "hunt", "--games", "20", "--fleet", '"Big A":3,2', "--threads", "2",
                   "--no-timing", "--format")
        version = simulate("--version").stdout.strip()
        command = """battleship-sim --strategy hunt --games 20 --fleet '"Big A":3,2'"""
        table, rows, data = (printed(*options, name) for name in ("table", "csv", "json"))
        self.assertEqual(table.splitlines()[:2], [version, "command " + command])
        self.assertEqual(rows.splitlines()[:2], ["# " + version, "# " + command])
        self.assertIn("# seed 0", rows.splitlines())
        data = json.loads(data)
        self.assertEqual((data["version"], data["command"], data["complete"]),
                         (version.split()[1], command, True))

    def test_without_timing_outputs_are_equal(self):
        for style in ("table", "csv", "json"):
            options = ("--games", "70", "--strategy", "random,density", "--format", style,
                       "--no-timing")
            alone = printed(*options)
            for threads in ("2", "3"):
                self.assertEqual(printed(*options, "--threads", threads), alone, style)

    def test_a_terminal_shows_how_far_it_is(self):
        terminal, side = os.openpty()
        process = started(self, "--strategy", "random", stdout=subprocess.PIPE, stderr=side,
                          text=True)
        shown = ""
        while "left" not in shown:
            shown += os.read(terminal, 4096).decode()
        self.assertRegex(shown, r"\[[#-]+\] +0%  \d+ of 1000000000  .* games/s  .* left")
        process.send_signal(signal.SIGINT)
        self.assertIn("INCOMPLETE", process.communicate(timeout=60)[0])
        self.assertRegex(rest_of(terminal, side, process), r"\r\x1b\[Kbattleship-sim: interrupted")

    def test_a_difference_stays_in_one_line(self):
        terminal, side = terminal_of(41)
        process = subprocess.Popen([PROGRAM, "--strategy", "hunt,random", "--games", "60", *SMALL,
                                    "--no-timing"], stdout=side)
        text = rest_of(terminal, side, process)
        self.assertEqual(process.wait(), 0)
        self.assertRegex(text, r"hunt +- random\r\n +\S+  \[ *\S+, *\S+\] +\S+\r\n\r\n")

    def test_the_bar_is_one_line_of_any_terminal(self):
        for columns, expected in ((40, r"\[[#-]+\] +0%  [0-9:]+ left$"), (13, r" +0% +[0-9: lef]+$")):
            terminal, side = terminal_of(columns)
            process = started(self, "--strategy", "random", stdout=subprocess.DEVNULL, stderr=side)
            os.close(side)
            shown = ""
            while "\x1b[K" not in shown:
                shown += os.read(terminal, 4096).decode()
            process.kill()
            os.close(terminal)
            bar = shown.split("\x1b")[0].lstrip("\r")
            self.assertRegex(bar, expected)
            self.assertLess(len(bar), columns)

    def test_help_fits_a_terminal(self):
        self.assertLessEqual(max(map(len, printed("--help").splitlines())), 80)

    def on_terminal(self, columns, *options):
        """The lines that a run prints to a terminal."""
        terminal, side = terminal_of(columns)
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen([PROGRAM, *options], stdout=side, stderr=errors)
            output = rest_of(terminal, side, process)
            self.assertEqual(process.wait(), 0)
        return output.splitlines()

    def test_tables_fit_narrow_terminals(self):
        rules = 13  # lines, which can be pasted into a record and are not broken
        for options in (("--strategy", "hunt,stalker-easy,density"),
                        ("--strategy", "hunt,stalker-easy,density", "--duel"),
                        ("--strategy", "hunt,density", "--placement", "uniform,edge,hard", *SMALL),
                        ("--strategy", "posterior", "--habits", *SMALL)):
            options += ("--games", "60", "--no-timing")
            wide = printed(*options)
            self.assertLessEqual(max(map(len, wide.splitlines())), 80)
            self.assertEqual(self.on_terminal(80, *options), wide.splitlines())
            tables = wide.split("histograms")[0].split("\n", rules)[rules]
            for columns in 60, 45:
                lines = self.on_terminal(columns, *options)[rules:]
                self.assertLessEqual(max(map(len, lines)), columns, lines)
                words = set(" ".join(lines).split())
                self.assertLessEqual(set(tables.split()), words)

    def test_great_numbers_stay_apart(self):
        table = printed("--board", "400x400", "--fleet", "2", "--strategy", "random,hunt", "--games",
                        "3", "--no-timing", "--placement", "uniform,edge")
        numbers = table.split("ending at-once")[1]
        self.assertNotRegex(numbers, r"\.\d{4}")  # no two numbers without a blank
        self.assertRegex(numbers, r"\nshots( +\S+){8}\nrandom( +[0-9.]+){8}\nhunt( +[0-9.]+){8}\n")
        self.assertLessEqual(max(map(len, table.splitlines())), 80)
        curve = printed("--board", "100x100", "--fleet", "2", "--strategy", "posterior", "--habits",
                        "--series", "2", "--games", "4", "--work", "1", "--no-timing")
        curve = re.split(r"\nposterior +plain", curve)[1].split("\n\n")[0]
        self.assertRegex(curve, r"\ngame 1( +\d+\.\d+){4} +\S+  \[ *\S+, *\S+\]\ngame 2 ")
        self.assertRegex(curve, r"\b\d{4}\.\d\d\b")  # an error that takes fewer decimals

    def test_names_of_many_rounds_stay_apart(self):
        table = printed("--board", "3x2", "--fleet", "2", "--strategy", "posterior", "--habits",
                        "--series", "1100", "--games", "1100", "--no-timing")
        self.assertRegex(table, r"\ngames 1001-1100 +\d\.\d{3} +- +\d\.\d{3} +-\n")
        self.assertRegex(table, r"\ngame 1 +\d\.\d{3} +- ")
        self.assertLessEqual(max(map(len, table.splitlines())), 80)

    def test_games_end_once_their_errors_are_small(self):
        options = ("--strategy", "hunt,density", "--until-error", "0.5", "--format", "json",
                   "--no-timing")
        alone = printed(*options)
        data = json.loads(alone)
        self.assertEqual((data["until_error"], data["complete"], data["played"] % 100),
                         (0.5, True, 0))
        self.assertLess(data["played"], 2000)
        for row in data["strategies"]:
            self.assertLessEqual(row["standard_error"], 0.5)
        for threads in ("2", "3"):
            self.assertEqual(printed(*options, "--threads", threads), alone)
        fewer = data["played"] - 100
        short = json.loads(printed(*options, "--games", str(fewer)))
        self.assertEqual((short["played"], short["complete"]), (fewer, True))
        self.assertEqual((data["error_reached"], short["error_reached"]), (True, False))
        rest = options[:4] + options[6:]
        self.assertIn("These games were too few", printed(*rest, "--games", str(fewer)))
        self.assertNotIn("too few", printed(*rest))
        duel = printed("--duel", *rest[:2], "--games", "100", "--until-error", "0.001")
        self.assertEqual(duel.count("These games were too few"), 1)

    def test_a_player_who_always_wins_has_an_error(self):
        options = ("--duel", "--strategy", "random,density", "--format", "json", "--no-timing")
        rough = json.loads(printed(*options, "--until-error", "0.02"))
        exact = json.loads(printed(*options, "--until-error", "0.005"))
        self.assertEqual(rough["duels"][0]["games"], 100)
        self.assertGreater(exact["duels"][0]["games"], 200)
        self.assertEqual([(row["elo"], row["elo_reason"], row["error"]) for row in rough["ratings"]],
                         [(None, "lowest", None), (None, "highest", None)])
        (line,) = lines_of(printed(*options[:3], "--games", "100", "--format", "csv"))
        self.assertEqual([line[name] for name in ("elo_a", "error_a", "elo_b", "error_b")],
                         ["-inf", "", "inf", ""])
        table = printed(*options[:3], "--games", "100")
        self.assertRegex(table, r"\nrandom +lowest +- .*\ndensity +highest +- ")
        self.assertIn("no finite rating", table)

    def test_a_limit_of_shots_gives_the_share_cleared_and_the_points(self):
        options = ("--strategy", "hunt,density", "--board", "6x6", "--fleet", "A:3:5,B:2",
                   "--disclosure", "ship", "--shots", "14", "--games", "400", "--no-timing",
                   "--format")
        with tempfile.TemporaryDirectory() as directory:
            raw = os.path.join(directory, "raw.csv")
            data = json.loads(printed(*options, "json", "--raw", raw))
            with open(raw, encoding="utf-8") as file:
                games = lines_of(file.read())
        csv_lines = {line["strategy"]: line for line in lines_of(printed(*options, "csv"))}
        for entry in data["strategies"]:
            rows = [row for row in games if row["strategy"] == entry["name"]]
            points = [int(row["points"]) for row in rows]
            self.assertTrue(set(points) <= {0, 1, 5, 6}, points)
            self.assertTrue(all(int(row["shots"]) == 14 or row["points"] == "6" for row in rows))
            share = points.count(6) / 400
            self.assertAlmostEqual(entry["cleared"]["rate"], share, 6)
            low, high = entry["cleared"]["interval"]
            self.assertTrue(0 < low < share < high < 1)
            self.assertAlmostEqual(entry["points"]["mean"], statistics.mean(points), 6)
            self.assertAlmostEqual(entry["points"]["standard_error"],
                                   statistics.stdev(points) / 20, 6)
            line = csv_lines[entry["name"]]
            self.assertEqual([float(line[name]) for name in ("cleared", "points", "points_error")],
                             [entry["cleared"]["rate"], entry["points"]["mean"],
                              entry["points"]["standard_error"]])
        self.assertRegex(printed(*options, "table"), r"\nhunt +[0-9.]+ +\[ *[0-9.]+, +[0-9.]+\]")

    def test_duels_are_won_lost_and_rated(self):
        options = ("--strategy", "random,hunt,density", "--duel", "--games", "100", "--no-timing",
                   "--format")
        data = json.loads(printed(*options, "json"))
        self.assertEqual([(row["a"], row["b"]) for row in data["duels"]],
                         [("random", "hunt"), ("random", "density"), ("hunt", "density")])
        for row in data["duels"]:
            self.assertEqual(row["won"] + row["drawn"] + row["lost"], 100)
            self.assertEqual(row["share"]["decided"], row["won"] + row["lost"])
            low, high = row["share"]["interval"]
            self.assertTrue(low <= row["share"]["rate"] <= high < 0.5)
        self.assertEqual([row["games"] for row in data["ratings"]], [200, 200, 200])
        lines = lines_of(printed(*options, "csv"))
        self.assertEqual([int(line["won"]) for line in lines], [row["won"] for row in data["duels"]])
        table = printed(*options, "table")
        self.assertEqual(printed(*options, "table", "--threads", "3"), table)
        self.assertLessEqual(max(map(len, table.splitlines()[2:])), 80)
        self.assertRegex(table, r"\nhunt +- density +\d+ +\d+ +\d+ +[0-9.]+ +\[")
        for rule in ("again-on-hit", "salvo 3", "salvo-afloat", "salvo-largest"):
            rows = json.loads(printed("--strategy", "hunt,parity", "--duel", "--games", "10",
                                      "--turn", rule, "--ending", "equal-turns", "--placement",
                                      "edge,uniform", "--format", "json"))
            self.assertEqual([row["duels"][0]["games"] for row in rows["placements"]], [10, 10])

    def test_a_failing_output_is_noticed(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            self.assertEqual(simulate("--games", "5", stdout=full).returncode, 1)

    def test_files_that_may_not_grow_end_the_games_but_lose_no_results(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (850, 850))
        with tempfile.TemporaryDirectory() as directory:
            options = ("--strategy", "hunt", "--games", "1000", "--format", "json",
                       "--agreement", "3")
            for option in "--raw", "--record", "--checkpoint":
                path = os.path.join(directory, option)
                if option == "--checkpoint":
                    printed(*options[:3], "9", option, path)
                failure = simulate(*options, option, path, preexec_fn=limit)
                self.assertEqual(failure.returncode, 1, failure.stderr)
                self.assertIn(option + ": ", failure.stderr)
                self.assertEqual(failure.stderr.count("cannot write"), 1, failure.stderr)
                data = json.loads(failure.stdout)
                self.assertEqual(data["complete"], option == "--checkpoint")
                self.assertGreater(data["played"], 0)

    def test_wrong_options_are_refused_with_a_reason(self):
        for options in (["--strategy", "nobody"], ["--games", "0"], ["--board", "2x2"],
                        ["--format", "xml"], ["--work", "0"], ["--memory", "-1"],
                        ["--layouts", "nowhere"], ["--layouts", "all", "--games", "9"],
                        ["--layouts", "all", "--placement", "edge"],
                        ["--layouts", "all", "--habits"],
                        ["--layouts", "all", "--duel"], ["--layouts", "all", "--until-error", "1"],
                        ["--until-error", "0"], ["--until-error", "x"], ["--until-error", "-1"],
                        ["--until-error", "nan"], ["--duel", "--strategy", "hunt"],
                        ["--checkpoint", ""], ["--no-timing=1"], ["--threads", "-1"],
                        ["--threads", "257"], ["--series", "0"],
                        ["--placement", "nowhere"], ["--placement", "edge:"],
                        ["--placement", "edge:x"], ["--placement", "edge:-1"],
                        ["--placement", "edge:1000000"], ["--placement", "edge,"],
                        ["--placement", "edge:0x2"], ["--engine", ""], ["--engine-time", "5"],
                        ["--record", "/dev/null"], ["--html", "/"],
                        ["--html", "/dev/null/page.html"], ["--placement", "edge,edge"],
                        ["--placement", "edge:3,uniform,edge:3.0"],
                        ["--plot", "a.svg", "--plot-heat", "a.svg"],
                        ["--turn", "one", "--salvo-report", "total"]):
            refusal = simulate(*options)
            self.assertEqual(refusal.returncode, 2, options)
            self.assertTrue(refusal.stderr, options)
            self.assertFalse(refusal.stdout, options)
        with tempfile.TemporaryDirectory() as directory:
            link = os.path.join(directory, "page.html")
            os.symlink("nowhere/page.html", link)
            self.assertEqual(simulate("--html", link, "--strategy", "hunt").returncode, 2)
        refusal = simulate("--html", "/dev/null/page.html")
        self.assertRegex(refusal.stderr, r"^battleship-sim: --html: .*: Not a directory\n$")
        refusal = simulate("--placement", "uniform:3")
        self.assertEqual((refusal.returncode, refusal.stdout), (2, ""))
        self.assertIn("above 0 and up to 64 (not of uniform)", refusal.stderr)


unittest.main()
