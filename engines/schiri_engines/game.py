"""The contract of every game: the members that a table, a referee and a device may use.

Decides the members, what each returns and raises, and what follows from them for every game.  Must
not know any game.

A game is one class, the same on a device and on a PC.  `Game` is every game; `BoardGame` adds what
the presses of a board need.  What only programs need is in `programs`, which no device loads.

A move is an int from 0 to 65535, or a tuple that begins with its word; ``("next",)`` steps to the
next game of a match, and once that is undone, nothing before it is.  Dice and cards come from
outside: a roll is a move, and a move names its card.
"""

from .grid import cell_text
from .refusals import SEAT_LETTERS, MalformedText, Outcome, Refusal, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Self, TypeVar, Unpack

    from .options import Options

    T = TypeVar("T")

    # The values in a tuple after its word: a seat, a pile, a number; a card, a colour, any text; a
    # place, or a seat with its ms; None for a value that is not known.
    Value = int | str | tuple[int, int] | None
    # A tuple that begins with its word; its content is the game's own.
    Words = tuple[str, Unpack[tuple[Value, ...]]]
    # A move of its own game: an int or such a tuple.
    Move = Any  # type: ignore[explicit-any]
    # A move, or a tuple of the table's own.
    Entry = int | Words
    # The table's tuples that correct a board.
    SetEntry = tuple[str, str, int | str]
else:
    # There are no types at run time.
    Entry = object

# The highest number of a move; no game has a move of this number.
NO_MOVE = 0xFFFF


def check_player_count(count: int, seats: tuple[int, int]) -> None:
    """Raise unless the number of players is within the game's limits.

    Raises: MalformedText (bad-number).

    >>> try:
    ...     check_player_count(7, (2, 4))
    ... except MalformedText as bad:
    ...     bad.code, bad.found, bad.wanted
    ('bad-number', '7', '2-4')
    """
    least, most = seats
    if not least <= count <= most:
        wanted = str(least) if least == most else f"{least}-{most}"
        raise MalformedText("bad-number", str(count), wanted)


def number_of(move: "Move") -> int:
    """Return a valid number of a move unchanged, and the number of no move for everything else.

    >>> number_of(25), number_of(-1), number_of(("next",))
    (25, 65535, 65535)
    """
    return move if isinstance(move, int) and 0 <= move <= NO_MOVE else NO_MOVE


