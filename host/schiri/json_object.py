"""JSON objects as small typed classes; values and texts map one to one.

Decides how a field is written and read.  Must not know its meaning.
"""

import json
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import MISSING, dataclass, field, fields
from functools import cache, partial
from math import isfinite
from types import NoneType, UnionType
from typing import Self, Union, dataclass_transform, get_args, get_origin, get_type_hints

# The values of a JSON text, and those that are written as an object.
Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
JsonObject = Mapping[str, Json]

# Types whose values are JSON values already.
PLAIN = frozenset((str, int, bool, NoneType))
# The metadata of a field that is derived from the others and is not written.
UNWRITTEN = {"written": False}
# Not every program reads a larger number exactly.
LARGEST = 2**53 - 1


def _whole(digits: str) -> int:
    number = int(digits)
    if not -LARGEST <= number <= LARGEST:
        raise ValueError(number)
    return number


def _fraction(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise ValueError(number)
    return number


_DECODER = json.JSONDecoder(parse_int=_whole, parse_float=_fraction, parse_constant=_fraction)


def parse_json(text: str | bytes) -> object:
    """Return the value of a JSON text from an untrusted source.

    Raises: ValueError (not JSON, nested too deeply, a number that not all programs can read, or
    half a surrogate pair, which no file and no page can hold).

    >>> parse_json('{"hen": "y"}')
    {'hen': 'y'}
    >>> for text in ("9007199254740991", "9007199254740992", "1e999", "NaN"):
    ...     try:
    ...         print(parse_json(text))
    ...     except ValueError:
    ...         print("no")
    9007199254740991
    no
    no
    no
    """
    text = text if isinstance(text, str) else text.decode("utf-8-sig")
    try:
        found: object = _DECODER.decode(text)
        if "\\ud" in text.lower():
            json.dumps(found, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested too deep") from None
    return found


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """An object whose keys are the fields of a class, in their order; each class is a dataclass.

    Shape: a field is text, a number, a truth value, None, another record, or a tuple or mapping of
    these.  Fields with their defaults and `UNWRITTEN` ones are left out.

    >>> class Card(Record):
    ...     hen: str | None
    ...     points: tuple[int, ...]
    ...     note: str = ""
    >>> Card(None, (1, 2)).json()
    {'hen': None, 'points': [1, 2]}
    >>> Card.parse({"hen": "y", "points": [], "note": "so"})
    Card(hen='y', points=(), note='so')
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def json(self) -> dict[str, Json]:
        ours: type = type(self)
        found = {}
        for name, default in _written(ours):
            value = getattr(self, name)
            # A field without a default gets a value that nothing equals.
            if value != default:
                found[name] = value if type(value) in PLAIN else as_json(value)
        return found

    @classmethod
    def parse(cls, value: object) -> Self:
        """Return the record of an object; unknown keys are ignored.

        Raises: ValueError (a field is missing, or has another type).
        """
        if not isinstance(value, Mapping):
            raise ValueError(value)
        ours: type = cls
        readers, needed = _fields_of(ours)
        if missing := [name for name in needed if name not in value]:
            raise ValueError(missing)
        found = {name: read(value[name]) for name, read in readers.items() if name in value}
        return cls(**found)


def as_json(value: object) -> Json:
    """Return a field as it is written.

    >>> as_json({"order": ((1, True), None)})
    {'order': [[1, True], None]}
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Record():
            return value.json()
        case Mapping():
            return {str(key): as_json(each) for key, each in value.items()}
        case Sequence():
            return [as_json(each) for each in value]
    raise TypeError(value)


@cache
def _written(kind: type) -> tuple[tuple[str, object], ...]:
    """Return the fields that are keys of the object, each with its default."""
    return tuple((each.name, each.default) for each in fields(kind) if each.metadata != UNWRITTEN)


@cache
def _fields_of(kind: type) -> tuple[dict[str, Callable[[object], object]], list[str]]:
    """Return the reader of each field, and which fields are required."""
    hints, found = get_type_hints(kind), _written(kind)
    needed = [name for name, default in found if default is MISSING]
    return {name: _reader(hints[name]) for name, _default in found}, needed


@cache
def _reader(kind: object) -> Callable[[object], object]:
    """Return the reader of a JSON value of this type; each type is inspected once."""
    args, origin = get_args(kind), get_origin(kind)
    if isinstance(kind, type) and issubclass(kind, Record):
        return kind.parse
    if origin is tuple:
        return partial(_read_all, _reader(args[0]))
    if origin is Mapping:
        return partial(_read_mapping, _reader(args[1]))
    kinds = args if origin in (Union, UnionType) else (kind,)
    # A value matches at most one plain type, so their order does not matter.
    return partial(
        _read_one,
        frozenset(each for each in kinds if each in PLAIN),
        [_reader(each) for each in kinds if each not in PLAIN],
    )


def _read_one(
    plain: Set[object], readers: Sequence[Callable[[object], object]], value: object
) -> object:
    if type(value) in plain:
        return value
    for read in readers:
        try:
            return read(value)
        except ValueError:
            continue
    raise ValueError(value)


def _read_all(read: Callable[[object], object], value: object) -> object:
    if not isinstance(value, list | tuple):
        raise ValueError(value)
    return tuple(read(each) for each in value)


def _read_mapping(read: Callable[[object], object], value: object) -> object:
    if not isinstance(value, Mapping):
        raise ValueError(value)
    return {key: read(each) for key, each in value.items()}
