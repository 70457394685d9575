#!/usr/bin/env python3
"""The Python module: rules, layouts, charts and posteriors, beside a brute force in numpy."""

import copy
import pickle
import math
import signal
import sys
import time
import unittest

import numpy as np

sys.dont_write_bytecode = True
import bship

SMALL = bship.Rules("5x4", fleet=[3, 2])


def all_grids(rules):
    """Every layout of a small board, without the library: bool[n, ships, height, width]."""
    def placements(length):
        for height, width in {(1, length), (length, 1)}:
            for y in range(rules.height - height + 1):
                for x in range(rules.width - width + 1):
                    grid = np.zeros((rules.height, rules.width), bool)
                    grid[y:y + height, x:x + width] = True
                    yield grid
    layouts = [()]
    for length in rules.lengths:
        layouts = [(*layout, ship) for layout in layouts for ship in placements(length)
                   if not any((ship & other).any() for other in layout)]
    return np.array(layouts)


class RulesTest(unittest.TestCase):
    def test_rules_are_their_text(self):
        rules = bship.Rules("8x6", fleet=[4, 3], contact="none", reveal_water="yes", blocked="A1 B2")
        self.assertEqual((rules.width, rules.height, rules.cells), (8, 6, 48))
        self.assertIn("reveal-water yes", str(rules))
        for other in bship.Rules.from_text(str(rules)), eval(repr(rules), {"Rules": bship.Rules}), \
                pickle.loads(pickle.dumps(rules)):
            self.assertEqual(other, rules)
            self.assertEqual(hash(other), hash(rules))
        self.assertNotEqual(rules, SMALL)

    def test_a_failure_has_status_text_and_place(self):
        with self.assertRaises(bship.Error) as caught:
            bship.Rules("8x8", contact="perhaps")
        error = caught.exception
        self.assertEqual((error.status, error.line), ("BSHIP_ERROR_NAME", 3))
        self.assertRegex(str(error), "^3:9: contact: expected allowed")
        other = pickle.loads(pickle.dumps(error))       # as a pool of processes hands it on
        self.assertEqual((str(other), other.status, other.line),
                         (str(error), error.status, error.line))

    def test_a_wrong_argument_is_named(self):
        for seed in -1, 1 << 64:
            with self.assertRaisesRegex(ValueError, "seed is"):
                SMALL.layouts(1, seed=seed)
            with self.assertRaisesRegex(ValueError, "seed is"):
                bship.Posterior(SMALL, seed=seed)
        for seed in None, 1.5, "7", np.float32(1.5):
            with self.assertRaises(TypeError):
                SMALL.layouts(1, seed=seed)
        with self.assertRaisesRegex(TypeError, "work_limit is 10.0"):
            bship.Posterior(SMALL, work_limit=10.0)
        for wrong in np.array(["0"]), [None], [1j], np.array([0], "M8[s]"), [1 << 70]:
            with self.assertRaisesRegex(TypeError, "cells has the type"):
                bship.evaluate(bship.Chart(SMALL), wrong)
        for call in (lambda: bship.Chart("5x4"), lambda: bship.Posterior(None),
                     lambda: bship.Posterior({}), lambda: bship.regret(bship.Posterior(SMALL)),
                     lambda: bship.evaluate(bship.Posterior(SMALL), [0]),
                     lambda: bship.VectorEnv("5x4"), lambda: bship.Duel(None),
                     lambda: bship.Match(None, ["random"]), lambda: bship.baseline("random", None),
                     lambda: bship.posteriors(None, [[0]], [[0]])):
            with self.assertRaisesRegex(TypeError, "must be a bship"):
                call()
        for call in (lambda: bship.Chart(SMALL).record("A1 miss\0, B1 hit"),
                     lambda: bship.Posterior(SMALL, method="auto\0"),
                     lambda: bship.Match(SMALL, ["random\0"], 1)):
            with self.assertRaisesRegex(ValueError, "NUL"):
                call()
        with self.assertRaisesRegex(TypeError, "nonsense"):
            bship.posteriors(SMALL, [[0]], [[0]], nonsense=1)

    def test_layouts_are_legal_and_go_by_their_seed(self):
        rules = bship.Rules(contact="none")
        layouts = rules.layouts(1000, seed=3)
        self.assertEqual((layouts.dtype, layouts.shape), (np.int16, (1000, 5, 3)))
        np.testing.assert_array_equal(layouts, rules.layouts(1000, seed=3))
        self.assertTrue((layouts != rules.layouts(1000, seed=4)).any())
        grids = rules.grids(layouts)
        self.assertEqual((grids.dtype, grids.shape), (np.uint8, (1000, 10, 10)))
        for ship, length in enumerate(rules.lengths):
            self.assertTrue(((grids == ship + 1).sum((1, 2)) == length).all())
        below = (grids[:, :-1] != grids[:, 1:]) & (grids[:, :-1] > 0) & (grids[:, 1:] > 0)
        self.assertFalse(below.any())
        self.assertEqual(len(rules.layouts(0)), 0)

    def test_layouts_are_uniform(self):
        n = 40000
        every = {grid.tobytes(): 0 for grid in all_grids(SMALL).any(1)}
        total = len(all_grids(SMALL))
        p = all_grids(SMALL).any(1).mean(0)
        drawn = (SMALL.grids(SMALL.layouts(n, seed=1)) > 0)
        self.assertTrue(all(grid.tobytes() in every for grid in drawn[:500]))
        self.assertEqual(bship.Posterior(SMALL).count, total)
        self.assertLess(abs((drawn.mean(0) - p) / np.sqrt(p * (1 - p) / n)).max(), 4.5)

    def test_arrays_are_not_copied_needlessly(self):
        layouts = SMALL.layouts(10)
        self.assertIs(bship._core.given(layouts, np.int16, (-1, 2, 3), "layouts"), layouts)
        with self.assertRaisesRegex(ValueError, "layouts has the shape"):
            SMALL.grids(layouts[:, :1])
        with self.assertRaises(bship.Error) as caught:
            SMALL.grids(layouts + np.array([9, 0, 0], np.int16))
        self.assertEqual((caught.exception.status, caught.exception.index),
                         ("BSHIP_ERROR_OFF_BOARD", 0))


