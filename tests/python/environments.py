#!/usr/bin/env python3
"""The environments of the Python module: a model in numpy, and what the checkers of gymnasium
(gymnasium.utils.env_checker) and PettingZoo (pettingzoo.test.api_test) ask for, which are not needed
here."""

import sys
import unittest

import numpy as np

sys.dont_write_bytecode = True
import bship

RULES = bship.Rules("6x5", fleet=[3, 2, 2])


def random_steps(env, steps, seed=0):
    """Steps at random unknown cells: what each returned, behind the actions."""
    env.action_space.seed(seed)
    infos = env.reset(seed=seed)[1]
    for _ in range(steps):
        actions = env.action_space.sample(infos["action_mask"])
        step = env.step(actions)
        infos = step[4]
        yield actions, *step


class VectorEnvTest(unittest.TestCase):
    def test_a_model_observes_the_same(self):
        env = bship.VectorEnv(RULES, 50, shots=20)
        env.reset(seed=0)
        grids, expected = RULES.grids(env.layouts()), np.zeros((50, 30), np.uint8)
        ends = 0
        for actions, observation, rewards, terminated, truncated, infos in random_steps(env, 150):
            began = infos["began"]
            grids[began] = RULES.grids(env.layouts())[began]
            expected[began] = bship.UNKNOWN
            hidden = grids.reshape(50, -1)
            for game in range(50):
                if began[game]:
                    self.assertEqual(infos["action"][game], -1)
                    self.assertFalse(rewards[game] or terminated[game] or truncated[game])
                    continue
                cell = actions[game]
                ship = hidden[game, cell]
                expected[game, cell] = bship.HIT if ship else bship.MISS
                left = (hidden[game] == ship) & (expected[game] == bship.UNKNOWN)
                sunk = ship and not left.any()
                if sunk:
                    expected[game, cell] = bship.SUNK
                self.assertEqual(rewards[game], bool(sunk))
                self.assertEqual(infos["result"][game], 2 if sunk else bool(ship))
                afloat = (hidden[game] > 0) & (expected[game] == bship.UNKNOWN)
                self.assertEqual(terminated[game], not afloat.any())
                shots = (expected[game] != bship.UNKNOWN).sum()
                self.assertEqual(truncated[game], shots == 20 and afloat.any())
            np.testing.assert_array_equal(observation.reshape(50, -1), expected)
            np.testing.assert_array_equal(infos["action_mask"], expected == bship.UNKNOWN)
            np.testing.assert_array_equal(infos["over"], terminated | truncated)
            ends += infos["over"].sum()
        self.assertGreater(ends, 100)

    def test_gymnasiums_rules(self):
        env = bship.VectorEnv(RULES, 3)
        self.assertIs(env.unwrapped, env)
        for space, single in ((env.observation_space, env.single_observation_space),
                              (env.action_space, env.single_action_space)):
            self.assertEqual(space.shape, (3, *single.shape))
            self.assertEqual(space.dtype, single.dtype)
            self.assertIn(space.sample(), space)
            self.assertIn(single.sample(), single)
        for wrong in np.zeros((3, 5, 5), np.uint8), np.zeros((3, 5, 6), np.int32), \
                np.full((3, 5, 6), 9, np.uint8), None:
            self.assertNotIn(wrong, env.observation_space)
        for wrong in np.array([0, 1]), np.array([0, 1, 30]), np.array([-1, 0, 0]), [0, 1, 2]:
            self.assertNotIn(wrong, env.action_space)
        observation, infos = env.reset(seed=5, options={})
        self.assertIn(observation, env.observation_space)
        self.assertIsInstance(infos, dict)
        result = env.step(env.action_space.sample())
        self.assertEqual(len(result), 5)
        observation, rewards, terminations, truncations, infos = result
        self.assertIn(observation, env.observation_space)
        self.assertEqual((rewards.shape, rewards.dtype), ((3,), np.float32))
        for flags in terminations, truncations, infos["began"], infos["over"]:
            self.assertEqual((flags.shape, flags.dtype), ((3,), bool))
        self.assertEqual(infos["action_mask"].dtype, np.int8)
        for one in env.action_space.sample(infos["action_mask"]):
            self.assertIn(one, env.single_action_space)
        self.assertEqual(env.single_action_space.sample(np.eye(30, dtype=np.int8)[7]), 7)
        self.assertEqual(env.single_action_space.sample(np.zeros(30, np.int8)), 0)
        some = np.zeros((3, 30), np.int8)
        some[1, 29] = 1
        np.testing.assert_array_equal(env.action_space.sample(some), [0, 29, 0])
        np.testing.assert_array_equal(env.action_space.sample(tuple(some)), [0, 29, 0])
        for wrong in np.ones(30, np.int8), np.ones((2, 30), np.int8), np.ones((3, 29), np.int8):
            with self.assertRaisesRegex(ValueError, "mask has the shape"):
                env.action_space.sample(wrong)
        self.assertIn(np.array(3), env.single_action_space)
        for wrong in np.array(30), np.array([3]), 3.0, "3", None:
            self.assertNotIn(wrong, env.single_action_space)
        for options in {"reset_mask": np.ones(3, bool)}, 5:
            with self.assertRaisesRegex(ValueError, "there are no options"):
                env.reset(options=options)
        for _ in range(2):
            env.close()
            self.assertTrue(env.closed)
        env.step(np.zeros(3, int))  # of no use, but harmless

    def test_masked_samples_are_uniform(self):
        n = 30000
        space = bship.VectorEnv(RULES, n).action_space
        space.seed(1)
        mask = np.zeros((n, 30), np.int8)
        mask[:, [0, 3, 4, 17, 29]] = 1
        counts = np.bincount(space.sample(mask), minlength=30)
        self.assertEqual(counts[mask[0] == 0].sum(), 0)
        self.assertLess(abs(counts[mask[0] == 1] - n / 5).max(), 4.5 * (n * 0.2 * 0.8) ** 0.5)

    def test_numbers_of_games_and_seeds_are_checked(self):
        for n in -1, (1 << 24) + 1:
            with self.assertRaisesRegex(ValueError, "num_envs is"):
                bship.VectorEnv(RULES, n)
        with self.assertRaises(bship.Error):
            bship.VectorEnv(RULES, 0)
        env = bship.VectorEnv(RULES, 2)
        before = env.layouts()
        for make in env.reset, bship.Duel(RULES).reset:
            for seed in -1, 1 << 64:
                with self.assertRaisesRegex(ValueError, "seed is"):
                    make(seed=seed)
            for seed in [1, 2], 1.5, "7":
                with self.assertRaises(TypeError):
                    make(seed=seed)
        np.testing.assert_array_equal(before, env.layouts())

    def test_results_go_by_the_seed_and_stay_the_callers(self):
        one, two = (list(random_steps(bship.VectorEnv(RULES, 20), 80, seed=3)) for _ in range(2))
        for a, b in zip(one, two):
            for left, right in zip(a[:5], b[:5]):
                np.testing.assert_array_equal(left, right)
            for key in a[5]:
                np.testing.assert_array_equal(a[5][key], b[5][key])
        few, many = bship.VectorEnv(RULES, 2, seed=9), bship.VectorEnv(RULES, 9, seed=9)
        np.testing.assert_array_equal(few.layouts(), many.layouts()[:2])
        few.reset()
        self.assertTrue((few.layouts() != many.layouts()[:2]).any())

    def test_what_a_caller_writes_into_results_changes_no_game(self):
        env, other = (bship.VectorEnv(RULES, 20, shots=5, seed=1) for _ in range(2))
        for cell in range(12):
            one, two = (each.step(np.full(20, cell)) for each in (env, other))
            for a, b in zip([*one[:4], *one[4].values()], [*two[:4], *two[4].values()]):
                np.testing.assert_array_equal(a, b)
            for array in *one[:4], *one[4].values():
                array[:] = 1

    def test_a_refused_shot_is_told_and_changes_nothing(self):
        env = bship.VectorEnv(RULES, 2)
        before = env.step([0, 7])[0]
        actions = np.array([0, 99])
        after, _, _, _, infos = env.step(actions)
        np.testing.assert_array_equal(before, after)
        self.assertTrue((infos["status"] != 0).all())
        np.testing.assert_array_equal(actions, [0, 99])
        with self.assertRaisesRegex(ValueError, "actions has the shape"):
            env.step([1])
        for wrong in [0, 1.5], [0, np.nan], [0, 2**32 + 1], [0, 2**31]:
            with self.assertRaisesRegex(ValueError, "actions has numbers"):
                env.step(wrong)
        np.testing.assert_array_equal(env.step(np.array([1.0, 8.0]))[4]["action"], [1, 8])
        alone = bship.VectorEnv(bship.Rules("10x10", fleet=[3]), 1)
        alone.reset(seed=1)
        np.testing.assert_array_equal(alone.step(5)[4]["action"], [5])

    def test_baselines_play_whole_games(self):
        self.assertIn("density", bship.strategies())
        shots = {}
        for strategy in "random", "density":
            env = bship.VectorEnv(RULES, 40, seed=1)
            policy = bship.baseline(strategy, env, seed=2)
            observation, infos = env.reset(seed=1)
            over, total = np.zeros(40, bool), np.zeros(40)
            while not over.all():
                total += ~over
                observation, _, terminated, _, infos = env.step(policy(observation, infos))
                self.assertFalse(infos["status"].any())
                over |= terminated
            shots[strategy] = total.mean()
        self.assertLess(shots["density"] + 5, shots["random"])
        with self.assertRaises(bship.Error):
            bship.baseline("nobody", env)

    def test_baselines_understand_every_disclosure(self):
        for disclosure in "length", "hit", "sunk", "ship", "every-hit":
            rules = bship.Rules("6x5", fleet=[3, 2, 2], disclosure=disclosure, contact="none",
                                reveal_water="no" if disclosure == "hit" else "yes",
                                reveal_ship="no" if disclosure in ("hit", "sunk") else "yes")
            env = bship.VectorEnv(rules, 5)
            policy = bship.baseline("density", env)
            observation, infos = env.reset()
            for _ in range(60):
                observation, _, _, _, infos = env.step(policy(observation, infos))
                self.assertFalse(infos["status"].any())