def changed(values: "tuple[T, ...]", at: int, value: "T") -> "tuple[T, ...]":
    """Return a copy of a tuple with one value replaced.

    >>> changed((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    return values[:at] + (value,) + values[at + 1 :]


class Game:
    """One game, or one match of several games.

    Shape: ``options`` has a value for each of ``OPTIONS``; ``seats`` is the number of people.
    Raises: MalformedText (bad-option, unknown-option, bad-number), by ``Game(...)``.

    Two games are equal if position, options and seats are equal.  Earlier moves do not count,
    except in a game with a rule about repetition.  The repr is an expression of the position.

    >>> from schiri_engines.switch.game import Switch
    >>> game = Switch({"repetition": "off"}).after("a1-c3")
    >>> game == Switch({"repetition": "off"}), eval(repr(game)) == game
    (False, True)
    """

    # The game's name, and how many cells a side its board has, 0 without one.
    NAME = ""
    SIZE = 0
    # Its options, as `options` reads them.
    OPTIONS: "Options" = ()
    # The bits of a move that is a roll, 0 without dice.
    ROLL = 0
    # What `set_state` may set, and the form of its values, where NAME stands for a seat.
    SET_KEYS: dict[str, str] = {}
    # The rule for resigning and agreed draws; "" if the others go on and dropping out is a move.
    # Then an end without a winner is no draw.
    RESIGN_RULE = ""
    # The rules by which a game may end without a winner, unless that is agreed on.
    DRAW_RULES: tuple[str, ...] = ()
    # The words of the moves that are questions: they are answered, and change nothing.
    QUESTIONS: tuple[str, ...] = ()

    options: dict[str, str]
    seats: int

    # Each game has these itself.
    if TYPE_CHECKING:

        def __init__(self, options: dict[str, str] | None = None, seats: int = 2):
            """Begin a game, or a match."""

        @staticmethod
        def seats_for(options: dict[str, str]) -> tuple[int, int]:
            """Return the least and the most people that play with these options."""

        @property
        def turn(self) -> int | None:
            """The seat that must act, or None."""

        @property
        def phase(self) -> str:
            """The kind of action that is due, "roll" for that of a die, "over" after the end."""

        def legal_moves(self) -> "Iterable[Move]":
            """Return all moves that `why_not` accepts, none after the end.

            Shape: a list, or an iterator if they are very many; rolls if a roll is due.  Each game
            documents moves that differ only in a number or in cards that only a player sees.
            """

        def why_not(self, move: "Move") -> Refusal | None:
            """Return None for a legal move, else the refusal with the first cause.

            Shape: a value that is no move at all is refused with ``wrong-phase``.
            Rule: TA-1, TA-2, and the game's.
            """

        def push(self, move: "Move") -> None:
            """Play a legal move, without checking it."""

        def pop(self) -> None:
            """Take the last move back.

            Raises: IndexError (where none was played since it began, or since it was put right).
            """

        def outcome(self) -> Outcome | None:
            """Return None, or how the game ended."""

        def move_text(self, move: "Move", names: tuple[str, ...] = SEAT_LETTERS) -> str:
            """Return a move as text, with a name for each seat."""

        def parse_move(self, text: str, names: tuple[str, ...] = SEAT_LETTERS) -> "Move":
            """Return the move of this text; the inverse of `move_text`.

            Raises: MalformedText (where it is no move of any state), Refused (unknown-name).
            """

        def position(self) -> str:
            """Return the state as text: ``Game.from_position(game.position(), game.options)``."""

        @classmethod
        def from_position(cls, text: str, options: dict[str, str] | None = None) -> "Self":
            """Return a game at this position; its history begins here.

            Raises: MalformedText, Refused.
            """

        def copy(self) -> "Self":
            """Return an independent game in the same state, history included."""

        def opponents(self, seat: int) -> tuple[int, ...]:
            """Return the seats that win if this one resigns, in a game with ``RESIGN_RULE``."""

        def set_state(self, key: str, *values: int | str) -> None:
            """Correct one of ``SET_KEYS`` by hand, to match the real table.

            Shape: only before the end; a value is a seat where the form has NAME, else text.  The
            history begins here.
            Raises: MalformedText, Refused.  Rule: TA-5.
            """

    def play(self, move: "Move") -> None:
        """Play a move.

        Raises: Refused (what `why_not` returns); then nothing is changed.

        >>> from schiri_engines.switch.game import Switch
        >>> game = Switch()
        >>> try:
        ...     game.play(game.parse_move("a1-a2"))
        ... except Refused as refused:
        ...     refused.refusal
        Refusal('move-onto-stone', 'SW-4', (5,))
        """
        refusal = self.why_not(move)
        if refusal:
            raise Refused(refusal, self.SIZE)
        self.push(move)

    def after(self, *texts: str) -> "Self":
        """Play the moves of these texts, and return this game.

        Raises: MalformedText, Refused.

        >>> from schiri_engines.joggle.game import Joggle
        >>> Joggle().after("R", "b1", "Y").phase
        'move'
        """
        for text in texts:
            self.play(self.parse_move(text))
        return self

    def key(self) -> tuple[object, ...]:
        """Return a value that is equal for equal games."""
        chosen = tuple([(name, self.options[name]) for name, _ in self.OPTIONS])
        return (self.position(), chosen, self.seats)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.key() == other.key()

    def __hash__(self) -> int:
        """Hash the current state.  Do not play on with a game that is in a set or a dict."""
        return hash(self.key())

    def __repr__(self) -> str:
        from .programs import expression

        return expression(self)


class BoardGame(Game):
    """A game with all its information on a square board; a device can play it.

    Shape: a cell is a number, 0 for a1, then along the rank.  ``side`` is the side to move, after
    the end the side that would have moved; ``colours`` are those of the seats, "" before they are
    chosen.  A position begins with `board_text`, and its further words say what does not follow
    from that; after the end its side is ``-``.
    """

    SET_KEYS = {"turn": "NAME", "position": "POSITION"}
    colours: str
    if TYPE_CHECKING:

        @property
        def side(self) -> str: ...
        def legal_moves(self) -> list[int]: ...
        def parse_move(self, text: str, names: tuple[str, ...] = SEAT_LETTERS) -> int: ...

        def board_text(self) -> str:
            """Return rows and side as commands and logs have them, the roll and the turns.

            Shape: a game with a die has its roll as the third word.
            """

        def letters(self, cells: tuple[int, ...] | range) -> list[str]:
            """Return the contents of some cells: ``b`` dark, ``w`` light, ``.`` free."""

        def move_cells(self, move: int) -> tuple[int, ...]:
            """Return the cells that a move is pressed on, in their order; none for a roll."""

        def why_not_from(self, cell: int) -> Refusal | None:
            """Return why no legal move begins with a press on this cell, or None."""

        def move_between(self, first: int, second: int) -> int:
            """Return the move of these two presses, legal or not."""

    @classmethod
    def cell_text(cls, cell: int) -> str:
        """Return a cell's name."""
        return cell_text(cell, cls.SIZE)

    def cells(self) -> str:
        """Return one letter a cell, from a1 on."""
        return "".join(self.letters(range(self.SIZE * self.SIZE)))

    def moves_from(self, cell: int) -> list[int]:
        """Return the legal moves whose first press is this cell."""
        return [move for move in self.legal_moves() if self.move_cells(move)[:1] == (cell,)]

    def warning(self, move: int) -> Refusal | None:
        """Return None, or a warning for a legal move that gives something away."""
        return None

    def winning_cells(self) -> tuple[int, ...]:
        """Return the cells of the winning figure or group, none without a win."""
        return ()

    def position(self) -> str:
        """Return the state as text; a game whose states do not follow from that adds words."""
        return self.board_text()

    def setup_entries(self, turn: int) -> "list[SetEntry]":
        """Return the entries that put a game with the same options into this state.

        Shape: only before the end; this seat is on turn.  The other game is new, or was in this
        state before.
        """
        return [("set", "turn", turn), ("set", "position", self.board_text())]
