"""The last setups of games: players and options, stored from one evening to the next.

Decides the file and its form.  A file that cannot be read or written is ignored.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from schiri.disk import make_folder, private
from schiri.json_object import parse_json
from schiri.names import composed, person_of

# The options that let the device play, by the seat that it takes.
DEVICE = ("device-a", "device-b")


class Setup(NamedTuple):
    """A game with its players and options."""

    players: tuple[str, ...] = ()
    game: str = "switch"
    options: dict[str, str] = {}


NONE = Setup()


class Setups(NamedTuple):
    """The last setup, and the last one of each game."""

    last: Setup = NONE
    each: Mapping[str, Setup] = {}

    def of(self, game: str, most: int) -> Setup:
        """Return the last setup of a game; for a new game, one with the last players.

        >>> setups = Setups().with_last(Setup(("Ann", "Ben", "Cem"), "drehwurm"))
        >>> setups.of("switch", 2).players, setups.of("drehwurm", 6).players
        (('Ann', 'Ben'), ('Ann', 'Ben', 'Cem'))
        """
        return self.each.get(game) or Setup(tuple(filter(None, self.last.players))[:most], game)

    def spelling(self, name: str) -> str:
        """Return the remembered spelling of a name, ignoring case.

        >>> setups = Setups(Setup(("Anna", "ben")))
        >>> [setups.spelling(name) for name in ("anna", "ben", "BEN", "Cem")]
        ['Anna', 'ben', 'ben', 'Cem']
        """
        setups = (self.last, *self.each.values())
        names = dict.fromkeys(each for setup in setups for each in setup.players)
        name = composed(name)
        alike = (each for each in names if person_of(each) == person_of(name))
        return name if name in names else next(alike, name)

    def with_last(self, setup: Setup) -> "Setups":
        """Return these setups with one more as the last.

        Rule: the device is not a person: its seat keeps the name of the person who played there
        before, or "".

        >>> alone = Setup(("Schiri", "ann"), "switch", {"device-a": "2"})
        >>> Setups().with_last(Setup(("Ann", "Ben"))).with_last(alone).last.players
        ('Ben', 'ann')
        >>> Setups().with_last(alone).last.players
        ('', 'ann')
        """
        before = self.each.get(setup.game, self.last).players
        for seat, name in enumerate(DEVICE):
            if setup.options.get(name, "off") != "off":
                people = {*map(person_of, setup.players)}
                others = (each for each in before if person_of(each) not in people)
                players = list(setup.players)
                players[seat] = next(others, "")
                setup = setup._replace(players=tuple(players))
        return Setups(setup, {**self.each, setup.game: setup})


def setup_path() -> Path:
    from platformdirs import user_config_path

    return user_config_path("schiri", appauthor=False) / "last.json"


def load(path: Path, usual: Setup = NONE) -> Setups:
    """Return the setups, only the usual one if the file cannot be read."""
    try:
        found = parse_json(path.read_bytes())
    except (OSError, ValueError):
        return Setups(usual)
    last = _setup_of(found)
    if last is None or not isinstance(found, dict):
        return Setups(usual)
    others = found.get("others", [])
    setups = [_setup_of(each) for each in others] if isinstance(others, list) else []
    return Setups(last, {setup.game: setup for setup in [*setups, last] if setup})


def remember(path: Path, setups: Setups, setup: Setup) -> Setups:
    """Return the setups with one more as the last, and remember them for the next run.

    Shape: they are written if the file can be.
    """
    found = setups.with_last(setup)
    others = [each._asdict() for game, each in found.each.items() if game != setup.game]
    text = json.dumps({**found.last._asdict(), "others": others}, ensure_ascii=False)
    with suppress(OSError):
        make_folder(path.parent)
        with open(path, "w", encoding="utf-8", opener=private) as file:
            file.write(text)
    return found


def _setup_of(found: object) -> Setup | None:
    match found:
        case {"players": list(players), "game": str(game), "options": dict(options)}:
            texts = [*players, *options, *options.values()]
            if all(isinstance(text, str) for text in texts):
                return Setup(tuple(players), game, options)
    return None
