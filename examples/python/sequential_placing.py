#!/usr/bin/env python3
"""sequential_placing.py [DRAWS [PICTURE]]: how far a common way to draw layouts is from uniform.

Many programs place the ships one by one, each at random among the places that are left. No layout is
impossible then, but some are likelier than others. The picture shows the exact map of the empty
board, and what the drawn map has more or less, in per cent of a ship.

    python3 examples/python/sequential_placing.py 1000000 placing.png
"""

import sys

import matplotlib
import numpy as np

import bship

matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402 - after the choice of a picture without a screen


def placements(rules, length):
    """All places of a ship: bool[places, cells]."""
    grid = np.zeros((rules.height, rules.width), bool)
    places = []
    for height, width in (1, length), (length, 1):
        for y in range(rules.height - height + 1):
            for x in range(rules.width - width + 1):
                place = grid.copy()
                place[y:y + height, x:x + width] = True
                places.append(place.ravel())
    return np.array(places)


def place_one_by_one(rules, n, random):
    """Which cells are covered in n layouts: bool[n, cells]."""
    covered = np.zeros((n, rules.cells), bool)
    for length in rules.lengths:
        places = placements(rules, length)
        overlaps = covered.astype(np.float32) @ places.T.astype(np.float32)
        keys = np.where(overlaps == 0, random.random(overlaps.shape, np.float32), -1)
        covered |= places[keys.argmax(1)]
    return covered


def main(draws="200000", picture="sequential_placing.png"):
    rules = bship.Rules("8x8", fleet=[5, 4, 3, 2])
    random, n, chunk = np.random.default_rng(1), int(draws), 10000
    drawn = sum(place_one_by_one(rules, min(chunk, n - i), random).sum(0)
                for i in range(0, n, chunk)) / n
    exact = bship.Posterior(rules).p
    excess = drawn.reshape(exact.shape) - exact
    error = np.sqrt(exact * (1 - exact) / n).max()
    print(f"{n} layouts: the map is off by up to {abs(excess).max():.4f} (error {error:.4f})")

    figure, axes = pyplot.subplots(1, 2, figsize=(9, 4))
    for axis, values, title, colours in ((axes[0], exact, "exact", "viridis"),
                                         (axes[1], excess, "one by one, less exact", "coolwarm")):
        limit = abs(values).max()
        image = axis.imshow(values, colours, vmin=0 if values is exact else -limit, vmax=limit)
        axis.set_title(title)
        figure.colorbar(image, ax=axis)
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
