#!/usr/bin/env python3
"""learning.py [ROUNDS [PICTURE]]: an agent learns to fire, by REINFORCE (R. J. Williams, 1992).

Its policy is a softmax over the cells that the mask leaves, linear in a few features of each cell:
hits beside it, two hits in a row beside it, misses beside it, and where it lies. The picture shows the
shots that its games take, round by round, beside those of two strategies of the library.

    python3 examples/python/learning.py 100 learning.png
"""

import sys

import matplotlib
import numpy as np

import bship

matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402 - after the choice of a picture without a screen

RULES = bship.Rules("8x8", fleet=[5, 4, 3, 2])
GAMES, RATE = 256, 0.1
DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


def neighbour(grid, step, distance=1):
    """What lies so many steps further in a direction, for each cell; 0 off the board."""
    y, x = step[0] * distance + 2, step[1] * distance + 2
    padded = np.pad(grid, ((0, 0), (2, 2), (2, 2)))
    return padded[:, y:y + grid.shape[1], x:x + grid.shape[2]]


def features(observation):
    """What the policy sees of each cell: float64[games, cells, features]."""
    hit, sunk, miss = (observation == state for state in (bship.HIT, bship.SUNK, bship.MISS))
    beside = sum(neighbour(hit, one) for one in DIRECTIONS)
    line = sum(neighbour(hit, one) & neighbour(hit | sunk, one, 2) for one in DIRECTIONS)
    near_sunk = sum(neighbour(sunk, one) for one in DIRECTIONS)
    near_miss = sum(neighbour(miss, one) for one in DIRECTIONS)
    y, x = np.indices(observation.shape[1:])
    centre = np.broadcast_to(1 - (abs(y - 3.5) + abs(x - 3.5)) / 7, observation.shape)
    seen = np.stack([beside > 0, line > 0, near_sunk, near_miss / 2, centre], axis=-1)
    return seen.reshape(len(observation), -1, seen.shape[-1]).astype(float)


def play(env, policy, seed):
    """Plays a game in each place. Returns the shots of each, and of each step what `policy` gave
    besides the actions, with the games that went on."""
    observation, infos = env.reset(seed=seed)
    going, shots, steps = np.ones(GAMES, bool), np.zeros(GAMES), []
    while going.any():
        actions, more = policy(observation, infos)
        steps.append((going.copy(), more))
        shots += going
        observation, _, terminated, _, infos = env.step(actions)
        going &= ~terminated
    return shots, steps


def learn(env, weights, random, seed):
    """Plays a round and improves the weights. Returns the mean of the shots."""
    def policy(observation, infos):
        seen = features(observation)
        scores = np.where(infos["action_mask"], seen @ weights, -np.inf)
        scores[infos["over"]] = 0.0  # any action: these games are over
        p = np.exp(scores - scores.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        actions = (p.cumsum(1) > random.random((GAMES, 1))).argmax(1)
        chosen = seen[np.arange(GAMES), actions]
        return actions, chosen - (p[..., None] * seen).sum(1)  # the gradient of log p

    shots, steps = play(env, policy, seed)
    gradient = np.zeros_like(weights)
    for going, slopes in steps:
        if going.sum() > 1:  # better than the mean of the games that take that step, or worse
            gradient += ((shots[going].mean() - shots[going]) @ slopes[going]) / GAMES
    weights += RATE * gradient / (1 + np.linalg.norm(gradient))
    return shots.mean()


def main(rounds="30", picture="learning.png"):
    env, random = bship.VectorEnv(RULES, GAMES), np.random.default_rng(1)
    weights = np.zeros(5)
    curve = [learn(env, weights, random, seed) for seed in range(int(rounds))]
    print(f"mean shots of {GAMES} games: {curve[0]:.1f} at first, {curve[-1]:.1f} at last")

    pyplot.plot(curve, label="the agent")
    for strategy, colour in ("hunt", "tab:orange"), ("density", "tab:red"):
        policy = bship.baseline(strategy, env)
        shots, _ = play(env, lambda *seen: (policy(*seen), None), seed=0)
        print(f"{strategy}: {shots.mean():.1f} +- {shots.std(ddof=1) / GAMES ** 0.5:.1f}")
        pyplot.axhline(shots.mean(), color=colour, label=strategy)
    pyplot.xlabel("rounds")
    pyplot.ylabel("shots")
    pyplot.legend()
    pyplot.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
