"""The library's strategies as policies of environments."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._c import ffi, lib
from ._core import check, encode, expect, given, make, new, pointer, stream, word
from .chart import Chart
from .vector import VectorEnv


def strategies() -> list[str]:
    """The names of the library's strategies, roughly from the weakest to the strongest."""
    return [word(lib.BSHIP_ENUM_STRATEGY, one)
            for one in range(lib.bship_enum_count(lib.BSHIP_ENUM_STRATEGY))]


def baseline(strategy: str, env: VectorEnv, seed: int = 0
             ) -> Callable[[NDArray[np.uint8], dict[str, Any]], NDArray[np.int32]]:
    """A policy that fires as a strategy of the library does: `policy(observation, infos)` gives the
    actions, int32[num_envs], if it is called after reset() and after each step."""
    expect(env, VectorEnv, "env")
    charts = [Chart(env.rules) for _ in range(env.num_envs)]
    options = make("bship_ai_options", progress=lib.bship_python_progress)
    ais = [new("bship_ai", lib.bship_ai_free, lib.bship_ai_new, env.rules._c, encode(strategy),
               options) for _ in charts]
    seeds = stream(seed, lib.BSHIP_RNG_PURPOSE_USER)
    target = ffi.new("bship_cell *")

    def aim(game: int, infos: dict[str, Any]) -> int:
        chart, ai = charts[game], ais[game]
        if infos["began"][game]:
            chart.reset()
            lib.bship_ai_reset(ai, lib.bship_rng_next(seeds))
        elif not infos["status"][game]:
            told = (infos[key][game] for key in ("action", "result", "ship", "shown"))
            chart.record_shot(*map(int, told))
        if infos["over"][game]:
            return 0  # it is not fired at: the next step begins another game
        check(lib.bship_ai_aim(ai, chart._c, ffi.NULL, target))
        return target.y * env.rules.width + target.x

    def policy(_: NDArray[np.uint8], infos: dict[str, Any]) -> NDArray[np.int32]:
        return np.array([aim(game, infos) for game in range(env.num_envs)], np.int32)

    return policy


class Evaluation(NamedTuple):
    """What firing at n cells would come to; where `status` is not 0 there is no value, but NaN."""

    shots: NDArray[np.float64]  # [n]; expected until the fleet is sunk, this one included
    standard_error: NDArray[np.float64]  # [n]; 0 where all layouts were looked at
    exact: NDArray[np.bool_]  # [n]; else only differences between cells mean something
    status: NDArray[np.int32]  # [n]; 0: no failure


def evaluate(chart: Chart, cells: ArrayLike, *, work_limit: int = 0, seed: int = 0) -> Evaluation:
    """What firing at cells, given by their numbers, would come to, good or bad: the expected number
    of shots if the likeliest cell is fired at from then on, by the lookahead of `search`. Where the
    layouts are too many to look at all of them, one sample of them serves for all cells."""
    expect(chart, Chart, "chart")
    numbers = given(cells, np.int32, (-1,), "cells")
    options = make("bship_ai_options", seed=seed, work_limit=work_limit,
                   progress=lib.bship_python_progress)
    ai = new("bship_ai", lib.bship_ai_free, lib.bship_ai_new, chart.rules._c, b"search", options)
    n, width = len(numbers), chart.rules.width
    where = ffi.new("bship_cell[]", [(int(cell % width), int(cell // width)) for cell in numbers])
    found, status = ffi.new("bship_ai_candidate[]", n), np.empty(n, np.int32)
    check(lib.bship_ai_evaluate(ai, chart._c, ffi.NULL, where, n, found, pointer(status)))
    return Evaluation(np.array([one.expected_shots for one in found]),
                      np.array([one.standard_error for one in found]),
                      np.array([one.lookahead >= lib.BSHIP_LOOKAHEAD_ALL for one in found], bool),
                      status)