class DuelTest(unittest.TestCase):
    def play(self, rules, seed):
        """Plays a game by PettingZoo's loop at random; checks what its api_test checks at each step.
        Returns what happened."""
        env = bship.Duel(rules)
        env.reset(seed=seed)
        self.assertEqual(env.agents, env.possible_agents)
        self.assertEqual(env.max_num_agents, 2)
        random, log, gained = np.random.default_rng(seed), [], dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
            self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertIn(agent, env.agents)
            observation, reward, terminated, truncated, info = env.last()
            self.assertIn(observation, env.observation_space(agent))
            self.assertIsNone(env.last(observe=False)[0])
            self.assertEqual(reward, gained[agent])
            for values in env.rewards, env.terminations, env.truncations, env.infos:
                self.assertEqual(list(values), env.agents)
            self.assertIsInstance(info, dict)
            log.append((agent, observation["observation"].copy(), reward, terminated))
            if terminated or truncated:
                self.assertFalse(observation["action_mask"].any())
                with self.assertRaises(ValueError):
                    env.step(0)
                env.step(None)
            else:
                for other in set(env.agents) - {agent}:
                    self.assertFalse(env.observe(other)["action_mask"].any())
                chosen = random.choice(np.flatnonzero(observation["action_mask"]))
                self.assertIsNone(env.step(chosen))
            gained[agent] = 0.0
            for one, more in env.rewards.items():
                gained[one] += more
        self.assertEqual((env.agents, env.num_agents), ([], 0))
        return log

    def test_pettingzoos_rules(self):
        for rules in RULES, bship.Rules("6x5", fleet=[3, 2, 2], turn="salvo 3"), \
                bship.Rules("6x5", fleet=[3, 2, 2], turn="again-on-hit", ending="equal-turns"):
            for seed in range(5):
                log = self.play(rules, seed)
                ends = [(agent, reward) for agent, _, reward, terminated in log if terminated]
                self.assertEqual(sorted(agent for agent, _ in ends), ["a", "b"])
                self.assertEqual(sum(reward for _, reward in ends), 0)
                again = self.play(rules, seed)
                for one, two in zip(log, again):
                    np.testing.assert_array_equal(one[1], two[1])
                    self.assertEqual(one[0], two[0])

    def test_the_game_of_the_seed_has_begun_with_the_object(self):
        def shots(env):
            for action in range(20):
                env.step(action)
            return env.observe("a")["observation"].tobytes()
        env = bship.Duel(RULES, seed=7)
        self.assertEqual((env.num_agents, env.rewards), (2, {"a": 0.0, "b": 0.0}))
        first = shots(env)
        env.reset()
        second = shots(env)
        self.assertNotEqual(first, second)
        for seed, expected in (7, first), (8, second):
            env.reset(seed=seed)
            self.assertEqual(shots(env), expected)
        with self.assertRaisesRegex(ValueError, "there are no options"):
            env.reset(options={"x": 1})

    def test_a_game_that_both_have_left(self):
        env = bship.Duel(RULES)
        space = env.observation_space("a")
        self.assertIn(space.sample(), space)
        for agent in env.agent_iter():
            mask = env.observe(agent)["action_mask"]
            env.step(None if env.terminations[agent] else np.flatnonzero(mask)[0])
        for call in env.last, lambda: env.step(None), lambda: env.step(3):
            with self.assertRaisesRegex(ValueError, "both sides have left"):
                call()

    def test_sides_take_turns(self):
        agents = [agent for agent, _, _, terminated in self.play(RULES, 1) if not terminated]
        self.assertTrue(all(one != two for one, two in zip(agents, agents[1:])))
        rules = bship.Rules("6x5", fleet=[3, 2, 2], turn="salvo 3")
        agents = [agent for agent, _, _, terminated in self.play(rules, 1) if not terminated]
        self.assertEqual(agents[:3], [agents[0]] * 3)
        self.assertNotEqual(agents[3], agents[0])

    def test_a_wrong_shot_changes_nothing(self):
        env = bship.Duel(RULES)
        env.reset(seed=1)
        first = env.agent_selection
        env.step(4)
        env.step(4)
        self.assertEqual(env.agent_selection, first)
        with self.assertRaises(bship.Error):
            env.step(4)
        with self.assertRaises(ValueError):
            env.step(30)
        self.assertEqual(env.agent_selection, first)
        env.close()

    def test_a_wrong_shot_of_a_salvo_is_refused_at_once(self):
        env = bship.Duel(bship.Rules("6x5", fleet=[3, 2, 2], turn="salvo 2"))
        env.reset(seed=1)
        for action in range(4):
            env.step(action % 2)
        first = env.agent_selection
        for wrong in 0, 1:
            with self.assertRaises(bship.Error):
                env.step(wrong)
        env.step(2)
        with self.assertRaises(bship.Error):
            env.step(2)
        self.assertEqual(env.agent_selection, first)
        env.step(3)
        self.assertNotEqual(env.agent_selection, first)


if __name__ == "__main__":
    unittest.main()
