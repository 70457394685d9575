"""Many games of the library's strategies."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
from numpy.typing import NDArray

from ._c import ffi, lib
from ._core import call, dtype_of, encode, expect, interrupt, make, new, number
from .rules import Rules

ROW = dtype_of("bship_match_row")


@ffi.def_extern(name="bship_python_row", error=lib.BSHIP_PROGRESS_CANCEL, onerror=interrupt)
def _receive(row: Any, rows: Any) -> int:
    ffi.from_handle(rows).append(ffi.buffer(row, ROW.itemsize)[:])
    return lib.BSHIP_PROGRESS_GO_ON


class Match:
    """Games of a strategy or of several, one after the other or in several threads, with the same
    rows for any number of them.

    `kind` is "solo": each strategy fires at the same layouts, and nobody fires back; or "duel": two
    play against each other, and change sides after each game with `alternate`.

    `rows` is a structured array with a row for each game and strategy: `game`, `entry` (the number of
    the strategy), `status` (0 unless the game failed), `shots`, `wasted`, `turns`, `side`, `outcome`
    and the other fields of the library's bship_match_row.
    """

    def __init__(self, rules: Rules, strategies: str | Sequence[str], games: int = 1000, *,
                 seed: int = 0, kind: str = "solo", alternate: bool = False, threads: int = 1,
                 first_game: int = 0):
        self.rules = expect(rules, Rules, "rules")
        self.strategies = [strategies] if isinstance(strategies, str) else list(strategies)
        options = make("bship_match_options", games=games, seed=seed, alternate=alternate,
                       threads=threads, first_game=first_game,
                       kind=number(lib.BSHIP_ENUM_MATCH_KIND, kind),
                       progress=lib.bship_python_progress)
        match = new("bship_match", lib.bship_match_free, lib.bship_match_new, rules._c, options)
        for strategy in self.strategies:
            call(lib.bship_match_add, match, encode(strategy), ffi.NULL)
        rows: list[bytes] = []
        handle = ffi.new_handle(rows)
        call(lib.bship_match_run, match, lib.bship_python_row, handle)
        self.rows: NDArray[Any] = np.frombuffer(bytearray().join(rows), ROW)

    def of(self, strategy: str) -> NDArray[Any]:
        """The rows of a strategy."""
        return self.rows[self.rows["entry"] == self.strategies.index(strategy)]
