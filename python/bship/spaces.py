"""The spaces of the environments. They have what those of gymnasium have that agents ask for, but
gymnasium is not needed."""

from __future__ import annotations

from typing import Any, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Space:
    """A set of values, all of one shape and dtype."""

    def __init__(self, shape: tuple[int, ...], dtype: Any):
        self.shape, self.dtype = shape, np.dtype(dtype)
        self.seed()

    def seed(self, seed: int | None = None) -> None:
        """Sets the seed of sample()."""
        self._random = np.random.default_rng(seed)

    def contains(self, x: Any) -> bool:
        """Whether a value is one of the space."""
        raise NotImplementedError

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)


class Box(Space):
    """Arrays of integers from `low` to `high`."""

    def __init__(self, low: int, high: int, shape: tuple[int, ...], dtype: Any):
        super().__init__(shape, dtype)
        self.low, self.high = low, high

    def sample(self) -> NDArray[Any]:
        """A random array."""
        return self._random.integers(self.low, self.high, self.shape, self.dtype, endpoint=True)

    def contains(self, x: Any) -> bool:
        return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype and
                bool(((x >= self.low) & (x <= self.high)).all()))


class Discrete(Space):
    """The integers from 0 to n - 1."""

    def __init__(self, n: int):
        super().__init__((), np.int64)
        self.n = n

    def sample(self, mask: ArrayLike | None = None) -> int:
        """A random number; with a mask, one where that is not 0."""
        return int(self._random.choice(self.n if mask is None else np.flatnonzero(mask)))

    def contains(self, x: Any) -> bool:
        return isinstance(x, (int, np.integer)) and 0 <= x < self.n


class MultiDiscrete(Space):
    """Arrays whose item i is from 0 to nvec[i] - 1."""

    def __init__(self, nvec: ArrayLike):
        self.nvec = np.asarray(nvec, np.int64)
        super().__init__(self.nvec.shape, np.int64)

    def sample(self, mask: ArrayLike | None = None) -> NDArray[np.int64]:
        """Random numbers; with a mask, a row for each, those where it is not 0."""
        if mask is None:
            return self._random.integers(self.nvec)
        keys = np.where(mask, self._random.random(np.shape(mask)), -1.0)
        return keys.argmax(-1)

    def contains(self, x: Any) -> bool:
        return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype.kind in "iu" and
                bool(((x >= 0) & (x < self.nvec)).all()))


class Dict(Space):
    """Dictionaries with a value of a space for each key."""

    def __init__(self, spaces: Mapping[str, Space]):
        self.spaces = dict(spaces)
        super().__init__((), object)

    def __getitem__(self, key: str) -> Space:
        return self.spaces[key]

    def contains(self, x: Any) -> bool:
        return (isinstance(x, dict) and x.keys() == self.spaces.keys() and
                all(space.contains(x[key]) for key, space in self.spaces.items()))