class ChartTest(unittest.TestCase):
    def test_a_contradiction_is_refused_and_changes_nothing(self):
        chart = bship.Chart(SMALL).record("A1 hit").record("A2 sunk 2")
        with self.assertRaises(bship.Error) as caught:
            chart.record("A3 sunk 2")
        self.assertEqual(caught.exception.status, "BSHIP_ERROR_CONTRADICTION")
        self.assertEqual(chart.shots, 2)
        np.testing.assert_array_equal(chart.states[:2, 0], [bship.SUNK, bship.SUNK])

    def test_numbers_of_a_shot(self):
        chart = bship.Chart(SMALL)
        for shot in (-1, 0), (20, 0), (1 << 40, 0), (0, 1, 2), (0, 2, 1, 40), (0, 9), (0, 3):
            with self.assertRaises(bship.Error):
                chart.record_shot(*shot)
        self.assertEqual(chart.shots, 0)

    def test_copies_are_charts_of_their_own(self):
        chart = bship.Chart(SMALL).record("A1 hit")
        copies = [chart.copy(), copy.copy(chart), copy.deepcopy(chart)]
        chart.record("B1 miss")
        self.assertEqual([one.shots for one in copies], [1, 1, 1])
        for held in chart, bship.Posterior(chart), bship.VectorEnv(SMALL, 2), bship.Duel(SMALL):
            with self.assertRaisesRegex(TypeError, "neither copied nor pickled"):
                pickle.dumps(held)
        with self.assertRaisesRegex(TypeError, "neither copied nor pickled"):
            copy.copy(bship.VectorEnv(SMALL, 2))

    def test_ways_to_make_a_chart_agree(self):
        by_words = bship.Chart(SMALL).record("E1 miss").record("A1 hit").record("A2 sunk 2")
        by_numbers = bship.Chart(SMALL)
        for cell, result, ship in (4, 0, -1), (0, 1, -1), (5, 2, 1):
            by_numbers.record_shot(cell, result, ship)
        by_grid = bship.Chart.from_grid(SMALL, "#...o\n#....\n.....\n.....\n")
        by_record = bship.Chart.from_record(
            f"battleship 1\n{SMALL}a E1 miss\na A1 hit\na A2 sunk 2\n")
        for chart in by_numbers, by_grid, by_record:
            np.testing.assert_array_equal(chart.states, by_words.states)
            np.testing.assert_array_equal(bship.Posterior(chart).p, bship.Posterior(by_words).p)

    def test_salvos_reported_by_totals(self):
        rules = bship.Rules("5x4", fleet=[3, 2], turn="salvo 2", salvo_report="total")
        posterior = bship.Posterior(bship.Chart(rules).record("A1, A2: 2 hits, sunk 2"))
        np.testing.assert_array_equal(posterior.p[:2, 0], 1)


