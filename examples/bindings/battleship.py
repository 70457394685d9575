"""An example of ctypes, which needs no compiler. For work there is the package bship: doc/python.md.

    import battleship
    library = battleship.Library()                      # or Library("/path/to/libbattleship.so",
    print(library.strategies())                         #            "/path/to/api.json")
    game = library.play("hunt", "posterior", seed=7)
    print(game.winner, game.record)
    print(library.analyse(game.record, "a").heat_map)

The functions, structs and constants are read from api.json, which is installed with the library's
headers: every stable function can be called, as `library.c.bship_...` or, if it returns a status,
by Library.call(). Objects are freed with those of Python that own them. A failure raises Error.
"""

import ctypes
import ctypes.util
import json
import os
import subprocess
from collections import namedtuple
from ctypes import POINTER, byref, c_char_p, c_double, c_void_p

SCALARS = {"void": None, "char": ctypes.c_char, "double": c_double, "float": ctypes.c_float,
           "int": ctypes.c_int, "uint8_t": ctypes.c_uint8, "int16_t": ctypes.c_int16,
           "int32_t": ctypes.c_int32, "uint32_t": ctypes.c_uint32, "int64_t": ctypes.c_int64,
           "uint64_t": ctypes.c_uint64, "size_t": ctypes.c_size_t,
           "bship_status": ctypes.c_int32}

Game = namedtuple("Game", "winner rounds record")  # winner: "a", "b" or "draw"
Analysis = namedtuple("Analysis", "layouts is_exact heat_map")  # P(ship) in each cell, by rows


class Error(Exception):
    """A call of the library failed."""


class Types:
    """The types of the description, such as `const bship_cell *`, as those of ctypes."""

    def __init__(self, description):
        self.description = description
        self.by_name = dict(SCALARS)

    def __getitem__(self, text):
        base, pointers = text.replace("const", "").strip(" *"), text.count("*")
        if pointers and (base == "void" or base in self.description["objects"]):
            type_, pointers = c_void_p, pointers - 1
        elif pointers and text.startswith("const char"):
            type_, pointers = c_char_p, pointers - 1
        else:
            type_ = self.named(base)
        for _ in range(pointers):
            type_ = POINTER(type_)
        return type_

    def named(self, name):
        """A type without a pointer. Fields of structs lie where they lie in C."""
        if name not in self.by_name:
            if name in self.description["structs"]:
                fields = self.description["structs"][name]["fields"].items()
                self.by_name[name] = type(name, (ctypes.Structure,), {
                    "_fields_": [(field, self.of_field(entry)) for field, entry in fields]})
            else:
                self.by_name[name] = self.of_call(self.description["callbacks"][name])
        return self.by_name[name]

    def of_field(self, entry):
        type_ = self.of_call(entry) if entry["type"] == "callback" else self[entry["type"]]
        return type_ * entry["items"] if "items" in entry else type_

    def of_call(self, entry):
        parameters = (self[parameter["type"]] for parameter in entry["parameters"].values())
        return ctypes.CFUNCTYPE(self[entry["result"]["type"]], *parameters)


class Object:
    """An object that a function of the library makes, freed with this one."""

    def __init__(self, library, constructor, *arguments):
        self._as_parameter_ = c_void_p()
        self._free = library.free_of(constructor)
        library.call(constructor, byref(self._as_parameter_), *arguments)

    def __del__(self):
        self._free(self._as_parameter_)


def find_description():
    """The path of api.json: of a development shell, or of the library that pkg-config finds."""
    return os.environ.get("BATTLESHIP_API") or subprocess.run(
        ["pkg-config", "--variable=api", "libbattleship"], check=True, stdout=subprocess.PIPE,
        text=True).stdout.strip()


