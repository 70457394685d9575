#!/usr/bin/env python3
"""battleship_sim.py PROGRAM: the three output formats and the errors of the simulation."""

import csv
import json
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)
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
        (row,) = csv.DictReader(printed(*one, "csv").splitlines())
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
        def results(threads):
            rows = json.loads(printed("--games", "300", "--threads", threads, "--format", "json"))
            for row in rows["strategies"]:
                del row["games_per_second"]
            return rows
        alone = results("1")
        for threads in ("2", "5", "0"):
            self.assertEqual(results(threads), alone, threads)

    def test_csv_has_a_line_for_each_strategy(self):
        rows = list(csv.DictReader(printed("--games", "20", "--format", "csv").splitlines()))
        self.assertEqual(rows[0]["strategy"], "random")
        self.assertGreater(len(rows), 7)

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

    def test_a_failing_output_is_noticed(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            self.assertEqual(simulate("--games", "5", stdout=full).returncode, 1)

    def test_wrong_options_are_refused_with_a_reason(self):
        for options in (["--strategy", "nobody"], ["--games", "0"], ["--board", "2x2"],
                        ["--format", "xml"], ["--work", "0"], ["--memory", "-1"],
                        ["--layouts", "some"], ["--layouts", "all", "--games", "9"],
                        ["--threads", "-1"], ["--threads", "257"],
                        ["--turn", "one", "--salvo-report", "total"]):
            refusal = simulate(*options)
            self.assertEqual(refusal.returncode, 2, options)
            self.assertTrue(refusal.stderr, options)
            self.assertFalse(refusal.stdout, options)


unittest.main()
