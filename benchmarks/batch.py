#!/usr/bin/env python3
"""batch.py BENCHMARK-BATCH: what the Python module takes for a step of 1,024 games and for a uniform
layout, behind the benchmark in C on the same machine at the same time. Choosing cells is timed alone:
at random among those that the mask allows."""

import subprocess
import sys
import time

import numpy as np

import bship

GAMES, STEPS, LAYOUTS, REPEATS = 1024, 2000, 1_000_000, 5


def print_row(way, seconds, items, item):
    least, *_, most = sorted(seconds)
    median = 1e6 * sorted(seconds)[len(seconds) // 2] / items
    print(f"{way:18} {median:8.4f} us {item}  (least {1e6 * least / items:.4f}, "
          f"most {1e6 * most / items:.4f})")


def time_steps(env, orders):
    """The seconds of all steps; each game fires at the cells in an order of its own."""
    games, fired, seconds = np.arange(GAMES), np.zeros(GAMES, np.intp), 0.0
    env.reset(seed=1)
    for _ in range(STEPS):
        actions = orders[games, fired]
        began = time.process_time()
        infos = env.step(actions)[4]
        seconds += time.process_time() - began
        fired = np.where(infos["over"], 0, fired + ~infos["began"])
    return seconds


def time_loop(env):
    """The seconds of all steps, and of choosing the cells, in the loop that the guide shows."""
    choosing = stepping = 0.0
    env.action_space.seed(1)
    infos = env.reset(seed=1)[1]
    for _ in range(STEPS):
        began = time.process_time()
        actions = env.action_space.sample(infos["action_mask"])
        chosen = time.process_time()
        infos = env.step(actions)[4]
        choosing += chosen - began
        stepping += time.process_time() - chosen
    return choosing, stepping


def time_layouts(rules):
    began = time.process_time()
    rules.layouts(LAYOUTS)
    return time.process_time() - began


def main(benchmark):
    subprocess.run([benchmark], check=True)
    rules = bship.Rules("8x8", fleet=[5, 4, 3, 2])
    env = bship.VectorEnv(rules, GAMES)
    orders = np.random.default_rng(1).permuted(
        np.tile(np.arange(rules.cells, dtype=np.int32), (GAMES, 1)), axis=1)
    steps = [time_steps(env, orders) for _ in range(REPEATS)]
    print_row("Python, VectorEnv", steps, GAMES * STEPS, "a step")
    choosing, stepping = zip(*(time_loop(env) for _ in range(REPEATS)))
    print_row("Python, sample()", choosing, GAMES * STEPS, "a step")
    print_row("Python, its steps", stepping, GAMES * STEPS, "a step")
    classic = bship.Rules()
    classic.sampler
    print_row("Python, layouts", [time_layouts(classic) for _ in range(REPEATS)], LAYOUTS, "each")


if __name__ == "__main__":
    main(*sys.argv[1:])
