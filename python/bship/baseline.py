"""The library's strategies as policies of environments."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
from numpy.typing import NDArray

from ._c import ffi, lib
from ._core import check, make, new, stream, word
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
    charts = [Chart(env.rules) for _ in range(env.num_envs)]
    options = make("bship_ai_options")
    ais = [new("bship_ai", lib.bship_ai_free, lib.bship_ai_new, env.rules._c, strategy.encode(),
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
