"""Entries, events and states of all games.

Decides which of them are common to all games, and how an event is written.  A game's own are in its
package; `schiri.log.lines` adds number, time and source for a log.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, fields
from typing import ClassVar, NamedTuple, Self

from schiri_engines.game import Entry as Entry  # noqa: PLC0414  # for all users of events

from schiri.json_object import UNWRITTEN, Json, JsonObject, Record


def word_of(entry: Entry) -> str:
    """Return the first word of an entry, "" for a move that is a number.

    >>> word_of(("undo",)), word_of(515)
    ('undo', '')
    """
    return str(entry[0]) if isinstance(entry, tuple) else ""


# Events


class Event(Record):
    """An event: each kind is a subclass with its fields.

    Shape: ``KIND`` is the value of the key ``event``.
    """

    KIND: ClassVar[str] = ""

    def __init_subclass__(cls, kind: str = "") -> None:
        cls.KIND = kind or cls.KIND
        super().__init_subclass__()

    @property
    def kind(self) -> str:
        return self.KIND

    def json(self) -> dict[str, Json]:
        """Return the object in which the event is written; its kind comes first."""
        return {"event": self.kind, **super().json()}

    @classmethod
    def parse(cls, value: object) -> Self:
        """Return the event of this kind from an object.

        Raises: ValueError (a field is missing, or has another type).
        """
        if isinstance(value, Mapping) and "event" in value:
            # A class that has its kind as a field names that field `word`.
            value = {**value, "word": value["event"]}
        return super().parse(value)


class RuleEvent(Event):
    """Something that follows from a rule."""

    rule: str | None = None


class PlayerEvent(Event):
    """Something that follows from a rule for a player."""

    by: str
    rule: str | None = None


# The remark on an entry that changed nothing, or that another event describes in full.
SAME = "same"


class EntryMade(Event):
    """An entry that was applied.

    Shape: ``word`` is its kind; ``by`` the player of a move; ``origin`` the roller of a roll, or
    what told of a move on a board that feels its stones; in a
    game with a clock ``spent_ms`` is the time that the entry took, ``left_ms`` what its player then
    had left, None without a limit;
    ``changes`` are corrected places, each with its contents before and after; ``undone`` is the
    entry that an undo took back; ``remark`` is `SAME` or a word of the game: all follow from the
    game.

    >>> EntryMade("move", "a1-c3", "Ann").json()
    {'event': 'move', 'by': 'Ann', 'entry': 'a1-c3'}
    """

    word: str
    entry: str
    by: str | None = None
    origin: str | None = None
    spent_ms: int | None = None
    left_ms: int | None = None
    changes: tuple[tuple[str, str, str], ...] = field(
        default=(), repr=False, compare=False, metadata=UNWRITTEN
    )
    undone: "EntryMade | None" = field(default=None, repr=False, compare=False, metadata=UNWRITTEN)
    remark: str = field(default="", repr=False, compare=False, metadata=UNWRITTEN)

    @property
    def kind(self) -> str:
        return self.word

    def json(self) -> dict[str, Json]:
        keys: dict[str, Json] = {"event": self.word, "by": self.by, "entry": self.entry}
        keys |= {"origin": self.origin, "spent_ms": self.spent_ms, "left_ms": self.left_ms}
        return {key: value for key, value in keys.items() if value is not None}


class Cause(NamedTuple):
    """A cause of an end: a code, the names in it, and further parts of its sentence.

    Shape: its words are under ``code`` in the context "ending": ``{name}`` is the first of
    ``names``, ``{other}`` the second, ``{names}`` all; the game's ``words`` puts ``parts`` into
    words.
    """

    code: str
    names: tuple[str, ...] = ()
    parts: tuple[tuple[str, str], ...] = ()


class End(Event, kind="end"):
    """The end of a game: winners and rule.

    Shape: ``causes`` follow from the game; an event that was only read has none.
    """

    winner: tuple[str, ...]
    rule: str
    causes: tuple[Cause, ...] = field(default=(), kw_only=True, compare=False, metadata=UNWRITTEN)


class Header(Event, kind="game"):
    """The first event of a game's log.

    Shape: ``seats`` are the device's letters of the players, in order: on a panel those of their
    colours, None if they were not chosen before the first entry; ``format`` is the version of the
    log's form, ``schiri`` that of the program.

    >>> list(Header(1, "switch", {}, ("Ann", "Ben")).json())[:5]
    ['event', 'format', 'game', 'options', 'players']
    """

    format: int
    game: str
    options: Mapping[str, str]
    players: tuple[str, ...]
    seats: str | None = None
    device: str | None = None
    firmware: str | None = None
    rules: str | None = None
    schiri: str | None = None

    def json(self) -> dict[str, Json]:
        """Return the event as an object, with unknown keys as well."""
        known = super().json()
        names = [each.name for each in fields(self)]
        return {"event": self.kind, **dict.fromkeys(names), **known}


# Events of a log, not of the game in it.


class Incident(Event, kind="survived"):
    """An incident after which the game went on; ``text`` is a device's report of an error.

    >>> Incident("cable").json()
    {'event': 'survived', 'what': 'cable'}
    """

    what: str
    text: str | None = None


class Missing(Event, kind="missing"):
    """These events of a device's epoch are lost for good."""

    epoch: str
    first: int
    last: int


