"""The contract that every game keeps: what a table, a referee and a screen may ask of it.

Decides the members, what each returns and raises, and what follows from them for every game.  Must
not know any game.

The classes of a PC inherit from it.  A device, whose memory is short, loads the classes in
`board_games` without it: those have all that is marked "device" here, and nothing of the rest.

A move is an int from 0 to 65535, or a tuple that begins with its word; ``("next",)`` steps to the
next game of a match, and once that is taken back, nothing before it is.  Dice and cards come from
outside: a roll is a move, a card is told in one.
"""

from .options import chosen_options
from .refusals import MalformedText, Outcome, Refusal, Refused
from .table import SEAT_LETTERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self

    from .protocols import Move, OwnMove, SetEntry

# How a game ended that was given as ended, where its position does not tell.
UNKNOWN = Outcome((), "unknown")


class Game:
    """One game, or one match of several games.

    Shape: ``options`` (device) has a value for each of ``OPTIONS``; ``seats`` is the number of
    people.
    Raises: MalformedText (bad-option, unknown-option, bad-number), by ``Game(...)``.

    Two games are equal where all that the rules look at is: position, options and seats.  What was
    played before is no part of that, except in a game with a rule about repetition.  The repr of a
    game evaluates to an equal one.

    >>> from schiri_engines.switch import Switch
    >>> game = Switch().after("a1-c3")
    >>> game == Switch(), eval(repr(game)) == game
    (False, True)
    """

    # Device: the game's name, and how many cells a side its board has, 0 without one.
    NAME = ""
    SIZE = 0
    # Device: its options, as `options` reads them.
    OPTIONS: tuple[tuple[str, str], ...] = ()
    # The options with which perft counts, and those that a script means where it names none.
    PERFT_OPTIONS: dict[str, str] = {}
    IN_SCRIPT: dict[str, str] = {}
    # Device: the bits of a move that is a roll, 0 without dice; the bit of a roll that a device
    # made, which changes nothing but what is told of it.
    ROLL = 0
    BY_DEVICE = 0
    # Device: what `put_right` may set, and the form of its values, where NAME stands for a seat.
    SET_KEYS: dict[str, str] = {}
    # Device: the rule by which one who resigns ends the game; "" where the others go on and
    # dropping out is a move.
    RESIGN_RULE = ""
    # The rules by which a game may end without a winner.
    DRAW_RULES: tuple[str, ...] = ()
    # The words of the moves that are questions: they are answered, and change nothing.
    QUESTIONS: tuple[str, ...] = ()

    options: dict[str, str]
    seats: int

    def __init__(self, options: dict[str, str] | None = None, seats: int = 2):
        raise NotImplementedError

    @property
    def turn(self) -> int | None:
        """The seat that must act, None where nobody in particular must.  Device."""
        raise NotImplementedError

    @property
    def phase(self) -> str:
        """What kind of act is due, "over" after the end.  Device."""
        raise NotImplementedError

    @staticmethod
    def seats_for(options: dict[str, str]) -> tuple[int, int]:
        """Return the least and the most people that play with these options.  Device."""
        raise NotImplementedError

    # Moves

    def legal_moves(self) -> "Iterable[Move]":
        """Return what `why_not` has nothing against, none after the end.  Device.

        Shape: a list, or an iterator where they are very many; rolls where a roll is due.  Of
        moves that differ only in a number or in cards that nobody but a player sees, see the game;
        a roll with BY_DEVICE is the one without.
        """
        raise NotImplementedError

    def why_not(self, move: "OwnMove") -> Refusal | None:
        """Return None for a legal move, else the refusal with the first cause.  Device.

        Shape: what is a move of no state, number or not, is refused as one of another phase.
        Rule: TA-1, TA-2, and the game's.
        """
        raise NotImplementedError

    def push(self, move: "OwnMove") -> None:
        """Play a legal move, unchecked.  Device."""
        raise NotImplementedError

    def pop(self) -> None:
        """Take the last move back.  Device.

        Raises: IndexError (where none was played since it began, or since it was put right).
        """
        raise NotImplementedError

    def play(self, move: "OwnMove") -> None:
        """Play a move.

        Raises: Refused (what `why_not` returns); then nothing is changed.

        >>> from schiri_engines.switch import Switch
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

        >>> from schiri_engines.joggle import Joggle
        >>> Joggle().after("R:b1", "Y").phase
        'move'
        """
        for text in texts:
            for move in self.parse_moves(text):
                self.play(move)
        return self

    def outcome(self) -> Outcome | None:
        """Return None, or how the game ended.  Device.

        Shape: `UNKNOWN` for a position that was given as ended and does not tell how.
        """
        raise NotImplementedError

    # What perft counts

    def plies(self) -> "Sequence[Move]":
        """Return the legal moves that begin a ply, or go on with one.

        A roll that finds nothing to play, and is repeated, begins none.
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
        """Return the moves of this text, as `parse_move`: one, or a roll with its move."""
        return [self.parse_move(text, names)]

    def position(self) -> str:
        """Return the state as commands and logs have it.  Device."""
        raise NotImplementedError

    def full_position(self) -> str:
        """Return the state as text: `position`, with the words that `from_position` needs besides.

        Shape: ``Game.from_position(game.full_position(), game.options) == game``.

        >>> from schiri_engines.switch import Switch
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
        """Return the words of `full_position` behind those of `position`, needed or not."""
        return []

    @classmethod
    def from_position(cls, text: str, options: dict[str, str] | None = None) -> "Self":
        """Return the game that stands at this position, its history beginning here.

        Raises: MalformedText, Refused.
        """
        raise NotImplementedError

    # Copies

    def copy(self) -> "Self":
        """Return an independent game in the same state, history included."""
        raise NotImplementedError

    def fork(self) -> "Self":
        """Return a copy that is to be put right: its history may begin there.  Device."""
        return self.copy()

    def key(self) -> tuple[object, ...]:
        """Return all that two equal games have in common, as a value."""
        chosen = tuple([(name, self.options[name]) for name, _ in self.OPTIONS])
        return (self.full_position(), chosen, self.seats)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.key() == other.key()

    # It changes.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return self._text_of(self.full_position())

    def _text_of(self, position: str) -> str:
        """Return the expression that makes the game at a position with these options."""
        # Not as a dict, whose order differs between interpreters.
        usual = chosen_options(self.OPTIONS, {})
        chosen = [
            f"{name!r}: {self.options[name]!r}"
            for name, _ in self.OPTIONS
            if self.options[name] != usual[name]
        ]
        more = ", {" + ", ".join(chosen) + "}" if chosen else ""
        return f"{type(self).__name__}.from_position({position!r}{more})"

    # What people do around it

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the seats that win when this one resigns, where that ends the game.  Device."""
        raise NotImplementedError

    def put_right(self, key: str, *values: int | str) -> None:
        """Set one of ``SET_KEYS`` by hand to what lies on the table.  Device.

        Shape: of a game that is not over; a seat where the form has NAME, else text.
        Raises: MalformedText, Refused.  Rule: TA-5.
        """
        raise NotImplementedError


class BoardGame(Game):
    """A game of which all that is known lies on a square board; a device can play it.

    Shape: a cell is a number, 0 for a1, then along the rank.  ``side`` (device) is the colour to
    move, or that would be; ``colours`` (device) those of the seats, "" before they are chosen.
    A position is rows and the side, ``-`` after the end; by `UNKNOWN` where it does not tell how.
    """

    SET_KEYS = {"turn": "NAME", "position": "POSITION"}
    colours: str
    if TYPE_CHECKING:

        @property
        def side(self) -> str: ...
        def legal_moves(self) -> list[int]: ...
        def parse_move(self, text: str, names: tuple[str, ...] = SEAT_LETTERS) -> int: ...

    def cells(self) -> str:
        """Return one letter a cell, from a1 on: what the real board should show.  Device."""
        return "".join(self.letters(range(self.SIZE * self.SIZE)))

    def letters(self, cells: tuple[int, ...] | range) -> list[str]:
        """Return what lies on some cells: ``b`` dark, ``w`` light, ``.`` nothing.  Device."""
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
        """Return why no move begins with a press on this cell, None where one does.  Device."""
        raise NotImplementedError

    def move_between(self, first: int, second: int) -> int:
        """Return the move that pressing these cells means, legal or not.  Device."""
        raise NotImplementedError

    def winning_cells(self) -> tuple[int, ...]:
        """Return the cells by which the game was won, none where it was not.  Device."""
        return ()

    def setup_entries(self, turn: int) -> "list[SetEntry]":
        """Return the entries that put a game with the same options into this state.  Device.

        Shape: of a game that is not over, with this seat on turn; the other one is new, or stood
        there before.
        """
        return [("set", "turn", turn), ("set", "position", self.position())]