class Library:
    """The shared library; raises OSError if it or its description cannot be loaded."""

    def __init__(self, path=None, description=None):
        path = path or ctypes.util.find_library("battleship")
        if not path:
            raise OSError("libbattleship is not found: install it, or give its path")
        self.c = ctypes.CDLL(path)
        with open(description or find_description(), encoding="utf-8") as file:
            self.description = json.load(file)
        self.types = Types(self.description)
        for name, entry in self.description["functions"].items():
            if entry["shelf"] == "stable":
                function = getattr(self.c, name)
                function.restype = self.types[entry["result"]["type"]]
                function.argtypes = [self.types[parameter["type"]]
                                     for parameter in entry["parameters"].values()]
        # Constants and enumerators by their names in C; enumerations by their words.
        self.constants = {name: entry["value"]
                          for name, entry in self.description["constants"].items()}
        self.enumerations = {}
        for enumeration in self.description["enumerations"].values():
            for name, entry in enumeration["enumerators"].items():
                self.constants[name] = entry["value"]
            self.enumerations[enumeration["word"]] = enumeration["number"]

    def number(self, enumeration, word):
        """The value of an enumeration or a list, such as `side`, of which a word is the name."""
        value = self.c.bship_enum_find(self.enumerations[enumeration], word.encode())
        if value < 0:
            raise Error(f"{enumeration}: there is no {word}")
        return value

    def word(self, enumeration, value):
        return self.c.bship_enum_name(self.enumerations[enumeration], value).decode()

    def make(self, struct, **fields):
        """A struct as its initialiser in C makes it, or of zeroes, with some of its fields set."""
        made, entry = self.types[struct](), self.description["structs"][struct]
        if entry["grows"]:
            made.size = ctypes.sizeof(made)
        initial = entry.get("initialisers", {}).get(struct.upper() + "_INIT", {})
        for name, value in {**initial, **fields}.items():
            setattr(made, name, value)
        return made

    def free_of(self, constructor):
        """What frees an object that a function makes."""
        out = next(iter(self.description["functions"][constructor]["parameters"].values()))
        entry = self.description["objects"][out["type"].strip(" *")]
        return getattr(self.c, entry.get("free") or entry["unref"])

    def call(self, name, *arguments):
        """Calls a function that returns a status, with details of a failure where it gives any."""
        error = self.make("bship_error")
        takes_error = "error" in self.description["functions"][name]["parameters"]
        status = getattr(self.c, name)(*arguments, *([byref(error)] if takes_error else []))
        if status != self.constants["BSHIP_OK"]:
            place = f"{error.line}:{error.column}: " if error.line else ""
            raise Error(place + (error.text or self.c.bship_status_message(status)).decode())

    def strategies(self):
        """The names of all strategies, roughly from the weakest to the strongest."""
        strategy = self.constants["BSHIP_ENUM_STRATEGY"]
        return [self.c.bship_enum_name(strategy, number).decode()
                for number in range(self.c.bship_enum_count(strategy))]

    def rules(self, text=""):
        """Rules from the lines of a record, such as "board 8x8\nfleet 4 3 2"."""
        lines = text.encode()
        return Object(self, "bship_rules_parse", lines, len(lines), None)

    def play(self, a, b, rules="", seed=0):
        """Plays a game between two strategies, given by name."""
        rules = self.rules(rules)
        ais = [Object(self, "bship_ai_new", rules, name.encode(), None) for name in (a, b)]
        options = self.make("bship_game_options", seed=seed, ai_a=ais[0]._as_parameter_,
                            ai_b=ais[1]._as_parameter_)
        game = Object(self, "bship_game_new", rules, byref(options))
        for side in "ab":
            self.call("bship_game_place_random", game, self.number("side", side), None, None)
        self.call("bship_game_start", game)
        while self.c.bship_game_phase(game) != self.constants["BSHIP_PHASE_OVER"]:
            self.call("bship_game_step", game, None, None)
        contents = self.make("bship_record_game_options", layouts=1, seeds=1)
        record = Object(self, "bship_record_new_game", game, byref(contents))
        text = ctypes.create_string_buffer(self.c.bship_record_format(record, None, 0) + 1)
        self.c.bship_record_format(record, text, len(text))
        winner = self.word("outcome", self.c.bship_game_outcome(game))
        return Game(winner, self.c.bship_game_round(game), text.value.decode())

    def analyse(self, record, side="a"):
        """Computes what a side can know at the end of a record: a game or a position."""
        text = record.encode()
        record = Object(self, "bship_record_parse", text, len(text), None)
        rules = self.c.bship_record_rules(record)
        chart = Object(self, "bship_chart_new", rules, None)
        self.call("bship_record_to_chart", record, self.number("side", side), chart)
        posterior = Object(self, "bship_posterior_new", chart, None)
        info = self.make("bship_posterior_info")
        self.call("bship_posterior_describe", posterior, byref(info))
        cells = (c_double * self.c.bship_posterior_occupancy(posterior, None, 0))()
        self.c.bship_posterior_occupancy(posterior, cells, len(cells))
        width = self.c.bship_rules_width(rules)
        rows = [cells[start:start + width] for start in range(0, len(cells), width)]
        return Analysis(info.layouts, info.is_exact == 1, rows)