class PosteriorTest(unittest.TestCase):
    def setUp(self):
        ships = all_grids(SMALL)
        grids = ships.any(1)
        self.agreeing = ships[grids[:, 0, 0] & ~grids[:, 0, 1]]
        self.posterior = bship.Posterior(bship.Chart(SMALL).record("A1 hit").record("B1 miss"))

    def test_probabilities_are_those_of_a_brute_force(self):
        posterior = self.posterior
        np.testing.assert_allclose(posterior.p, self.agreeing.any(1).mean(0), atol=1e-12)
        np.testing.assert_allclose(posterior.by_ship, self.agreeing.mean(0), atol=1e-12)
        self.assertEqual((posterior.exact, posterior.count), (True, len(self.agreeing)))
        self.assertAlmostEqual(posterior.log2_layouts, np.log2(len(self.agreeing)))
        self.assertEqual(posterior.standard_error.max(), 0)
        self.assertEqual(len(posterior.best), SMALL.cells - 2)
        ranked = posterior.p.flat[posterior.best]
        self.assertTrue((np.diff(ranked) <= 1e-12).all())

    def test_all_layouts_are_listed(self):
        layouts = self.posterior.layouts()
        self.assertEqual({grid.tobytes() for grid in SMALL.grids(layouts)},
                         {(ships * [[[1]], [[2]]]).sum(0).astype(np.uint8).tobytes()
                          for ships in self.agreeing})
        self.assertEqual(len(layouts), len(self.agreeing))
        np.testing.assert_array_equal(self.posterior.layouts(3, 4), layouts[3:7])
        with self.assertRaises(bship.Error):
            self.posterior.layouts(len(layouts), 1)
        for first, count in (-1, 1), (0, -1), (1 << 70, None), (0, 1 << 70):
            with self.assertRaises(bship.Error):
                self.posterior.layouts(first, count)

    def test_layouts_beyond_all_numbers_are_not_listed(self):
        posterior = bship.Posterior(bship.Rules("70x1", fleet=[1] * 35))
        self.assertEqual(posterior.count, math.comb(70, 35))        # more than 2^63
        with self.assertRaisesRegex(bship.Error, "too many"):
            posterior.layouts()
        self.assertFalse(posterior.weighted(n=10).exact)

    def test_draws_have_the_probabilities(self):
        n = 20000
        p = self.posterior.p
        drawn = (SMALL.grids(self.posterior.draw(n, seed=5)) > 0).mean(0)
        error = np.sqrt(p * (1 - p) / n)
        self.assertTrue((abs(drawn - p) <= 4.5 * error).all())

    def test_a_posterior_keeps_its_position(self):
        chart = bship.Chart(SMALL).record("A1 hit")
        posterior = bship.Posterior(chart)
        count = posterior.count
        chart.record("B1 miss")
        self.assertEqual((posterior.count, len(posterior.layouts())), (count, count))

    def test_many_at_once_are_those_one_by_one(self):
        rules = bship.Rules("8x8", fleet=[5, 4, 3, 2])
        cells = np.array([[0, 9, -1], [3, 4, 5], [7, 0, 1]])
        results = np.array([[0, 0, 0], [1, 1, 1], [1, 0, 2]])
        ships = np.array([[-1, -1, -1], [-1, -1, -1], [-1, -1, 3]])
        one, two = (bship.posteriors(rules, cells, results, ships, threads=n) for n in (1, 2))
        for a, b in zip(one, two):
            np.testing.assert_array_equal(a, b)
        self.assertEqual(list(one.status[:2]), [0, 0])
        self.assertNotEqual(one.status[2], 0)
        self.assertTrue(np.isnan(one.p[2]).all())
        for row in range(2):
            chart = bship.Chart(rules)
            for shot in zip(cells[row], results[row]):
                if shot[0] >= 0:
                    chart.record_shot(*map(int, shot))
            alone = bship.Posterior(chart)
            np.testing.assert_array_equal(one.p[row], alone.p)
            self.assertEqual(one.log2_layouts[row], alone.log2_layouts)

    def test_sunk_ships_that_are_shown(self):
        rules = bship.Rules("5x5", fleet=[3, 2, 2], reveal_ship="yes")
        chart = bship.Chart(rules)
        for shot in (0, 1, -1, -1), (2, 1, -1, -1), (1, 2, 1, 2):
            chart.record_shot(*shot)
        words = bship.Chart(rules).record("A1 hit").record("C1 hit").record("B1 sunk 2 B1 right")
        np.testing.assert_array_equal(chart.states, words.states)
        alone = bship.Posterior(words)
        many = bship.posteriors(rules, [[0, 2, 1]], [[1, 1, 2]], [[-1, -1, 1]], [[-1, -1, 2]])
        np.testing.assert_array_equal(many.p[0], alone.p)

    def test_limits_and_methods(self):
        rules = bship.Rules()
        with self.assertRaises(bship.Error) as caught:
            bship.Posterior(rules, exact_only=True, work_limit=1000)
        self.assertEqual(caught.exception.status, "BSHIP_ERROR_WORK_LIMIT")
        self.assertGreater(caught.exception.index, 1000)
        sampled = bship.Posterior(rules, method="rejection", precision=0.01)
        self.assertEqual((sampled.exact, sampled.method, sampled.count), (False, "rejection", None))
        self.assertGreater(sampled.standard_error.max(), 0)

    def test_a_signal_ends_a_long_computation(self):
        def interrupt(*_):
            raise KeyboardInterrupt
        before = signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        try:
            with self.assertRaises(KeyboardInterrupt):
                bship.Posterior(bship.Rules(), method="mcmc", precision=1e-9, work_limit=1 << 50)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(bship.Posterior(SMALL).exact, True)

    def test_many_layouts_are_those_of_few_and_can_be_interrupted(self):
        posterior, n = bship.Posterior(bship.Rules("6x6", fleet=[3, 2, 2])), 40000
        np.testing.assert_array_equal(posterior.draw(n, seed=1)[:100], posterior.draw(100, seed=1))
        drawn = posterior.rules.layouts(n, seed=1)
        self.assertEqual(len(np.unique(drawn[-20000:], axis=0).shape), 3)
        self.assertGreater(len(np.unique(drawn, axis=0)), n / 4)
        every = posterior.layouts()
        self.assertGreater(len(every), n)
        self.assertEqual(len(np.unique(every, axis=0)), posterior.count)
        class Stop(Exception):
            pass
        def stop(*_):
            raise Stop
        before = signal.signal(signal.SIGALRM, stop)
        try:
            for draw in bship.Rules().layouts, bship.Posterior(bship.Rules()).draw:
                signal.setitimer(signal.ITIMER_REAL, 0.1)
                began = time.process_time()
                with self.assertRaises(Stop):
                    draw(30_000_000)        # more than half a minute
                self.assertLess(time.process_time() - began, 5)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


