"""The table around a game: entries of every kind, and how each is undone.

Decides TA-1 to TA-3 and TA-5, resigning and agreed draws.  Must not know what a legal move is (the
game does), clocks, devices or languages.

An *entry* is a move of the game or one of the table's own tuples: ``("resign", seat)``,
``("draw",)``, ``("dispute", text)``, ``("set", key, value, ...)``, ``("undo",)``.  Applying a log's
entries to a new table gives the state: the device, the referee and the replay of a log all do that.
"""

from .history import History
from .refusals import (
    RULE_OF,
    SEAT_LETTERS,
    MalformedText,
    Outcome,
    Refusal,
    Refused,
    refuse,
    seat_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Generic

    from typing_extensions import TypeVar

    from .clock import Clock
    from .game import Entry, Game, Words

    # The kind of the game, where it is known.
    G_co = TypeVar("G_co", bound=Game, default=Game, covariant=True)
else:
    G_co = 0
    Generic = {G_co: object}

RULE_OF["nothing-to-undo"] = "TA-3"

# The move that steps to the next game of a match.
NEXT = ("next",)
# The entry that undoes the last one.
UNDO = ("undo",)


class Table(Generic[G_co]):
    """A game with the people around it.

    Shape: ``names`` has one name a seat; ``entries`` are those not undone, oldest first;
    ``own_words`` are the first words of the table's own entries; ``clock`` is None: a table with a
    clock is another class.

    >>> from schiri_engines.switch.game import Switch
    >>> table = Table(Switch(), ("Ann", "Ben"))
    >>> table.try_apply(table.parse("a1-c3")), table.turn
    (None, 1)
    >>> table.try_apply(table.parse("resign Ann")), table.outcome()
    (None, Outcome((1,), 'SW-11'))
    >>> table.try_apply(table.parse("undo")), table.outcome()
    (None, None)
    """

    clock: "Clock | None" = None

    def __init__(self, game: "G_co", names: tuple[str, ...] = SEAT_LETTERS):
        self.game = game
        self.names = tuple(names)
        self.entries: History[Entry] = History()
        self._agreed: Outcome | None = None
        # The state before each entry that is no move, by its index; `pop` undoes a move.
        self._before: dict[int, tuple[G_co, Outcome | None]] = {}
        # The number of oldest entries that can no longer be undone.
        self._sealed = 0
        self.own_words: tuple[str, ...] = ("undo", "dispute", "set")
        if game.RESIGN_RULE:
            self.own_words += ("resign", "draw")

    @property
    def turn(self) -> int | None:
        """The seat that must act, None after the end."""
        return None if self.outcome() else self.game.turn

    @property
    def phase(self) -> str:
        """The game's phase, "over" after the end."""
        return "over" if self.outcome() else self.game.phase

    def outcome(self) -> Outcome | None:
        """Return None, or how the game ended, by its own rules or by agreement."""
        return self._agreed or self.game.outcome()

    def is_move(self, entry: "Entry") -> bool:
        """Tell whether an entry is a move of the game, not one of the table's own."""
        return not isinstance(entry, tuple) or entry[0] not in self.own_words

    def why_not(self, entry: "Entry") -> Refusal | None:
        """Return None for an entry that may be made now, else the refusal.

        Rule: TA-1, TA-2, TA-3.
        """
        if not self.is_move(entry):
            if entry == UNDO:
                is_sealed = len(self.entries) == self._sealed
                return refuse("nothing-to-undo") if is_sealed else None
            return refuse("game-over") if self.outcome() else None
        if self._agreed:
            return refuse("game-over")
        return self.game.why_not(entry)

    def try_apply(self, entry: "Entry") -> Refusal | None:
        """Apply an entry and return None, or return the refusal and change nothing.

        Raises: MalformedText (a value to set that is invalid).
        """
        refusal = self.why_not(entry)
        if refusal:
            return refusal
        if self.is_move(entry):
            self.push(entry)
            return None
        if entry == UNDO:
            self.undo()
            return None
        before = (self.game, self._agreed)
        try:
            self.change(entry)
        except Refused as no:
            return no.refusal
        self._before[len(self.entries)] = before
        self.entries.append(entry)
        return None

    def apply(self, entry: "Entry") -> None:
        """Make an entry.

        Raises: Refused (nothing is changed), MalformedText (as `try_apply`).
        """
        refusal = self.try_apply(entry)
        if refusal:
            raise Refused(refusal, self.game.SIZE)

    def push(self, move: "Entry") -> None:
        """Make a move that is known to be legal."""
        self.game.push(move)
        self.entries.append(move)

    def seal(self) -> None:
        """Make the entries so far final: undo stops here."""
        self._sealed = len(self.entries)

    def change(self, entry: "Entry") -> None:
        """Carry out an entry of the table, which `try_apply` has found right."""
        assert isinstance(entry, tuple)
        kind = entry[0]
        if kind == "set":
            # Earlier entries stay with the old game, which undo restores.
            game = self.game.copy()
            game.set_state(*entry[1:])  # type: ignore[arg-type]
            self.game = game
        elif kind == "resign":
            seat = entry[-1]
            assert isinstance(seat, int)
            self._agreed = Outcome(self.game.opponents(seat), self.game.RESIGN_RULE)
        elif kind == "draw":
            self._agreed = Outcome((), self.game.RESIGN_RULE)

    def undo(self) -> None:
        """Take the last entry back."""
        entry = self.entries.pop()
        if entry == NEXT:
            # Undo returns to the end of the game before, not into it.
            self.seal()
        before = self._before.pop(len(self.entries), None)
        if before is None:
            self.game.pop()
        else:
            self.game, self._agreed = before

    # Texts

    def parse(self, text: str) -> "Entry":
        """Return the entry of this text.

        Raises: MalformedText (unknown-command, unknown-key and the game's), Refused
        (unknown-name).
        """
        words = text.split()
        word = words[0] if words else ""
        if word not in self.own_words:
            entry: Entry = self.game.parse_move(text, self.names)
            return entry
        return self.parse_own(text, words)

    def parse_own(self, text: str, words: list[str]) -> "Words":
        """Return the table's own entry of this text."""
        word = words[0]
        rest = text.strip()[len(word) :].strip()
        if word == "set":
            return self.parse_set(rest)
        if word == "dispute" and rest:
            return ("dispute", rest)
        if word == "resign" and len(words) == 2:
            return ("resign", seat_of(words[1], self.names))
        if word in ("undo", "draw") and len(words) == 1:
            return (word,)
        forms = {"resign": " NAME", "dispute": " TEXT"}
        raise MalformedText("unknown-command", text, word + forms.get(word, ""))

    def text(self, entry: "Entry") -> str:
        """Return an entry's text; the inverse of `parse`."""
        if self.is_move(entry):
            return self.game.move_text(entry, self.names)
        assert isinstance(entry, tuple)
        # A number is a seat, every other value is text.
        return " ".join([self.names[w] if isinstance(w, int) else str(w) for w in entry])

    def parse_set(self, text: str) -> "Words":
        """Return the entry that sets a value, of the text behind ``set``."""
        key = (text.split() or [""])[0]
        keys = self.game.SET_KEYS
        if key not in keys:
            raise MalformedText("unknown-key", key, " ".join(sorted(keys)))
        rest = text[len(key) :].strip()
        words = rest.split()
        kinds = keys[key].split()
        # A position contains blanks: it takes the rest of the line.
        if kinds == ["POSITION"] and rest:
            return ("set", key, rest)
        if len(words) != len(kinds):
            raise MalformedText("unknown-command", text, "set " + key + " " + keys[key])
        values = [
            seat_of(word, self.names) if kind == "NAME" else word
            for kind, word in zip(kinds, words)
        ]
        return ("set", key) + tuple(values)  # type: ignore[return-value]
