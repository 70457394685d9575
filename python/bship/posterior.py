"""Where the ships can be: exact or sampled probabilities of a position."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._c import ffi, lib
from ._core import (Error, Held, call, check, expect, given, make, new, number, parts, pointer,
                    stream, text_of, whole, word)
from .chart import Chart
from .rules import Rules
from .weighted import Predicate, Weighted


class Posterior(Held):
    """The distribution over the layouts that agree with a chart, all of them equally likely at
    first. Of rules it is that of the empty board. Later shots of the chart do not change it.

    By default it is exact where that takes at most `work_limit` steps (of about a nanosecond), else
    a sample drawn with `seed`; with `exact_only` an Error is raised instead. `method` names a method
    of the library, such as "enumeration" or "mcmc".
    """

    def __init__(self, position: Chart | Rules, *, method: str = "auto", exact_only: bool = False,
                 work_limit: int = 0, memory_limit: int = 0, precision: float = 0.0, seed: int = 0):
        self.chart = (Chart(position) if isinstance(position, Rules) else
                      expect(position, Chart, "position").copy())
        self.rules = self.chart.rules
        options = _options(method=method, exact_only=exact_only, work_limit=work_limit,
                           memory_limit=memory_limit, precision=precision, seed=seed)
        self._c = new("bship_posterior", lib.bship_posterior_free, lib.bship_posterior_new,
                      self.chart._c, options)
        self._info = make("bship_posterior_info")
        check(lib.bship_posterior_describe(self._c, self._info))

    def _grid(self, function: Any, *arguments: Any) -> NDArray[np.float64]:
        grid = np.empty((self.rules.height, self.rules.width))
        function(self._c, *arguments, pointer(grid), grid.size)
        return grid

    @property
    def p(self) -> NDArray[np.float64]:
        """The probability that a ship covers each cell: float64[height, width]."""
        return self._grid(lib.bship_posterior_occupancy)

    @property
    def by_ship(self) -> NDArray[np.float64]:
        """The same for the ships of each length: float64[lengths, height, width], in the order of
        `rules.class_lengths`. Ships of one length cannot be told apart."""
        return np.stack([self._grid(lib.bship_posterior_occupancy_of_class, one)
                         for one in range(len(self.rules.class_lengths))])

    @property
    def standard_error(self) -> NDArray[np.float64]:
        """The standard error of `p`: float64[height, width]; 0 if exact."""
        return self._grid(lib.bship_posterior_standard_error)

    @property
    def exact(self) -> bool:
        """Whether the results are exact, not sampled."""
        return bool(self._info.is_exact)

    @property
    def method(self) -> str:
        """The method that was used."""
        return word(lib.BSHIP_ENUM_METHOD, self._info.method)

    @property
    def log2_layouts(self) -> float:
        """The binary logarithm of the number of layouts; NaN if a sample does not tell it."""
        return self._info.log2_layouts

    @property
    def count(self) -> int | None:
        """The number of layouts, all digits of it; None unless exact."""
        return int(text_of(lib.bship_posterior_format_layouts, self._c)) if self.exact else None

    @property
    def best(self) -> NDArray[np.int32]:
        """The unknown cells from the likeliest on: int32[n], numbers of cells."""
        room = self.rules.cells
        cells = ffi.new("bship_cell[]", room)
        count = lib.bship_posterior_best(self._c, cells, room)
        return np.array([cell.y * self.rules.width + cell.x for cell in cells[0:count]], np.int32)

    def draw(self, n: int, seed: int = 0) -> NDArray[np.int16]:
        """Draws `n` layouts: int16[n, ships, 3]."""
        layouts = np.empty((n, len(self.rules.lengths), 3), np.int16)
        rng = stream(seed, lib.BSHIP_RNG_PURPOSE_SAMPLE)
        for _, part in parts(layouts):
            check(lib.bship_posterior_fill(self._c, rng, pointer(part), *part.shape[:2]))
        return layouts

    def layouts(self, first: int = 0, count: int | None = None) -> NDArray[np.int16]:
        """Lists the layouts that agree with the chart: int16[n, ships, 3], all of them or `count`
        from the one with the index `first` on. Layouts that no report can tell apart are one.

        Their number is `count` of this object; an Error is raised if they cannot be counted.
        """
        options = make("bship_sampler_options", progress=lib.bship_python_progress)
        sampler = new("bship_sampler", lib.bship_sampler_unref, lib.bship_sampler_new_chart,
                      self.chart._c, options)
        listed = lib.bship_sampler_count(sampler)
        if not listed:
            raise Error(lib.BSHIP_ERROR_RANGE, "the layouts are too many to be listed")
        n = listed - first if count is None else count
        if not (0 <= first <= listed and 0 <= n <= listed - first):
            raise Error(lib.BSHIP_ERROR_RANGE,
                        f"there are {listed} layouts, and not {n} from {first} on")
        layouts = np.empty((n, len(self.rules.lengths), 3), np.int16)
        for done, part in parts(layouts):
            check(lib.bship_sampler_list(sampler, first + done, pointer(part), *part.shape[:2]))
        return layouts

    def weighted(self, most: int = 1_000_000, n: int = 100_000, seed: int = 0) -> Weighted:
        """The layouts themselves, with weights: to ask questions of. They are all that agree with
        the chart, if they are at most `most`, and else `n` that are drawn with the seed."""
        exact = self.count is not None and self.count <= most
        layouts = self.layouts() if exact else self.draw(n, seed)
        return Weighted(self.rules, layouts, np.ones(len(layouts)), exact)

    @cached_property
    def _weighted(self) -> Weighted:
        return self.weighted()

    def eig(self, predicate: Predicate, e: float = 0.0) -> float:
        """What the answer to a question is expected to tell, in bits: `self.weighted().eig()`."""
        return self._weighted.eig(predicate, e)

    def observe(self, predicate: Predicate, answer: bool, e: float = 0.0) -> Weighted:
        """The distribution after an answer that is false with the probability `e`:
        `self.weighted().observe()`."""
        return self._weighted.observe(predicate, answer, e)


class Posteriors(NamedTuple):
    """Results for n positions; where `status` is not 0 there are none, and numbers are NaN."""

    p: NDArray[np.float64]  # [n, height, width]
    log2_layouts: NDArray[np.float64]  # [n]
    exact: NDArray[np.bool_]  # [n]
    status: NDArray[np.int32]  # [n]; 0: no failure


def posteriors(rules: Rules, cells: ArrayLike, results: ArrayLike, ships: ArrayLike | None = None,
               shown: ArrayLike | None = None, *, threads: int = 1, **options: Any) -> Posteriors:
    """The posteriors of n positions at once, in several threads.

    `cells`, `results`, `ships` and `shown` have a row for each position and an item for each shot,
    in order: int32, uint8, int16 and int32 [n, shots], as the steps of a VectorEnv give them. A
    negative cell ends a row. Without `ships` no report tells one, and without `shown` none shows
    where it lies. The options are those of Posterior, for each position.
    """
    expect(rules, Rules, "rules")
    shots = given(cells, np.int32, (-1, -1), "cells")
    told = given(results, np.uint8, shots.shape, "results")
    which = None if ships is None else given(ships, np.int16, shots.shape, "ships")
    where = None if shown is None else given(shown, np.int32, shots.shape, "shown")
    positions = make("bship_positions", count=shots.shape[0], shots=shots.shape[1],
                     cells=pointer(shots), results=pointer(told),
                     ships=ffi.NULL if which is None else pointer(which),
                     shown=ffi.NULL if where is None else pointer(where))
    n = len(shots)
    found = Posteriors(np.empty((n, rules.height, rules.width)), np.empty(n), np.empty(n, bool),
                       np.empty(n, np.int32))
    arrays = make("bship_posterior_arrays", count=n, cells=rules.cells,
                  occupancy=pointer(found.p), log2_layouts=pointer(found.log2_layouts),
                  is_exact=pointer(found.exact), status=pointer(found.status))
    call(lib.bship_posterior_batch, rules._c, positions, _options(**options),
         whole(threads, (1 << 31) - 1, "threads"), arrays)
    return found


def _options(*, method: str = "auto", exact_only: bool = False, work_limit: int = 0,
             memory_limit: int = 0, precision: float = 0.0, seed: int = 0) -> Any:
    return make("bship_posterior_options", method=number(lib.BSHIP_ENUM_METHOD, method),
                exact_only=exact_only, work_limit=work_limit, memory_limit=memory_limit,
                precision=precision, seed=seed, progress=lib.bship_python_progress)
