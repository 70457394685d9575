"""libbattleship from Python, by ctypes and without compiling anything.

    import battleship
    library = battleship.Library()                      # or Library("/path/to/libbattleship.so")
    print(library.strategies())
    game = library.play("hunt", "posterior", seed=7)
    print(game.winner, game.record)
    print(library.analyse(game.record, "a").heat_map)

Every object of the library is freed with the Python object that owns it. A failure raises
battleship.Error, whose text is the library's.
"""

import ctypes
import ctypes.util
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from typing import NamedTuple

SIDES = {"a": 1, "b": 2}


class ErrorInfo(ctypes.Structure):
    """bship_error."""
    _fields_ = [("size", c_size_t), ("status", c_int32), ("line", ctypes.c_uint32),
                ("column", ctypes.c_uint32), ("reserved", ctypes.c_uint32), ("index", c_int64),
                ("text", ctypes.c_char * 256)]


class GameOptions(ctypes.Structure):
    """bship_game_options."""
    _fields_ = [("size", c_size_t), ("seed", c_uint64), ("first_seed", c_uint64),
                ("ai_a", c_void_p), ("ai_b", c_void_p), ("location_a", c_int32),
                ("location_b", c_int32), ("first", c_int32),
                ("audit", c_int32), ("sampler", c_void_p), ("audit_work_limit", c_int64),
                ("audit_memory_limit", c_uint64),
                ("progress", c_void_p), ("user", c_void_p),
                ("habits_a", c_void_p), ("habits_b", c_void_p)]


class RecordGameOptions(ctypes.Structure):
    """bship_record_game_options."""
    _fields_ = [("size", c_size_t), ("layouts", c_int32), ("seeds", c_int32),
                ("settings", c_int32), ("view", c_int32)]


class PosteriorInfo(ctypes.Structure):
    """bship_posterior_info."""
    _fields_ = [("size", c_size_t), ("method", c_int32), ("is_exact", c_int32),
                ("is_labelled", c_int32), ("ignores_contact", c_int32), ("layouts", c_double),
                ("log2_layouts", c_double), ("layouts_error", c_double),
                ("effective_sample_size", c_double), ("work", c_int64)]


# Enumerations, numbered as in battleship/enumeration.h; their values are found by name.
PHASE, OUTCOME, STRATEGY = 10, 11, 18

STRUCTS = {b"bship_error": ErrorInfo, b"bship_game_options": GameOptions,
           b"bship_posterior_info": PosteriorInfo,
           b"bship_record_game_options": RecordGameOptions}


class Game(NamedTuple):
    """A finished game: the winner ("a", "b" or "draw"), its rounds and its record."""
    winner: str
    rounds: int
    record: str


class Analysis(NamedTuple):
    """What a side can know: how many layouts are possible, and the probability of a ship in
    every cell, row by row."""
    layouts: float
    is_exact: bool
    heat_map: list


class Error(Exception):
    """A call of the library failed."""


# The functions used here: result, then parameters. "status" results are checked.
FUNCTIONS = {
    "bship_ai_free": (None, c_void_p),
    "bship_ai_new": ("status", POINTER(c_void_p), c_void_p, c_char_p, c_void_p, c_void_p),
    "bship_chart_free": (None, c_void_p),
    "bship_chart_new": ("status", POINTER(c_void_p), c_void_p, c_void_p, c_void_p),
    "bship_count": (c_int32, c_int32),
    "bship_field_offset": (c_int32, c_char_p, c_char_p),
    "bship_find": (c_int32, c_int32, c_char_p),
    "bship_game_free": (None, c_void_p),
    "bship_game_new": ("status", POINTER(c_void_p), c_void_p, POINTER(GameOptions), c_void_p),
    "bship_game_outcome": (c_int32, c_void_p),
    "bship_game_phase": (c_int32, c_void_p),
    "bship_game_place_random": ("status", c_void_p, c_int32, c_void_p, c_void_p, c_void_p),
    "bship_game_round": (c_int64, c_void_p),
    "bship_game_start": ("status", c_void_p, c_void_p),
    "bship_game_step": ("status", c_void_p, c_void_p, c_void_p, c_void_p),
    "bship_name": (c_char_p, c_int32, c_int32),
    "bship_posterior_describe": ("status", c_void_p, POINTER(PosteriorInfo)),
    "bship_posterior_free": (None, c_void_p),
    "bship_posterior_new": ("status", POINTER(c_void_p), c_void_p, c_void_p, c_void_p),
    "bship_posterior_occupancy": (c_size_t, c_void_p, POINTER(c_double), c_size_t),
    "bship_record_format": (c_size_t, c_void_p, c_char_p, c_size_t),
    "bship_record_free": (None, c_void_p),
    "bship_record_new_game": ("status", POINTER(c_void_p), c_void_p, POINTER(RecordGameOptions),
                              c_void_p),
    "bship_record_parse": ("status", POINTER(c_void_p), c_char_p, c_size_t, c_void_p, c_void_p),
    "bship_record_rules": (c_void_p, c_void_p),
    "bship_record_to_chart": ("status", c_void_p, c_int32, c_void_p, c_void_p),
    "bship_rules_parse": ("status", POINTER(c_void_p), c_char_p, c_size_t, c_void_p, c_void_p),
    "bship_rules_unref": (None, c_void_p),
    "bship_rules_width": (c_int32, c_void_p),
    "bship_status_message": (c_char_p, c_int32),
    "bship_struct_size": (c_size_t, c_char_p),
}