class WeightedTest(unittest.TestCase):
    def setUp(self):
        self.posterior = bship.Posterior(bship.Chart(SMALL).record("A1 hit"))
        self.grids = SMALL.grids(self.posterior.layouts())
        self.column = np.zeros((4, 5), bool)
        self.column[:, 1] = True
        self.truth = self.grids[:, :, 1].any(1)

    def test_forms_of_a_question_agree(self):
        weighted = self.posterior.weighted()
        self.assertTrue(weighted.exact)
        for predicate in self.column, self.truth, lambda grids: grids[:, :, 1].any(1):
            self.assertAlmostEqual(weighted.probability(predicate), self.truth.mean())
        for wrong in self.truth[1:], None, (yes for yes in self.truth), lambda grids: None:
            with self.assertRaisesRegex(ValueError, "a predicate has the shape"):
                weighted.probability(wrong)

    def test_a_predicate_that_fails_or_writes_changes_nothing(self):
        weighted = self.posterior.weighted()
        def failing(grids):
            raise RuntimeError("mine")
        def writing(grids):
            grids[:] = 0
        with self.assertRaisesRegex(RuntimeError, "mine"):
            weighted.eig(failing)
        with self.assertRaisesRegex(ValueError, "read-only"):
            weighted.eig(writing)
        np.testing.assert_allclose(weighted.p, self.posterior.p)

    def test_weights_are_checked_and_add_up_to_1(self):
        layouts = SMALL.layouts(3)
        weighted = bship.Weighted(SMALL, layouts, [1, 2, 1], False)
        np.testing.assert_array_equal(weighted.weights, [0.25, 0.5, 0.25])
        self.assertEqual(weighted.probability(np.ones((4, 5), bool)), 1)
        for wrong in [1, 1], [[1, 1, 1]], [0, 0, 0], [-1, 1, 1], [np.nan, 1, 1], [np.inf, 1, 1]:
            with self.assertRaisesRegex(ValueError, "weights"):
                bship.Weighted(SMALL, layouts, wrong, False)
        with self.assertRaisesRegex(ValueError, "layouts has the shape"):
            bship.Weighted(SMALL, layouts[:, :1], [1, 1, 1], False)

    def test_information_is_that_of_bayes_rule(self):
        def bits(weights):
            return -(weights * np.log2(weights, where=weights > 0)).sum()
        n = len(self.truth)
        for e in 0.0, 0.1, 0.5:
            expected = np.log2(n)
            for answer in True, False:
                joint = np.where(self.truth == answer, 1 - e, e) / n
                expected -= joint.sum() * bits(joint / joint.sum())
                after = self.posterior.observe(self.column, answer, e)
                np.testing.assert_allclose(after.weights, joint / joint.sum(), atol=1e-12)
                np.testing.assert_allclose(
                    after.p, np.average(self.grids > 0, axis=0, weights=joint), atol=1e-12)
            self.assertAlmostEqual(self.posterior.eig(self.column, e), expected)
        self.assertAlmostEqual(self.posterior.eig(np.ones((4, 5), bool)), 0)

    def test_answers_multiply_and_contradict(self):
        after = self.posterior.observe(self.column, True, 0.2)
        twice = after.observe(self.column, True, 0.2)
        ratio = twice.weights[self.truth][0] / twice.weights[~self.truth][0]
        self.assertAlmostEqual(ratio, 16)
        self.assertLess(twice.effective, after.effective)
        with self.assertRaises(bship.Error) as caught:
            after.observe(self.column, True).observe(self.column, False)
        self.assertEqual(caught.exception.status, "BSHIP_ERROR_CONTRADICTION")
        drawn = SMALL.grids(after.observe(self.column, False).draw(100, seed=1))
        self.assertFalse(drawn[:, :, 1].any())

    def test_too_many_layouts_are_drawn(self):
        n = 20000
        weighted = bship.Posterior(bship.Rules()).weighted(n=n, seed=1)
        self.assertFalse(weighted.exact)
        self.assertAlmostEqual(weighted.effective, n)
        p = bship.Posterior(bship.Rules()).p
        self.assertLess(abs((weighted.p - p) / np.sqrt(p * (1 - p) / n)).max(), 4.5)


