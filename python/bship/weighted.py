"""Layouts with weights: what is known after answers to questions."""

from __future__ import annotations

from functools import cached_property
from typing import Callable, Union

import numpy as np
from numpy.typing import NDArray

from ._c import lib
from ._core import Error
from .rules import Rules

Predicate = Union[NDArray[np.bool_], Callable[[NDArray[np.uint8]], NDArray[np.bool_]]]


def entropy(p: float) -> float:
    """The entropy of an event with a probability, in bits."""
    return -sum(q * float(np.log2(q)) for q in (p, 1 - p) if q > 0)


class Weighted:
    """A distribution over given layouts: all that agree with a position, or a sample of them.

    A *predicate* is a question with the answer yes or no: bool[height, width] asks whether a ship
    covers any of these cells; bool[n] has the true answer for each layout; and a function gives that
    of grids, uint8[n, height, width] with the ships' numbers from 1. An answer may be false with the
    probability `e`. Answers are independent of each other, given the layout.
    """

    def __init__(self, rules: Rules, layouts: NDArray[np.int16], weights: NDArray[np.float64],
                 exact: bool):
        self.rules, self.layouts, self.weights, self.exact = rules, layouts, weights, exact

    @cached_property
    def grids(self) -> NDArray[np.uint8]:
        """The layouts on boards: uint8[n, height, width]."""
        return self.rules.grids(self.layouts)

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
        p = self.probability(predicate)
        return entropy(p * (1 - e) + (1 - p) * e) - entropy(e)

    def observe(self, predicate: Predicate, answer: bool, e: float = 0.0) -> Weighted:
        """The distribution after an answer, by Bayes' rule. The grids are shared. An Error is raised
        if no layout agrees."""
        weights = self.weights * np.where(self._truth(predicate) == bool(answer), 1 - e, e)
        if not weights.any():
            raise Error(lib.BSHIP_ERROR_CONTRADICTION)
        after = Weighted(self.rules, self.layouts, weights / weights.sum(), self.exact)
        after.grids = self.grids
        return after

    def draw(self, n: int, seed: int = 0) -> NDArray[np.int16]:
        """Draws `n` of the layouts: int16[n, ships, 3]."""
        return np.random.default_rng(seed).choice(self.layouts, n, p=self.weights)

    def _truth(self, predicate: Predicate) -> NDArray[np.bool_]:
        """The true answer for each layout."""
        truth = np.asarray(predicate(self.grids) if callable(predicate) else predicate, bool)
        if truth.shape == self.grids.shape[1:]:
            truth = (self.grids[:, truth] > 0).any(1)
        if truth.shape != self.weights.shape:
            raise ValueError(f"a predicate has the shape {truth.shape}, and not "
                             f"{self.weights.shape}")
        return truth
