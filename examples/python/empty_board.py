#!/usr/bin/env python3
"""empty_board.py [DECIMALS [PICTURE]]: where ships lie before the first shot, beside a published map.

P.-H. Kamp counted all layouts of ships of 5, 4, 3, 3 and 2 on a board of 12 columns and 10 rows, in
2004 (http://phk.freebsd.dk/Seabattle/); a computer took a day. PUBLISHED is the beginning of his map.
Prints by how much ours differs from it, rounded to its four decimals. In the picture the cells that
were compared are framed.

    python3 examples/python/empty_board.py 4 empty.png
"""

import sys

import matplotlib
import numpy as np

import bship

matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402 - after the choice of a picture without a screen

PUBLISHED = [[0.0631, 0.0914, 0.1145, 0.1267, 0.1329, 0.1322, 0.1322, 0.1329, 0.1267, 0.1145,
              0.0914, 0.0631],
             [0.0914, 0.1150, 0.1345, 0.1447]]


def main(decimals="4", picture="empty_board.png"):
    exact = bship.Posterior(bship.Rules("12x10", fleet=[5, 4, 3, 3, 2])).p
    differences = [exact[y, :len(row)].round(int(decimals)) - row
                   for y, row in enumerate(PUBLISHED)]
    compared = sum(map(len, differences))
    print(f"{compared} cells differ by up to {max(abs(row).max() for row in differences):.4f}")

    figure, axis = pyplot.subplots(figsize=(8, 6))
    image = axis.imshow(100 * exact, "viridis", vmin=0)
    for (y, x), chance in np.ndenumerate(exact):
        axis.text(x, y, f"{100 * chance:.1f}", ha="center", va="center", fontsize=7,
                  color="white" if 2 * chance < exact.max() else "black")
        if y < len(PUBLISHED) and x < len(PUBLISHED[y]):
            axis.add_patch(pyplot.Rectangle((x - .47, y - .47), .94, .94, fill=False, ec="black"))
    axis.set_xticks(range(exact.shape[1]), "ABCDEFGHIJKL")
    axis.set_yticks(range(exact.shape[0]), range(1, exact.shape[0] + 1))
    figure.colorbar(image, ax=axis, label="per cent")
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