class EvaluationTest(unittest.TestCase):
    def test_shots_at_given_cells(self):
        rules = bship.Rules("3x1", fleet=[1])
        found = bship.evaluate(bship.Chart(rules).record("A1 miss"), [1, 2, 0, 1])
        np.testing.assert_array_equal(found.shots, [1.5, 1.5, np.nan, np.nan])
        np.testing.assert_array_equal(found.standard_error[:2], 0)
        np.testing.assert_array_equal(found.exact, [True, True, False, False])
        np.testing.assert_array_equal(found.status != 0, [False, False, True, True])

    def test_a_sample_has_an_error(self):
        chart = bship.Chart(bship.Rules()).record("E5 hit")
        found = bship.evaluate(chart, [34, 45, 99])
        self.assertFalse(found.exact.any())
        self.assertTrue((found.standard_error > 0).all())
        self.assertGreater(found.shots[2], found.shots[0])


class RegretTest(unittest.TestCase):
    def test_the_experts_shots_cost_nothing_and_others_more(self):
        rules = bship.Rules("6x1", fleet=[2])
        chart = bship.Chart(rules).record("A1 miss").record("F1 miss").record("C1 hit")
        turns = bship.regret(chart, rollouts=200, seed=1)
        self.assertEqual(len(turns), 3)
        self.assertEqual((turns["first_shot"][2], turns["shots"][2]), (2, 1))
        self.assertGreater(turns["cost"][0], 3 * turns["cost_error"][0])
        self.assertTrue((turns["cost"][turns["is_expert"] == 1] == 0).all())
        np.testing.assert_array_equal(turns, bship.regret(chart, rollouts=200, seed=1))


