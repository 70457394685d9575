"""Layouts with weights: what is known after answers to questions."""

from __future__ import annotations

from functools import cached_property
from typing import Callable, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._c import ffi, lib
from ._core import check, given, pointer
from .rules import Rules

Predicate = Union[NDArray[np.bool_], Callable[[NDArray[np.uint8]], NDArray[np.bool_]]]


class Weighted:
    """A distribution over given layouts: all that agree with a position, or a sample of them. They
    are as likely as their weights, float64[n], which need not add up to 1, but do here.

    A *predicate* is a question with the answer yes or no: bool[height, width] asks whether a ship
    covers any of these cells; bool[n] has the true answer for each layout; and a function gives that
    of grids, uint8[n, height, width] with the ships' numbers from 1. An answer may be false with the
    probability `e`. Answers are independent of each other, given the layout.
    """

    def __init__(self, rules: Rules, layouts: ArrayLike, weights: ArrayLike, exact: bool):
        self.rules, self.exact = rules, exact
        self.layouts = given(layouts, np.int16, (-1, len(rules.lengths), 3), "layouts")
        self.weights = given(weights, np.float64, (len(self.layouts),), "weights")
        total = self.weights.sum()
        if not (0 < total < np.inf and self.weights.min() >= 0):
            raise ValueError("weights must be finite, not negative, and not all 0")
        self.weights = self.weights / total

    @cached_property
    def grids(self) -> NDArray[np.uint8]:
        """The layouts on boards: uint8[n, height, width], which cannot be written to."""
        grids = self.rules.grids(self.layouts)
        grids.flags.writeable = False
        return grids

    @property
    def p(self) -> NDArray[np.float64]:
        """The probability that a ship covers each cell: float64[height, width]."""
        return np.tensordot(self.weights, self.grids > 0, 1)

    @property
    def effective(self) -> float:
        """The number of layouts of equal weight that would be as good a sample. The standard error
        of a probability p is about sqrt(p (1 - p) / effective), and 0 if `exact`."""
        return 1 / float((self.weights ** 2).sum())

    def probability(self, predicate: Predicate) -> float:
        """The probability that the true answer is yes."""
        return float(self.weights @ self._truth(predicate))

    def eig(self, predicate: Predicate, e: float = 0.0) -> float:
        """The information that the answer is expected to give, in bits: how much less uncertain one
        will be of the layout."""
        bits = ffi.new("double *")
        check(lib.bship_question_bits(*self._question(predicate), e, bits))
        return bits[0]

    def observe(self, predicate: Predicate, answer: bool, e: float = 0.0) -> Weighted:
        """The distribution after an answer, by Bayes' rule. The grids are shared. An Error is raised
        if no layout agrees."""
        weights = np.empty_like(self.weights)
        check(lib.bship_question_weigh(*self._question(predicate), bool(answer), e,
                                       pointer(weights)))
        after = Weighted(self.rules, self.layouts, weights, self.exact)
        after.grids = self.grids
        return after

    def draw(self, n: int, seed: int = 0) -> NDArray[np.int16]:
        """Draws `n` of the layouts: int16[n, ships, 3]."""
        return np.random.default_rng(seed).choice(self.layouts, n, p=self.weights)

    def _question(self, predicate: Predicate) -> tuple[object, ...]:
        """The weights, the true answers and their number, for the library."""
        truth = np.ascontiguousarray(self._truth(predicate))
        return pointer(self.weights), pointer(truth), len(truth)

    def _truth(self, predicate: Predicate) -> NDArray[np.bool_]:
        """The true answer for each layout."""
        truth = np.asarray(predicate(self.grids) if callable(predicate) else predicate, bool)
        if truth.shape == self.grids.shape[1:]:
            truth = (self.grids[:, truth] > 0).any(1)
        if truth.shape != self.weights.shape:
            raise ValueError(f"a predicate has the shape {truth.shape}, and not "
                             f"{self.weights.shape}")
        return truth
