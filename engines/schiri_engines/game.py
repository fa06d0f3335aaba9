"""The contract of every game: the members that a table, a referee and a screen may use.

Decides the members, what each returns and raises, and what follows from them for every game.  Must
not know any game.

The classes of a PC inherit from it.  A device is short of memory and loads ``rules.py`` of a board
game without it: the class there has only the members that are marked "Device" here.

A move is an int from 0 to 65535, or a tuple that begins with its word; ``("next",)`` steps to the
next game of a match, and once that is undone, nothing before it is.  Dice and cards come from
outside: a roll is a move, and a move names its card.
"""

from .options import chosen_options
from .refusals import SEAT_LETTERS, MalformedText, Outcome, Refusal, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Self, TypeVar, Unpack

    from .options import Options

    T = TypeVar("T")
    # The values in a tuple after its word: a seat, a pile, a number; a card, a colour, any text; a
    # place, or a seat with its ms; None for a value that is not known.
    Value = int | str | tuple[int, int] | None
    # A small int, or a tuple that begins with its word; its content is the game's own.
    Words = tuple[str, Unpack[tuple[Value, ...]]]
    Move = int | Words
    # A move, or a tuple of the table's own.
    Entry = Move
    # The table's tuples that correct a board.
    SetEntry = tuple[str, str, int | str]
    # A move that goes back to its own game.
    OwnMove = Any  # type: ignore[explicit-any]
else:
    # There are no types at run time.
    Move = Entry = OwnMove = object

# The outcome of a position that is over and does not show how.
UNKNOWN = Outcome((), "unknown")
# The highest number of a move; no game has a move of this number.
NO_MOVE = 0xFFFF
# The die, as a seat.
CHANCE = -1
# For each class its moves in the order of their indices, and the index of each move.
_INDICES: "dict[type[BoardGame], tuple[list[int], dict[int, int]]]" = {}


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