class DeviceSettings(Event, kind="settings"):
    """A device's settings as it reported them: words in hex."""

    kept: str


class SeatsChosen(Event, kind="seats"):
    """From here on the players have these buttons: letters in the order of the players.

    Rule: buttons chosen before the first entry are in the header instead.

    >>> SeatsChosen("uwr").json()
    {'event': 'seats', 'seats': 'uwr'}
    """

    seats: str


class HintGiven(Event, kind="hint"):
    """A player got a hint; ``count`` is the number in this game so far.

    >>> HintGiven("Ann", 2).json()
    {'event': 'hint', 'player': 'Ann', 'count': 2}
    """

    player: str
    count: int


class TooEarly(Event, kind="too-early"):
    """A player has thrown in while no pile was turned."""

    rule = "DW-12"
    player: str


class FalseStart(Event, kind="false-start"):
    """A player has thrown in while locked out for having been too early."""

    rule = "DW-12"
    player: str


NOTES: tuple[type[Event], ...] = (
    *(Incident, Missing, DeviceSettings, SeatsChosen, HintGiven),
    *(TooEarly, FalseStart),
)


class UnknownEvent(Event):
    """An event of a log that this version does not know."""

    word: str

    @property
    def kind(self) -> str:
        return self.word

    def json(self) -> dict[str, Json]:
        """Return the object of the event."""
        return {"event": self.word}


def rule_of(event: Event) -> str:
    """Return the id of the rule by which something happened, "" for none.

    >>> rule_of(End(("Ann",), "SW-6")), rule_of(EntryMade("move", "a1-c3"))
    ('SW-6', '')
    """
    return getattr(event, "rule", None) or ""


def event_of(value: JsonObject, kinds: Sequence[type[Event]]) -> Event:
    """Return the event of an object in a log, by the kinds of its game.

    Rule: an object with an entry is that entry, whatever its kind.

    >>> event_of({"event": "end", "winner": ["Ann"], "rule": "SW-6"}, [End])
    End(winner=('Ann',), rule='SW-6', causes=())
    >>> event_of({"event": "end", "winner": "Ann"}, [End])
    UnknownEvent(word='end')
    """
    name = str(value.get("event"))
    ours: list[type[Event]] = [Header, *NOTES, *kinds]
    found: dict[str, type[Event]] = {each.KIND: each for each in ours}
    kind = EntryMade if "entry" in value else found.get(name, UnknownEvent)
    try:
        return kind.parse(value)
    except ValueError:
        return UnknownEvent(name)


# States


class OfMatch:
    """The field of a state in a match of several games: the points that decide the match."""

    match: Mapping[str, int]


# The common part of all states: the fields of `State`, in order.
Common = tuple[str, str | None, str, bool, tuple[str, ...], str | None]


class State(Record):
    """The state of a game; a game's own keys are those of a subclass.

    Shape: ``turn`` is the player who must act, or None; ``winner`` has the names of the winners,
    ``rule`` the id of the rule of the end, ``causes`` its causes; ``clock`` is what each player
    with a clock has left, in ms, None in a game without.

    >>> state = State("switch", "Ann", "play", False, (), None)
    >>> state.json()["turn"], State.parse(state.json()) == state
    ('Ann', True)
    """

    game: str
    turn: str | None
    phase: str
    over: bool
    winner: tuple[str, ...]
    rule: str | None
    causes: tuple[Cause, ...] = field(default=(), kw_only=True, compare=False, metadata=UNWRITTEN)
    clock: Mapping[str, int] | None = field(default=None, kw_only=True)
