"""What one side knows of the other's board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._c import ffi, lib
from ._core import Error, Held, call, check, encode, expect, make, new, number, pointer
from .rules import Rules

UNKNOWN, MISS, HIT, SUNK = (lib.BSHIP_CHART_STATE_UNKNOWN, lib.BSHIP_CHART_STATE_MISS,
                            lib.BSHIP_CHART_STATE_HIT, lib.BSHIP_CHART_STATE_SUNK)


class Chart(Held):
    """The shots that a side has fired, and what was reported of them.

    A report that no layout could produce raises an Error, and records nothing.
    """

    def __init__(self, rules: Rules):
        expect(rules, Rules, "rules")
        self._hold(rules, new("bship_chart", lib.bship_chart_free, lib.bship_chart_new, rules._c,
                              ffi.NULL))

    @classmethod
    def from_grid(cls, rules: Rules, grid: str) -> Chart:
        """The chart that a picture shows: a line for each row, and a letter for each cell: `.`
        unknown, `o` a miss, `x` a hit, `#` a cell of a sunk ship."""
        text = grid.encode()
        chart = cls.__new__(cls)
        chart._hold(rules, new("bship_chart", lib.bship_chart_free, lib.bship_chart_parse_grid,
                               rules._c, text, len(text), ffi.NULL, 0))
        return chart

    @classmethod
    def from_record(cls, record: str, side: str = "a") -> Chart:
        """What a side ("a" or "b") knows at the end of a record: the text of a game or a position,
        with its rules."""
        text = record.encode()
        read = new("bship_record", lib.bship_record_free, lib.bship_record_parse, text, len(text),
                   ffi.NULL)
        rules = Rules.__new__(Rules)
        rules._c = ffi.gc(lib.bship_rules_ref(lib.bship_record_rules(read)), lib.bship_rules_unref)
        chart = cls(rules)
        call(lib.bship_record_to_chart, read, number(lib.BSHIP_ENUM_SIDE, side), chart._c)
        return chart

    def _hold(self, rules: Rules, chart: object) -> None:
        self.rules, self._c = rules, chart

    def record(self, turn: str) -> Chart:
        """Records a turn in the words of a record, such as "C4 hit" or "D4 sunk 3". Returns the
        chart."""
        room = self.rules.cells
        cells, reports = ffi.new("bship_cell[]", room), ffi.new("bship_report[]", room)
        count, total = ffi.new("size_t *"), make("bship_total", capacity=len(self.rules.lengths))
        sunk_of, hits_of = (ffi.new("int32_t[]", total.capacity) for _ in range(2))
        total.sunk_of, total.hits_of = sunk_of, hits_of
        call(lib.bship_turn_parse, self.rules._c, encode(turn), cells, room, count, reports, total)
        is_total = lib.bship_rules_get(self.rules._c, lib.BSHIP_RULE_SALVO_REPORT)
        if is_total:
            call(lib.bship_chart_record_total, self._c, cells, count[0], total)
        else:
            call(lib.bship_chart_record_turn, self._c, cells, count[0], reports)
        return self

    def record_shot(self, cell: int, result: int, ship: int = -1, shown: int = -1) -> Chart:
        """Records a shot at the cell with a number, and the result, the ship and where it is shown,
        as a step of a VectorEnv gives them."""
        if not 0 <= cell < self.rules.cells:
            raise Error(lib.BSHIP_ERROR_OFF_BOARD, f"there is no cell {cell}")
        if ship >= len(self.rules.lengths) or shown >= 2 * self.rules.cells:
            raise Error(lib.BSHIP_ERROR_RANGE, f"there is no ship {ship}, or none at {shown}")
        report = ffi.new("bship_report *", {"result": result, "ship": ship})
        if shown >= 0:
            report.is_shown, report.orientation = 1, shown % 2
            report.y, report.x = divmod(shown // 2, self.rules.width)
        if ship >= 0:
            report.length = self.rules.lengths[ship]
            if not lib.bship_rules_discloses(self.rules._c, lib.BSHIP_DETAIL_NAME):
                report.ship = -1
        call(lib.bship_chart_record, self._c, divmod(cell, self.rules.width)[::-1], report)
        return self

    def copy(self) -> Chart:
        """Another chart with the same shots."""
        chart = Chart(self.rules)
        check(lib.bship_chart_copy(chart._c, self._c))
        return chart

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Chart:
        return self.copy()

    def reset(self) -> None:
        """Removes all shots."""
        lib.bship_chart_reset(self._c)

    @property
    def shots(self) -> int:
        """The number of shots."""
        return lib.bship_chart_shots(self._c)

    @property
    def states(self) -> NDArray[np.uint8]:
        """What is known of each cell: uint8[height, width], `bship.UNKNOWN`, `MISS`, `HIT`, `SUNK`
        and further states of the library. That a hit belongs to a sunk ship is deduced."""
        states = np.empty((self.rules.height, self.rules.width), np.uint8)
        lib.bship_chart_states(self._c, pointer(states), states.size)
        return states