class MatchTest(unittest.TestCase):
    def test_rows_are_the_same_for_any_number_of_threads(self):
        one, two = (bship.Match(SMALL, ["random", "density"], 300, seed=4, threads=n).rows
                    for n in (1, 2))
        np.testing.assert_array_equal(one, two)
        self.assertEqual((len(one), one["status"].any()), (600, False))
        np.testing.assert_array_equal(one["game"], np.repeat(np.arange(300), 2))
        later = bship.Match(SMALL, ["random", "density"], 100, seed=4, first_game=200)
        np.testing.assert_array_equal(later.rows, one[400:])
        self.assertLess(later.of("density")["shots"].mean(), later.of("random")["shots"].mean())
        self.assertGreaterEqual(later.of("random")["shots"].min(), sum(SMALL.lengths))
        alone = bship.Match(SMALL, "random", 10).rows
        np.testing.assert_array_equal(alone, bship.Match(SMALL, ["random"], 10).rows)
        alone["shots"] += 1        # they are the caller's

    def test_duels(self):
        match = bship.Match(SMALL, ["random", "density"], 100, kind="duel", alternate=True)
        won = match.rows["outcome"] == match.rows["side"]
        self.assertGreater(won[match.rows["entry"] == 1].sum(), 60)
        self.assertEqual(won.sum(), 100)
        with self.assertRaises(bship.Error):
            bship.Match(SMALL, ["random"], 10, kind="duel")


class DocumentationTest(unittest.TestCase):
    def test_whatever_is_public_is_described(self):
        for name in bship.__all__:
            thing = getattr(bship, name)
            members = vars(thing).items() if isinstance(thing, type) else ()
            for place, one in [(name, thing), *((f"{name}.{key}", one) for key, one in members)]:
                if callable(one) and not place.rpartition(".")[2].startswith("_"):
                    self.assertTrue(one.__doc__, place)
                if isinstance(one, property):
                    self.assertTrue(one.__doc__, place)


if __name__ == "__main__":
    unittest.main()
