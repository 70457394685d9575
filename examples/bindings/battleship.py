"""libbattleship from Python, by ctypes and without compiling anything.

    import battleship
    library = battleship.Library()                      # or Library("/path/to/libbattleship.so")
    print(library.strategies())
    game = library.play("hunt", "posterior", seed=7)
    print(game.winner, game.record)
    print(library.analyse(game.record, "a").heat_map)

Its objects are freed with the Python objects that own them. A failure raises battleship.Error.
"""

import ctypes
import ctypes.util
from collections import namedtuple
from ctypes import POINTER, byref, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint64, c_void_p

# Enumerations, numbered as in battleship/enumeration.h; their values are found by name.
SIDE, PHASE, OUTCOME, STRATEGY = 2, 10, 11, 18

# The functions used here, less `bship_`, by result and parameters. "status" results are checked.
FUNCTIONS = {
    (None, c_void_p): "ai_free chart_free game_free posterior_free record_free rules_unref",
    (c_int32, c_void_p): "game_outcome game_phase rules_width",
    (c_int64, c_void_p): "game_round",
    (c_void_p, c_void_p): "record_rules",
    (c_char_p, c_int32): "status_message",
    (c_char_p, c_int32, c_int32): "enum_name",
    (c_int32, c_int32): "enum_count",
    (c_int32, c_int32, c_char_p): "enum_find",
    (c_size_t, c_char_p): "struct_size",
    (c_int32, c_char_p, c_char_p): "field_offset",
    (c_size_t, c_void_p, c_char_p, c_size_t): "record_format",
    (c_size_t, c_void_p, POINTER(c_double), c_size_t): "posterior_occupancy",
    ("status", c_void_p, c_void_p): "game_start posterior_describe",
    ("status", c_void_p, c_int32, c_void_p, c_void_p): "record_to_chart",
    ("status", c_void_p, c_int32, c_void_p, c_void_p, c_void_p): "game_place_random",
    ("status", *[c_void_p] * 4): "chart_new game_new game_step posterior_new record_new_game",
    ("status", c_void_p, c_void_p, c_char_p, c_void_p, c_void_p): "ai_new",
    ("status", c_void_p, c_char_p, c_size_t, c_void_p, c_void_p): "record_parse rules_parse",
}

Game = namedtuple("Game", "winner rounds record")  # winner: "a", "b" or "draw"
Analysis = namedtuple("Analysis", "layouts is_exact heat_map")  # P(ship) in each cell, by rows


class Error(Exception):
    """A call of the library failed."""


class Struct:
    """A struct of the library, by its name: zeroes, which mean the defaults, but for its size."""

    def __init__(self, c, name):
        self._c, self._name = c, name.encode()
        size = c.bship_struct_size(self._name)
        self._bytes = (c_uint64 * ((size + 7) // 8))()
        self._as_parameter_ = ctypes.addressof(self._bytes)
        self.field("size", c_size_t).value = size

    def field(self, name, type_):
        """A field, whose `value` can be read and set. The library says where it is."""
        return type_.from_buffer(self._bytes, self._c.bship_field_offset(self._name, name.encode()))


class Object:
    """An object of the library, freed with this one."""

    def __init__(self, library, constructor, *arguments, free):
        self._free = getattr(library.c, free)
        self._as_parameter_ = c_void_p()
        library.call(constructor, byref(self._as_parameter_), *arguments)

    def __del__(self):
        self._free(self._as_parameter_)


class Library:
    """The shared library; raises OSError if it cannot be loaded."""

    def __init__(self, path=None):
        self.c = ctypes.CDLL(path or ctypes.util.find_library("battleship"))
        for (result, *parameters), names in FUNCTIONS.items():
            for name in names.split():
                function = getattr(self.c, "bship_" + name)
                function.restype = c_int32 if result == "status" else result
                function.argtypes = parameters

    def call(self, name, *arguments):
        """Calls a function that returns a status, with details of a failure where it gives any."""
        error = Struct(self.c, "bship_error")
        function = getattr(self.c, name)
        details = (error,) if len(arguments) < len(function.argtypes) else ()
        status = function(*arguments, *details)
        if status != 0:
            text = error.field("text", ctypes.c_char * 256).value
            line = error.field("line", ctypes.c_uint32).value
            place = f"{line}:{error.field('column', ctypes.c_uint32).value}: " if line else ""
            raise Error(place + (text or self.c.bship_status_message(status)).decode())

    def strategies(self):
        """The names of all strategies, roughly from the weakest to the strongest."""
        return [self.c.bship_enum_name(STRATEGY, number).decode()
                for number in range(self.c.bship_enum_count(STRATEGY))]

    def rules(self, text=""):
        """Rules from the lines of a record, such as "board 8x8\nfleet 4 3 2"."""
        lines = text.encode()
        return Object(self, "bship_rules_parse", lines, len(lines), None, free="bship_rules_unref")

    def play(self, a, b, rules="", seed=0):
        """Plays a game between two strategies, given by name."""
        rules = self.rules(rules)
        ais = [Object(self, "bship_ai_new", rules, name.encode(), None, free="bship_ai_free")
               for name in (a, b)]
        options = Struct(self.c, "bship_game_options")
        options.field("seed", c_uint64).value = seed
        for name, ai in zip(("ai_a", "ai_b"), ais):
            options.field(name, c_void_p).value = ai._as_parameter_.value
        game = Object(self, "bship_game_new", rules, options, free="bship_game_free")
        for side in (b"a", b"b"):
            number = self.c.bship_enum_find(SIDE, side)
            self.call("bship_game_place_random", game, number, None, None, None)
        self.call("bship_game_start", game, None)
        while self.c.bship_game_phase(game) != self.c.bship_enum_find(PHASE, b"over"):
            self.call("bship_game_step", game, None, None, None)
        contents = Struct(self.c, "bship_record_game_options")
        contents.field("layouts", c_int32).value = contents.field("seeds", c_int32).value = 1
        record = Object(self, "bship_record_new_game", game, contents, free="bship_record_free")
        text = ctypes.create_string_buffer(self.c.bship_record_format(record, None, 0) + 1)
        self.c.bship_record_format(record, text, len(text))
        winner = self.c.bship_enum_name(OUTCOME, self.c.bship_game_outcome(game)).decode()
        return Game(winner, self.c.bship_game_round(game), text.value.decode())

    def analyse(self, record, side="a"):
        """Computes what a side can know at the end of a record: a game or a position."""
        text, side = record.encode(), self.c.bship_enum_find(SIDE, side.encode())
        record = Object(self, "bship_record_parse", text, len(text), None, free="bship_record_free")
        rules = self.c.bship_record_rules(record)
        chart = Object(self, "bship_chart_new", rules, None, free="bship_chart_free")
        self.call("bship_record_to_chart", record, side, chart)
        posterior = Object(self, "bship_posterior_new", chart, None, free="bship_posterior_free")
        info = Struct(self.c, "bship_posterior_info")
        self.call("bship_posterior_describe", posterior, info)
        cells = (c_double * self.c.bship_posterior_occupancy(posterior, None, 0))()
        self.c.bship_posterior_occupancy(posterior, cells, len(cells))
        width = self.c.bship_rules_width(rules)
        rows = [cells[start:start + width] for start in range(0, len(cells), width)]
        is_exact = info.field("is_exact", c_int32).value == 1
        return Analysis(info.field("layouts", c_double).value, is_exact, rows)