class Object:
    """An object of the library, freed with this one."""

    def __init__(self, library, constructor, *arguments, free):
        self._free = getattr(library.c, free)
        self._as_parameter_ = c_void_p()
        library.call(constructor, ctypes.byref(self._as_parameter_), *arguments)

    def __del__(self):
        self._free(self._as_parameter_)


class Library:
    """The shared library; raises OSError if it cannot be loaded."""

    def __init__(self, path=None):
        self.c = ctypes.CDLL(path or ctypes.util.find_library("battleship"))
        for name, (result, *parameters) in FUNCTIONS.items():
            function = getattr(self.c, name)
            function.restype = c_int32 if result == "status" else result
            function.argtypes = parameters
        for name, struct in STRUCTS.items():
            self._check(name, struct)

    def _check(self, name, struct):
        """Compares a struct with that of the library, which may have more fields at its end."""
        for field, *_ in struct._fields_:
            if self.c.bship_field_offset(name, field.encode()) != getattr(struct, field).offset:
                raise OSError(f"{field} of {name.decode()} is elsewhere in this library")
        if self.c.bship_struct_size(name) < ctypes.sizeof(struct):
            raise OSError(f"{name.decode()} is smaller in this library")

    def call(self, name, *arguments):
        """Calls a function that returns a status, with details of a failure where it gives any."""
        error = ErrorInfo(size=ctypes.sizeof(ErrorInfo))
        details = (error,) if len(arguments) < len(FUNCTIONS[name]) - 1 else ()
        status = getattr(self.c, name)(*arguments, *(ctypes.byref(e) for e in details))
        if status != 0:
            text = error.text or self.c.bship_status_message(status)
            place = f"{error.line}:{error.column}: " if error.line else ""
            raise Error(place + text.decode())

    def strategies(self):
        """The names of all strategies, roughly from the weakest to the strongest."""
        numbers = range(self.c.bship_count(STRATEGY))
        return [self.c.bship_name(STRATEGY, number).decode() for number in numbers]

    def rules(self, text=""):
        """Rules from the lines of a record, such as "board 8x8\nfleet 4 3 2"."""
        lines = text.encode()
        return Object(self, "bship_rules_parse", lines, len(lines), None, free="bship_rules_unref")

    def play(self, a, b, rules="", seed=0):
        """Plays a game between two strategies, given by name."""
        rules = self.rules(rules)
        ais = [Object(self, "bship_ai_new", rules, name.encode(), None, free="bship_ai_free")
               for name in (a, b)]
        options = GameOptions(size=ctypes.sizeof(GameOptions), seed=seed)
        options.ai_a, options.ai_b = (ai._as_parameter_ for ai in ais)
        game = Object(self, "bship_game_new", rules, ctypes.byref(options), free="bship_game_free")
        for side in SIDES.values():
            self.call("bship_game_place_random", game, side, None, None)
        self.call("bship_game_start", game)
        over = self.c.bship_find(PHASE, b"over")
        while self.c.bship_game_phase(game) != over:
            self.call("bship_game_step", game, None, None)
        contents = RecordGameOptions(size=ctypes.sizeof(RecordGameOptions), layouts=1, seeds=1)
        record = Object(self, "bship_record_new_game", game, ctypes.byref(contents),
                        free="bship_record_free")
        winner = self.c.bship_name(OUTCOME, self.c.bship_game_outcome(game))
        return Game(winner.decode(), self.c.bship_game_round(game),
                    self._text(self.c.bship_record_format, record))

    def analyse(self, record, side="a"):
        """Computes what a side can know at the end of a record: a game or a position."""
        text = record.encode()
        record = Object(self, "bship_record_parse", text, len(text), None, free="bship_record_free")
        rules = self.c.bship_record_rules(record)
        chart = Object(self, "bship_chart_new", rules, None, None, free="bship_chart_free")
        self.call("bship_record_to_chart", record, SIDES[side], chart)
        posterior = Object(self, "bship_posterior_new", chart, None, free="bship_posterior_free")
        info = PosteriorInfo(size=ctypes.sizeof(PosteriorInfo))
        self.call("bship_posterior_describe", posterior, ctypes.byref(info))
        cells = (c_double * self.c.bship_posterior_occupancy(posterior, None, 0))()
        self.c.bship_posterior_occupancy(posterior, cells, len(cells))
        width = self.c.bship_rules_width(rules)
        return Analysis(info.layouts, bool(info.is_exact),
                        [cells[row:row + width] for row in range(0, len(cells), width)])

    @staticmethod
    def _text(format_function, handle):
        """The text of a function that writes like snprintf()."""
        buffer = ctypes.create_string_buffer(format_function(handle, None, 0) + 1)
        format_function(handle, buffer, len(buffer))
        return buffer.value.decode()
