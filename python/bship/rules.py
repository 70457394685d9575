"""The rules of a game, and layouts of its fleet."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._c import ffi, lib
from ._core import call, check, given, make, new, parts, pointer, stream, text_of


class Rules:
    """The rules of a game. They are immutable; equal rules are equal objects.

    `Rules("8x8", fleet=[5, 4, 3, 2], contact="none")` takes what the lines of a record say: `board`
    is "WIDTHxHEIGHT"; `fleet` a name, such as "classic", or lengths; the others are keywords with
    `_` for `-`: `contact`, `turn`, `disclosure`, `salvo_report`, `reveal_water`, `repeat`, `first`,
    `ending`, `shots`, and `blocked`, with the cells as text. What is left out has its default.

    A *layout* is an int16 array of the shape [ships, 3], a ship after the other in the order of the
    fleet: the column and the row of its first cell, and 0 if it lies horizontally, 1 if vertically.
    """

    def __init__(self, board: str = "10x10", fleet: str | Iterable[int] = "classic",
                 **keywords: str):
        ships = fleet if isinstance(fleet, str) else " ".join(map(str, fleet))
        lines = {"board": board, "fleet": ships, **keywords}
        self._read("".join(f"{key.replace('_', '-')} {value}\n" for key, value in lines.items()))

    @classmethod
    def from_text(cls, text: str) -> Rules:
        """Rules from the lines of a record, such as `str(rules)` writes them."""
        rules = cls.__new__(cls)
        rules._read(text)
        return rules

    def _read(self, text: str) -> None:
        data = text.encode()
        self._c = new("bship_rules", lib.bship_rules_unref, lib.bship_rules_parse, data, len(data),
                      ffi.NULL)

    @property
    def width(self) -> int:
        """Columns of the board."""
        return lib.bship_rules_width(self._c)

    @property
    def height(self) -> int:
        """Rows of the board."""
        return lib.bship_rules_height(self._c)

    @property
    def cells(self) -> int:
        """Cells of the board. Cell (x, y) has the number y * width + x."""
        return self.width * self.height

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths of the ships, in the order of the fleet."""
        fleet = lib.bship_rules_fleet(self._c)
        return tuple(lib.bship_fleet_length(fleet, ship)
                     for ship in range(lib.bship_fleet_count(fleet)))

    @property
    def class_lengths(self) -> tuple[int, ...]:
        """The lengths that ships have, each once, from the longest."""
        fleet = lib.bship_rules_fleet(self._c)
        return tuple(lib.bship_fleet_class_length(fleet, one)
                     for one in range(lib.bship_fleet_class_count(fleet)))

    @cached_property
    def sampler(self) -> Any:
        """The sampler of uniform layouts, made when it is first used."""
        options = make("bship_sampler_options", progress=lib.bship_python_progress)
        return new("bship_sampler", lib.bship_sampler_unref, lib.bship_sampler_new, self._c,
                   options)

    def layouts(self, n: int, seed: int = 0) -> NDArray[np.int16]:
        """Draws `n` layouts: int16[n, ships, 3]. Each legal layout has the same probability."""
        layouts = np.empty((n, len(self.lengths), 3), np.int16)
        rng = stream(seed, lib.BSHIP_RNG_PURPOSE_LAYOUT)
        for _, part in parts(layouts):
            check(lib.bship_sampler_fill(self.sampler, rng, pointer(part), *part.shape[:2]))
        return layouts

    def grids(self, layouts: ArrayLike) -> NDArray[np.uint8]:
        """Draws layouts, int16[n, ships, 3], on boards: uint8[n, height, width], 0 for water and
        else the number of the ship, from 1 (255 from ship 255 on)."""
        rows = given(layouts, np.int16, (-1, len(self.lengths), 3), "layouts")
        grids = np.empty((len(rows), self.height, self.width), np.uint8)
        call(lib.bship_rules_layout_grids, self._c, pointer(rows), pointer(grids), *rows.shape[:2],
             self.cells)
        return grids

    def __str__(self) -> str:
        return text_of(lib.bship_rules_format, self._c)

    def __repr__(self) -> str:
        return f"Rules.from_text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and bool(lib.bship_rules_equal(self._c, other._c))

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules.from_text, (str(self),)
