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

    def sample(self) -> Any:
        """A random value of the space."""
        raise NotImplementedError

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
        """A random number; with a mask, int8[n], one where that is not 0, or 0 if there is none."""
        if mask is None:
            return int(self._random.integers(self.n))
        return int(_sample(self._random, np.asarray(mask)[np.newaxis], (1, self.n))[0])

    def contains(self, x: Any) -> bool:
        is_array = isinstance(x, np.ndarray) and x.shape == () and x.dtype.kind in "iu"
        return bool((is_array or isinstance(x, (int, np.integer))) and 0 <= x < self.n)


class MultiDiscrete(Space):
    """Arrays whose item i is from 0 to nvec[i] - 1."""

    def __init__(self, nvec: ArrayLike):
        self.nvec = np.asarray(nvec, np.int64)
        super().__init__(self.nvec.shape, np.int64)

    def sample(self, mask: ArrayLike | None = None) -> NDArray[np.int64]:
        """Random numbers; with a mask, int8[items, n], a row for each item, those where it is not 0,
        or 0 if there is none."""
        if mask is None:
            return self._random.integers(self.nvec)
        return _sample(self._random, mask, (len(self.nvec), int(self.nvec.max(initial=0))))

    def contains(self, x: Any) -> bool:
        return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype.kind in "iu" and
                bool(((x >= 0) & (x < self.nvec)).all()))


def _sample(random: np.random.Generator, mask: ArrayLike, shape: tuple[int, int]
            ) -> NDArray[np.int64]:
    """The place of a random item in each row of a mask that is not 0, or 0."""
    allowed = np.asarray(mask) != 0
    if allowed.shape != shape:
        raise ValueError(f"mask has the shape {allowed.shape}, and not {shape}")
    items = np.flatnonzero(allowed)
    ends = np.searchsorted(items, shape[1] * np.arange(shape[0] + 1))
    counts = np.diff(ends)
    chosen = ends[:-1] + (random.random(shape[0]) * counts).astype(np.int64)
    sampled = np.zeros(shape[0], np.int64)
    has_some = counts > 0
    sampled[has_some] = items[chosen[has_some]] % shape[1]
    return sampled


class Dict(Space):
    """Dictionaries with a value of a space for each key."""

    def __init__(self, spaces: Mapping[str, Space]):
        self.spaces = dict(spaces)
        super().__init__((), object)

    def seed(self, seed: int | None = None) -> None:
        """Sets the seed of sample() in each of the spaces."""
        for space in self.spaces.values():
            space.seed(seed)

    def sample(self) -> dict[str, Any]:
        """A random value for each key."""
        return {key: space.sample() for key, space in self.spaces.items()}

    def __getitem__(self, key: str) -> Space:
        return self.spaces[key]

    def contains(self, x: Any) -> bool:
        return (isinstance(x, dict) and x.keys() == self.spaces.keys() and
                all(space.contains(x[key]) for key, space in self.spaces.items()))