def number_of(move: "OwnMove") -> int:
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

    Shape: ``options`` (device) has a value for each of ``OPTIONS``; ``seats`` is the number of
    people.
    Raises: MalformedText (bad-option, unknown-option, bad-number), by ``Game(...)``.

    Two games are equal if position, options and seats are equal.  Earlier moves do not count,
    except in a game with a rule about repetition.  The repr of a game evaluates to an equal one.

    >>> from schiri_engines.switch.game import Switch
    >>> game = Switch().after("a1-c3")
    >>> game == Switch(), eval(repr(game)) == game
    (False, True)
    """

    # Device: the game's name, and how many cells a side its board has, 0 without one.
    NAME = ""
    SIZE = 0
    # Device: its options, as `options` reads them.
    OPTIONS: "Options" = ()
    # Device: the bits of a move that is a roll, 0 without dice.
    ROLL = 0
    # Device: what `put_right` may set, and the form of its values, where NAME stands for a seat.
    SET_KEYS: dict[str, str] = {}
    # Device: the rule for resigning and agreed draws; "" if the others go on and dropping out is a
    # move.
    RESIGN_RULE = ""
    # The rules by which a game may end without a winner, unless that is agreed on.
    DRAW_RULES: tuple[str, ...] = ()
    # The words of the moves that are questions: they are answered, and change nothing.
    QUESTIONS: tuple[str, ...] = ()

    options: dict[str, str]
    seats: int

    def __init__(self, options: dict[str, str] | None = None, seats: int = 2):
        raise NotImplementedError

    @property
    def turn(self) -> int | None:
        """The seat that must act, or None.  Device."""
        raise NotImplementedError

    @property
    def phase(self) -> str:
        """The kind of action that is due, "over" after the end.  Device."""
        raise NotImplementedError

    @staticmethod
    def seats_for(options: dict[str, str]) -> tuple[int, int]:
        """Return the least and the most people that play with these options.  Device."""
        raise NotImplementedError

    # Moves

    def legal_moves(self) -> "Iterable[Move]":
        """Return all moves that `why_not` accepts, none after the end.  Device.

        Shape: a list, or an iterator if they are very many; rolls if a roll is due.  Each game
        documents moves that differ only in a number or in cards that only a player sees.
        """
        raise NotImplementedError

    def why_not(self, move: "OwnMove") -> Refusal | None:
        """Return None for a legal move, else the refusal with the first cause.  Device.

        Shape: a value that is no move at all is refused with ``wrong-phase``.
        Rule: TA-1, TA-2, and the game's.
        """
        raise NotImplementedError

    def push(self, move: "OwnMove") -> None:
        """Play a legal move, without checking it.  Device."""
        raise NotImplementedError

    def pop(self) -> None:
        """Take the last move back.  Device.

        Raises: IndexError (where none was played since it began, or since it was put right).
        """
        raise NotImplementedError

    def play(self, move: "OwnMove") -> None:
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
        >>> Joggle().after("R:b1", "Y").phase
        'move'
        """
        for text in texts:
            for move in self.parse_moves(text):
                self.play(move)
        return self

    def outcome(self) -> Outcome | None:
        """Return None, or how the game ended.  Device.

        Shape: `UNKNOWN` for a position that was given as ended without a result.
        """
        raise NotImplementedError

    # For programs

    @property
    def player(self) -> int | None:
        """The seat that decides what comes next, `CHANCE` where a die does, None after the end.

        >>> from schiri_engines.joggle.game import Joggle
        >>> game = Joggle()
        >>> game.player == CHANCE, game.after("R").player
        (True, 0)
        """
        return CHANCE if self.chance_outcomes() else self.turn

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome() is not None

    def chance_outcomes(self) -> "list[tuple[Move, int]]":
        """Return each possible roll with its weight, an empty list if no roll is due."""
        return []

    def returns(self) -> list[float]:
        """Return each seat's result: 1 for a win, -1 for a loss, 0 for a draw and before the end.

        >>> from schiri_engines.switch.game import Switch
        >>> Switch.from_position("bbbbb/bbbbb/bb.ww/wwwww/wwwww w").returns()
        [-1.0, 1.0]
        """
        outcome = self.outcome()
        winners = outcome.winners if outcome else ()
        if not winners:
            return [0.0] * self.seats
        return [1.0 if seat in winners else -1.0 for seat in range(self.seats)]

    def observation(self, seat: int) -> str:
        """Return what this seat may know, as text.

        >>> from schiri_engines.switch.game import Switch
        >>> Switch().observation(1) == Switch().position()
        True
        """
        return self.position()

    # For perft

    def plies(self) -> "Sequence[Move]":
        """Return the legal moves that begin or continue a ply.

        A roll that must be repeated begins no ply.
        """
        return list(self.legal_moves())

    def is_within_ply(self) -> bool:
        """Tell whether another move is due before the ply is complete: the one after a roll."""
        return False

    # Texts

    def move_text(self, move: "OwnMove", names: tuple[str, ...] = SEAT_LETTERS) -> str:
        """Return a move as text, with a name for each seat.  Device."""
        raise NotImplementedError

    def parse_move(self, text: str, names: tuple[str, ...] = SEAT_LETTERS) -> "Move":
        """Return the move of this text; the inverse of `move_text`.  Device.

        Raises: MalformedText (where it is no move of any state), Refused (unknown-name).
        """
        raise NotImplementedError

    def parse_moves(self, text: str, names: tuple[str, ...] = SEAT_LETTERS) -> "Sequence[Move]":
        """Return the moves of this text: one, or a roll with its move."""
        return [self.parse_move(text, names)]

    def position(self) -> str:
        """Return the position as text, the form that commands and logs use.  Device."""
        raise NotImplementedError

    def full_position(self) -> str:
        """Return `position` and the further words that `from_position` needs.

        Shape: ``Game.from_position(game.full_position(), game.options) == game``.

        >>> from schiri_engines.switch.game import Switch
        >>> Switch().full_position() == Switch().position()
        True
        >>> Switch({"layout": "free"}).after("place a1 b").full_position()
        '...../...../...../...../b.... - setup=B,A,-'
        """
        position, words = self.position(), self.further_words()
        try:
            if type(self).from_position(position, self.options).further_words() == words:
                return position
        except (MalformedText, Refused):
            pass
        return " ".join([position] + words)

    def further_words(self) -> list[str]:
        """Return the words that `full_position` can add to `position`."""
        return []

    @classmethod
    def from_position(cls, text: str, options: dict[str, str] | None = None) -> "Self":
        """Return a game at this position; its history begins here.

        Every position that `position` returns is accepted, also that of a game that is over.

        Raises: MalformedText, Refused.
        """
        raise NotImplementedError

    # Copies

    def copy(self) -> "Self":
        """Return an independent game in the same state, history included."""
        raise NotImplementedError

    def fork(self) -> "Self":
        """Return a copy to correct by hand: its history may begin there.  Device."""
        return self.copy()

    def key(self) -> tuple[object, ...]:
        """Return a value that is equal for equal games."""
        chosen = tuple([(name, self.options[name]) for name, _ in self.OPTIONS])
        return (self.full_position(), chosen, self.seats)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.key() == other.key()

    def __hash__(self) -> int:
        """Hash the current state.  Do not play on with a game that is in a set or a dict."""
        return hash(self.key())

    def __repr__(self) -> str:
        return self._text_of(self.full_position())

    def _text_of(self, position: str) -> str:
        """Return the expression that makes this game at a position."""
        # Not as a dict, whose order differs between interpreters.
        usual = chosen_options(self.OPTIONS, {})
        chosen = [
            f"{name!r}: {self.options[name]!r}"
            for name, _ in self.OPTIONS
            if self.options[name] != usual[name]
        ]
        more = ", {" + ", ".join(chosen) + "}" if chosen else ""
        return f"{type(self).__name__}.from_position({position!r}{more})"

    # The table around a game

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the seats that win if this one resigns and that ends the game.  Device."""
        raise NotImplementedError

    def put_right(self, key: str, *values: int | str) -> None:
        """Correct one of ``SET_KEYS`` by hand, to match the real table.  Device.

        Shape: only before the end; a value is a seat where the form has NAME, else text.
        Raises: MalformedText, Refused.  Rule: TA-5.
        """
        raise NotImplementedError


class BoardGame(Game):
    """A game with all its information on a square board; a device can play it.

    Shape: a cell is a number, 0 for a1, then along the rank.  ``side`` (device) is the side to
    move, after the end the side that would have moved; ``colours`` (device) are those of the seats,
    "" before they are chosen.  A position is rows and the side, ``-`` after the end; its outcome is
    `UNKNOWN` if it does not say how the game ended.
    """

    SET_KEYS = {"turn": "NAME", "position": "POSITION"}
    colours: str
    if TYPE_CHECKING:

        @property
        def side(self) -> str: ...
        def legal_moves(self) -> list[int]: ...
        def parse_move(self, text: str, names: tuple[str, ...] = SEAT_LETTERS) -> int: ...

    @classmethod
    def all_moves(cls) -> list[int]:
        """Return all moves and rolls of all positions, each once, in a fixed order."""
        raise NotImplementedError

    @classmethod
    def _indices(cls) -> "tuple[list[int], dict[int, int]]":
        if cls not in _INDICES:
            moves = cls.all_moves()
            _INDICES[cls] = moves, {moves[index]: index for index in range(len(moves))}
        return _INDICES[cls]

    @classmethod
    def moves_count(cls) -> int:
        """Return the number of different moves and rolls.

        >>> from schiri_engines.joggle.game import Joggle
        >>> from schiri_engines.switch.game import Switch
        >>> Switch.moves_count(), Joggle.moves_count()
        (1252, 8133)
        """
        return len(cls._indices()[0])

    @classmethod
    def move_index(cls, move: int) -> int:
        """Return the index of a move, from 0 to `moves_count` less one.

        Raises: KeyError (where no position has this move).

        >>> from schiri_engines.switch.game import Switch
        >>> [Switch.move_index(move) for move in Switch().legal_moves()][:3]
        [11, 59, 107]
        """
        return cls._indices()[1][move]

    @classmethod
    def move_at(cls, index: int) -> int:
        """Return the move of this index; the inverse of `move_index`."""
        return cls._indices()[0][index]

    def cells(self) -> str:
        """Return one letter a cell, from a1 on.  Device."""
        return "".join(self.letters(range(self.SIZE * self.SIZE)))

    def letters(self, cells: tuple[int, ...] | range) -> list[str]:
        """Return the contents of some cells: ``b`` dark, ``w`` light, ``.`` free.  Device."""
        raise NotImplementedError

    @staticmethod
    def cell_text(cell: int) -> str:
        """Return a cell's name.  Device."""
        raise NotImplementedError

    def move_cells(self, move: int) -> tuple[int, ...]:
        """Return the cells that a move is pressed on, in their order; none for a roll.  Device."""
        raise NotImplementedError

    def moves_from(self, cell: int) -> list[int]:
        """Return the legal moves whose first press is this cell.  Device."""
        return [move for move in self.legal_moves() if self.move_cells(move)[:1] == (cell,)]

    def why_not_from(self, cell: int) -> Refusal | None:
        """Return why no legal move begins with a press on this cell, or None.  Device."""
        raise NotImplementedError

    def move_between(self, first: int, second: int) -> int:
        """Return the move of these two presses, legal or not.  Device."""
        raise NotImplementedError

    def winning_cells(self) -> tuple[int, ...]:
        """Return the cells of the winning figure or group, none without a win.  Device."""
        return ()

    def setup_entries(self, turn: int) -> "list[SetEntry]":
        """Return the entries that put a game with the same options into this state.  Device.

        Shape: only before the end; this seat is on turn.  The other game is new, or was in this
        state before.
        """
        return [("set", "turn", turn), ("set", "position", self.position())]
