"""What the classes share: calls of the library, its objects, enumerations and arrays."""

from __future__ import annotations

import operator
import threading
from typing import Any, Iterator, NoReturn

import numpy as np

from ._c import ffi, lib


class Error(Exception):
    """A call of the library failed.

    `status` is the name of the status, such as "BSHIP_ERROR_OFF_BOARD"; the message is the
    library's text. `index` is the item at fault or -1; `line` and `column` are those of a text, from
    1, or 0.
    """

    __module__ = "bship"

    def __init__(self, code: int, text: str = "", index: int = -1, line: int = 0, column: int = 0):
        self.code, self.text, self.index, self.line, self.column = code, text, index, line, column
        self.status = word(lib.BSHIP_ENUM_STATUS, code)
        place = f"{line}:{column}: " if line else ""
        super().__init__(place + (text or ffi.string(lib.bship_status_message(code)).decode()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.text, self.index, self.line, self.column)


# ---- calls ----

def check(status: int) -> None:
    """Raises an Error unless the status is BSHIP_OK."""
    if status:
        fail(Error(status))


def fail(error: Error) -> NoReturn:
    """Raises an error or, if that is why a call was cancelled, what was raised in a callback."""
    raised, interrupts.pending = interrupts.pending, None
    raise raised or error


def call(function: Any, *arguments: Any) -> None:
    """Calls a function whose last parameter is an error, and raises that."""
    error = make("bship_error", index=-1)
    status = function(*arguments, error)
    if status:
        text = ffi.string(error.text).decode()
        fail(Error(status, text, error.index, error.line, error.column))


def new(type_: str, free: Any, function: Any, *arguments: Any) -> Any:
    """An object that a function makes, freed when Python drops it."""
    out = ffi.new(f"{type_} **")
    call(function, out, *arguments)
    return ffi.gc(out[0], free)


def make(struct: str, **fields: Any) -> Any:
    """A struct of zeroes, which are the defaults, with its size and some of its fields set."""
    made = ffi.new(f"{struct} *")
    made.size = ffi.sizeof(struct)
    for name, value in fields.items():
        try:
            setattr(made, name, value)
        except OverflowError as error:
            raise ValueError(f"{name} is {value!r}: {error}") from None
        except TypeError as error:
            raise TypeError(f"{name} is {value!r}: {error}") from None
    return made


def expect(thing: Any, type_: type, name: str) -> Any:
    """What was given, which must be of the type."""
    if not isinstance(thing, type_):
        raise TypeError(f"{name} must be a bship.{type_.__name__}, and not a "
                        f"{type(thing).__name__}")
    return thing


def whole(number: Any, most: int, name: str) -> int:
    """A number from 0 to `most`."""
    value = operator.index(number)
    if not 0 <= value <= most:
        raise ValueError(f"{name} is {value}, and not from 0 to {most}")
    return value


def seed_of(number: Any) -> int:
    """A seed of the library."""
    return whole(number, (1 << 64) - 1, "seed")


def encode(text: str) -> bytes:
    """A text that ends with a NUL in C."""
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is not a text")
    if "\0" in text:
        raise ValueError(f"there is a NUL in {text!r}")
    return text.encode()


class Held:
    """Has an object of the library that changes, and that a copy would share."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"a {type(self).__name__} can be neither copied nor pickled")


def text_of(function: Any, *arguments: Any) -> str:
    """A text that a function writes as snprintf() does."""
    length = function(*arguments, ffi.NULL, 0)
    buffer = ffi.new("char[]", length + 1)
    function(*arguments, buffer, length + 1)
    return ffi.string(buffer).decode()


# ---- Ctrl-C during long calls ----

class _Interrupts(threading.local):
    pending: BaseException | None = None


interrupts = _Interrupts()


def interrupt(_type: Any, exception: BaseException, _traceback: Any) -> None:
    """Keeps what was raised in a callback, which has cancelled the call, until the call returns."""
    interrupts.pending = exception


@ffi.def_extern(name="bship_python_progress", error=lib.BSHIP_PROGRESS_CANCEL, onerror=interrupt)
def _progress(_done: float, _user: Any) -> int:
    """Lets Python look for signals: one raises KeyboardInterrupt here, which cancels the call."""
    return lib.BSHIP_PROGRESS_GO_ON


# ---- enumerations ----

def word(enumeration: int, value: int) -> str:
    """The name of a value, such as "hit"."""
    name = lib.bship_enum_name(enumeration, value)
    return ffi.string(name).decode() if name else str(value)


def number(enumeration: int, name: str | int) -> int:
    """The value of a name; a number stands for itself."""
    if not isinstance(name, str):
        return operator.index(name)
    value = lib.bship_enum_find(enumeration, encode(name))
    if value < 0:
        raise Error(lib.BSHIP_ERROR_NAME, f"there is no {name}")
    return value


# ---- arrays ----

# By the letters of numpy's dtypes; flags are bytes in C.
C_TYPES = {letter: ffi.typeof(type_) for letter, type_ in
           {"b": "uint8_t[]", "B": "uint8_t[]", "?": "uint8_t[]", "h": "int16_t[]",
            "i": "int32_t[]", "f": "float[]", "d": "double[]"}.items()}


def dtype_of(struct: str) -> np.dtype:
    """The dtype of a struct of numbers, without its own size."""
    fields = {name: field for name, field in ffi.typeof(struct).fields if name != "size"}
    letters = {"double": "f"}
    return np.dtype({
        "names": list(fields),
        "formats": [letters.get(field.type.cname, "i") + str(ffi.sizeof(field.type))
                    for field in fields.values()],
        "offsets": [field.offset for field in fields.values()],
        "itemsize": ffi.sizeof(struct)})


def pointer(array: np.ndarray) -> Any:
    """The memory of an array, which is not copied; it must be contiguous."""
    return ffi.from_buffer(C_TYPES[array.dtype.char], array)


def cast(array: Any, dtype: Any, name: str) -> np.ndarray:
    """An array of the type, without gaps: the caller's own if it is one. Numbers that the type cannot
    hold are refused."""
    numbers = np.asarray(array)
    if numbers.dtype == dtype:
        return np.ascontiguousarray(numbers)
    if numbers.dtype.kind not in "biuf":
        raise TypeError(f"{name} has the type {numbers.dtype}, and not {np.dtype(dtype)}")
    with np.errstate(invalid="ignore"):
        result = np.ascontiguousarray(numbers, dtype)
    if not (result == numbers).all():
        raise ValueError(f"{name} has numbers that are not of the type {result.dtype}")
    return result


def given(array: Any, dtype: Any, shape: tuple[int, ...], name: str) -> np.ndarray:
    """An array of the caller's, as by cast(), with the shape, in which -1 stands for any number."""
    result = cast(array, dtype, name)
    if result.ndim != len(shape) or any(want not in (-1, is_) for want, is_ in
                                        zip(shape, result.shape)):
        raise ValueError(f"{name} has the shape {result.shape}, and not {shape}")
    return result


PART = 1 << 14


def parts(rows: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """The rows of an array, some thousands at a time, with the number of the first: Python looks for
    signals between them."""
    for first in range(0, len(rows), PART):
        yield first, rows[first:first + PART]


def stream(seed: int, purpose: int, index: int = 0) -> Any:
    """A stream of random numbers."""
    rng = ffi.new("bship_rng *")
    lib.bship_rng_seed(rng, seed_of(seed), purpose, index)
    return rng
