#!/usr/bin/env python3
"""questions.py [GAMES [PICTURE]]: a game of questions and shots, as in arXiv 2510.20886: on 8x8 with
ships of 5, 4, 3 and 2, a captain has 40 shots and 15 questions, whose answers are true.

This captain fires at the likeliest cell. Once the layouts that agree are few enough to list, it first
asks what tells most, among questions about rows, columns, squares and the ships' directions. Its
score is F1, of the cells that it fired at as a guess of the ships' cells. The picture shows the scores
beside the published ones of people: median .63, best .81.

    python3 examples/python/questions.py 100 questions.png
"""

import sys

import matplotlib
import numpy as np

import bship

matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402 - after the choice of a picture without a screen

RULES = bship.Rules("8x8", fleet=[5, 4, 3, 2])
SHOTS, QUESTIONS, LISTED = 40, 15, 100_000
PEOPLE = {"median of people": 0.63, "best of people": 0.81}


def squares(size):
    for y in range(0, 8, size[0]):
        for x in range(0, 8, size[1]):
            cells = np.zeros((8, 8), bool)
            cells[y:y + size[0], x:x + size[1]] = True
            yield cells


def is_vertical(ship):
    return lambda grids: (grids == ship + 1).any(2).sum(1) > 1


CANDIDATES = [*squares((1, 8)), *squares((8, 1)), *squares((2, 2)), *squares((1, 4)),
              *squares((4, 1)), *map(is_vertical, range(len(RULES.lengths)))]


def ask(known, hidden):
    """Asks the question that tells most, and hears the truth."""
    question = max(CANDIDATES, key=known.eig)
    truth = bship.Weighted(RULES, hidden, np.ones(1), True).probability(question) > 0.5
    return known.observe(question, truth)


def play(env, seed):
    """The F1 of a game."""
    _, infos = env.reset(seed=seed)
    hidden, chart, answers, hits = env.layouts(), bship.Chart(RULES), None, 0
    for shots in range(1, SHOTS + 1):
        posterior = bship.Posterior(chart)
        if answers is None and posterior.count <= LISTED:
            answers = posterior.weighted()
            for _ in range(QUESTIONS):
                answers = ask(answers, hidden)
        p = posterior.p if answers is None else answers.p
        cell = int(np.where(infos["action_mask"][0], p.ravel(), -1).argmax())
        _, _, terminated, _, infos = env.step([cell])
        result = int(infos["result"][0])
        chart.record_shot(cell, result, int(infos["ship"][0]))
        hits += result > 0
        if answers is not None:
            shot = np.arange(RULES.cells).reshape(8, 8) == cell
            answers = answers.observe(shot, result > 0)
        if terminated[0]:
            break
    return 2 * hits / (shots + sum(RULES.lengths))


def main(games="20", picture="questions.png"):
    env = bship.VectorEnv(RULES)
    scores = np.array([play(env, seed) for seed in range(int(games))])
    error = scores.std(ddof=1) / len(scores) ** 0.5
    print(f"{len(scores)} games: mean F1 {scores.mean():.3f} +- {error:.3f}, "
          f"median {np.median(scores):.3f}")

    pyplot.hist(scores, bins=np.linspace(0, 1, 41))
    for (name, score), colour in zip(PEOPLE.items(), ("tab:orange", "tab:red")):
        pyplot.axvline(score, color=colour, label=name)
    pyplot.xlabel("F1")
    pyplot.ylabel("games")
    pyplot.legend()
    pyplot.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
