"""A game in hindsight."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._c import ffi, lib
from ._core import check, dtype_of, expect, make, new
from .chart import Chart

TURN = dtype_of("bship_review_turn")


def regret(chart: Chart, *, rollouts: int = 0, work_limit: int = 0, seed: int = 0
           ) -> NDArray[Any]:
    """What each turn of a chart gave away, in shots, beside the level `expert`: a structured array
    with a row for each turn, by the rollouts of the library's review.

    `cost` is what the choice of cells gave away, and `luck` what its result saved; `cost_error` and
    `luck_error` are their standard errors; `rest` is what the expert would need from before the turn.
    The other fields are those of bship_review_turn. With 0 `rollouts` there are 2,000 of each
    position, as far as the work limit goes.
    """
    expect(chart, Chart, "chart")
    review = new("bship_review", lib.bship_review_free, lib.bship_review_new, chart._c, ffi.NULL,
                 make("bship_review_options", seed=seed, rollouts=rollouts))
    check(lib.bship_review_run(review, make("bship_aim_options", work_limit=work_limit,
                                            progress=lib.bship_python_progress)))
    turns = np.empty(lib.bship_review_turns(review, ffi.NULL, 0), TURN)
    lib.bship_review_turns(review, ffi.from_buffer("bship_review_turn[]", turns), len(turns))
    return turns
