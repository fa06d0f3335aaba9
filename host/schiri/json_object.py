"""JSON objects as small typed classes: one text for each value, one value for each text.

Decides how a field is written and what is read as one.  Must not know what any of them means.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from types import NoneType, UnionType
from typing import Self, Union, get_args, get_origin, get_type_hints

# What a JSON text holds, and what is written as an object.
Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
JsonObject = Mapping[str, Json]

# The metadata of a field that follows from all else, and is no key of the object.
UNWRITTEN = {"written": False}


@dataclass(frozen=True)
class Record:
    """An object whose keys are the fields of a dataclass, in their order.

    Shape: a field is text, a number, a truth value, None, another record, or a tuple or mapping
    of such; one that has its default is left out, and so is what is `UNWRITTEN`.

    >>> @dataclass(frozen=True)
    ... class Card(Record):
    ...     hen: str | None
    ...     points: tuple[int, ...]
    ...     note: str = ""
    >>> Card(None, (1, 2)).json()
    {'hen': None, 'points': [1, 2]}
    >>> Card.parse({"hen": "y", "points": [], "note": "so"})
    Card(hen='y', points=(), note='so')
    """

    def json(self) -> dict[str, Json]:
        """Return the object as it is written."""
        ours: type = type(self)
        return {
            each.name: as_json(getattr(self, each.name))
            for each in _written(ours)
            if each.default is MISSING or getattr(self, each.name) != each.default
        }

    @classmethod
    def parse(cls, value: object) -> Self:
        """Return what an object says; keys that are none of ours are passed over.

        Raises: ValueError (a field is missing, or of another kind).
        """
        if not isinstance(value, Mapping):
            raise ValueError(value)
        ours: type = cls
        kinds, needed = _fields_of(ours)
        if missing := [name for name in needed if name not in value]:
            raise ValueError(missing)
        found = {name: _read(kind, value[name]) for name, kind in kinds.items() if name in value}
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
def _written(kind: type) -> "tuple[Field[object], ...]":
    """Return the fields that are keys of the object."""
    return tuple(each for each in fields(kind) if each.metadata != UNWRITTEN)


@cache
def _fields_of(kind: type) -> tuple[dict[str, object], list[str]]:
    """Return the type of each field, and which must be there."""
    hints, found = get_type_hints(kind), _written(kind)
    needed = [each.name for each in found if each.default is MISSING]
    return {each.name: hints[each.name] for each in found}, needed


def _read(kind: object, value: object) -> object:
    """Return what a JSON value says where this type is wanted.

    Raises: ValueError (it is another kind of value).
    """
    args = get_args(kind)
    match get_origin(kind):
        case None if isinstance(kind, type) and issubclass(kind, Record):
            return kind.parse(value)
        case None if kind in (str, int, bool, NoneType) and type(value) is kind:
            return value
        case origin if origin in (Union, UnionType):
            return _read_one(args, value)
        case origin if origin is tuple and isinstance(value, list | tuple):
            return tuple(_read(args[0], each) for each in value)
        case origin if origin is Mapping and isinstance(value, Mapping):
            return {key: _read(args[1], each) for key, each in value.items()}
    raise ValueError(value)


def _read_one(kinds: Sequence[object], value: object) -> object:
    """Return what a value says by the first of these types that it has."""
    for kind in kinds:
        try:
            return _read(kind, value)
        except ValueError:
            continue
    raise ValueError(value)
