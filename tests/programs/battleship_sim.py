#!/usr/bin/env python3
"""battleship_sim.py PROGRAM: the three output formats and the errors of the simulation."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
import unittest

PROGRAM = sys.argv.pop(1)
SMALL = ("--board", "6x6", "--fleet", "3,2")
STATISTICS = {"name", "mean", "standard_error", "sd", "median", "p5", "p95", "min", "max",
              "histogram", "games_per_second"}


def simulate(*options, **more):
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run([PROGRAM, *options], text=True, timeout=300, check=False, **more)


def printed(*options):
    """The output of a run that must succeed."""
    result = simulate(*options)
    assert result.returncode == 0, result.stderr
    return result.stdout


def lines_of(text):
    """The lines of comma-separated values, without comments."""
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


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
        for options in (("--games", "300"),
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
        self.assertNotIn("FAILED", table)

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

    def test_interrupted_games_have_results(self):
        for threads in ("1", "3"):
            process = subprocess.Popen(
                [PROGRAM, "--strategy", "random,hunt", "--games", "1000000000", "--format", "json",
                 "--threads", threads], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            out, messages = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130, messages)
            self.assertIn("interrupted", messages)
            data = json.loads(out)
            self.assertFalse(data["complete"])
            for row in data["strategies"]:
                self.assertEqual(sum(count for _, count in row["histogram"]), data["played"])
            self.assertGreater(data["played"], 0)

    def test_a_terminal_shows_how_far_it_is(self):
        terminal, side = os.openpty()
        process = subprocess.Popen([PROGRAM, "--strategy", "random", "--games", "1000000000"],
                                   stdout=subprocess.PIPE, stderr=side, text=True)
        os.close(side)
        shown = ""
        while "left" not in shown:
            shown += os.read(terminal, 4096).decode()
        self.assertRegex(shown, r"\[[#-]+\] +0%  \d+ of 1000000000  .* games/s  .* left")
        process.send_signal(signal.SIGINT)
        self.assertIn("INCOMPLETE", process.communicate(timeout=60)[0])
        rest = b""
        try:
            while piece := os.read(terminal, 4096):
                rest += piece
        except OSError:  # Linux: the other side was closed
            pass
        os.close(terminal)
        self.assertRegex(rest.decode(), r"\r\x1b\[Kbattleship-sim: interrupted")

    def test_a_failing_output_is_noticed(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            self.assertEqual(simulate("--games", "5", stdout=full).returncode, 1)

    def test_wrong_options_are_refused_with_a_reason(self):
        for options in (["--strategy", "nobody"], ["--games", "0"], ["--board", "2x2"],
                        ["--format", "xml"], ["--work", "0"], ["--memory", "-1"],
                        ["--layouts", "some"], ["--layouts", "all", "--games", "9"],
                        ["--layouts", "all", "--placement", "edge"],
                        ["--layouts", "all", "--habits"],
                        ["--threads", "-1"], ["--threads", "257"], ["--series", "0"],
                        ["--placement", "nowhere"], ["--placement", "edge:"],
                        ["--placement", "edge:x"], ["--placement", "edge:-1"],
                        ["--placement", "edge:1000000"], ["--placement", "edge,"],
                        ["--turn", "one", "--salvo-report", "total"]):
            refusal = simulate(*options)
            self.assertEqual(refusal.returncode, 2, options)
            self.assertTrue(refusal.stderr, options)
            self.assertFalse(refusal.stdout, options)


unittest.main()
