"""The rules of noughts and crosses: three in a line of a 3x3 board win.

Decides NC-1 to NC-4.  Crosses are dark (``b``), noughts are light (``w``).  Must not know lights,
wires or languages, like any game.
"""

from schiri_engines import grid
from schiri_engines.game import BoardGame, check_player_count
from schiri_engines.options import chosen_options
from schiri_engines.refusals import RULE_OF, SEAT_LETTERS, MalformedText, Outcome, Refusal, refuse

RULE_OF["cell-taken"] = "NC-1"

SIZE = 3
CELLS = SIZE * SIZE
RANKS = tuple([(rank, rank + 1, rank + 2) for rank in (0, 3, 6)])
FILES = tuple([(file, file + 3, file + 6) for file in (0, 1, 2)])
LINES = RANKS + FILES + ((0, 4, 8), (2, 4, 6))


class Noughts(BoardGame):
    """One game of noughts and crosses; a move is the cell that is marked.

    Shape: ``colours`` has the colour of each seat.
    Raises: MalformedText (bad-option, unknown-option).  Rule: NC-1 to NC-4.

    >>> game = Noughts().after("a1", "a2", "b1", "b2", "c1")
    >>> game.outcome(), game.position(), game.winning_cells()
    (Outcome((0,), 'NC-2'), '.../ww./bbb -', (0, 1, 2))
    """

    NAME = "noughts"
    SIZE = SIZE
    side: str
    OPTIONS: tuple[tuple[str, str], ...] = (("start", "b w"),)
    RESIGN_RULE = "NC-4"
    DRAW_RULES = ("NC-3",)

    def __init__(self, options: dict[str, str] | None = None, seats: int = 2):
        self.options = chosen_options(self.OPTIONS, options or {})
        check_player_count(seats, (2, 2))
        self.seats = seats
        self.stand("." * CELLS, self.options["start"], 0)

    def stand(self, letters: str, side: str, seat: int) -> None:
        """Set the board, with the side of this seat to move: the root of `pop`."""
        self.side = side
        self.colours = side + other_side(side) if seat == 0 else other_side(side) + side
        self.marks = letters
        self.past: list[int] = []
        # The outcome of a position that was given as ended and does not show it.
        self.given: Outcome | None = None

    @staticmethod
    def seats_for(options: dict[str, str]) -> tuple[int, int]:
        return (2, 2)

    def opponents(self, seat: int) -> tuple[int, ...]:
        return (1 - seat,)

    @property
    def turn(self) -> int | None:
        return None if self.outcome() else self.colours.index(self.side)

    @property
    def phase(self) -> str:
        return "over" if self.outcome() else "play"

    def outcome(self) -> Outcome | None:
        line = self.winning_cells()
        if line:
            return Outcome((self.colours.index(self.marks[line[0]]),), "NC-2")
        return self.given if "." in self.marks else Outcome((), "NC-3")

    def winning_cells(self) -> tuple[int, ...]:
        letters = self.marks
        for line in LINES:
            found = [letters[cell] for cell in line]
            if found[0] != "." and found.count(found[0]) == SIZE:
                return line
        return ()

    # Moves

    def legal_moves(self) -> list[int]:
        return [cell for cell in range(CELLS) if self.why_not(cell) is None]

    def why_not(self, move: int) -> Refusal | None:
        """Return None for a free cell, otherwise the refusal.  Rule: TA-2, NC-1."""
        if self.outcome():
            return refuse("game-over")
        return None if self.marks[move] == "." else refuse("cell-taken", move)

    def why_not_from(self, cell: int) -> Refusal | None:
        return self.why_not(cell)

    def move_between(self, first: int, second: int) -> int:
        """Return the move for these pressed cells: the second one, because a move is one press."""
        return second

    def push(self, move: int) -> None:
        self.past.append(move)
        self.marks = self.marks[:move] + self.side + self.marks[move + 1 :]
        self.side = other_side(self.side)

    def pop(self) -> None:
        move = self.past.pop()
        self.marks = self.marks[:move] + "." + self.marks[move + 1 :]
        self.side = other_side(self.side)

    # Texts and cells

    def letters(self, cells: range | tuple[int, ...]) -> list[str]:
        return [self.marks[cell] for cell in cells]

    @staticmethod
    def move_cells(move: int) -> tuple[int, ...]:
        """Return the cell that is pressed."""
        return (move,)

    @staticmethod
    def move_text(move: int, names: tuple[str, ...] = SEAT_LETTERS) -> str:
        return grid.cell_text(move, SIZE)

    @staticmethod
    def parse_move(text: str, names: tuple[str, ...] = SEAT_LETTERS) -> int:
        """Return the move of this text.

        Raises: MalformedText (bad-cell).
        """
        return grid.parse_cell(text, SIZE)

    def board_text(self) -> str:
        """Return rows and side; the side is ``-`` after the end."""
        return grid.rows_text(self.marks, SIZE) + " " + ("-" if self.outcome() else self.side)

    @classmethod
    def from_position(cls, text: str, options: dict[str, str] | None = None) -> "Noughts":
        """Return the game at this position, whose history begins here.

        Any marks are accepted: a table may have corrected marks and turn (TA-5).

        Raises: MalformedText (bad-option, bad-position and those of `parse_rows`).
        """
        game = cls(options)
        letters, side = parse_position(text)
        first = game.options["start"]
        game.stand(letters, side if side != "-" else first, 0)
        game.colours = first + other_side(first)
        if side == "-":
            game.side = game.colours[(CELLS - letters.count(".")) % 2]
            game.given = Outcome((), "")
        return game

    # For the table

    def set_state(self, key: str, *values: int | str) -> None:
        """Set the turn (a seat) or the position (text) by hand.

        Raises: MalformedText (bad-position and those of `parse_rows`).  Rule: TA-5.
        """
        if key == "turn":
            seat = int(values[0])
            self.stand(self.marks, self.colours[seat], seat)
            return
        letters, side = parse_position(str(values[0]))
        if side == "-":
            raise MalformedText("bad-position", str(values[0]), "ROWS b|w")
        self.stand(letters, side, self.colours.index(side))

    def copy(self) -> "Noughts":
        clone = Noughts(self.options, self.seats)
        clone.side, clone.colours, clone.marks = self.side, self.colours, self.marks
        clone.past, clone.given = list(self.past), self.given
        return clone


def all_moves() -> list[int]:
    """Return the moves of all positions, for programs."""
    return list(range(CELLS))


def other_side(side: str) -> str:
    return "w" if side == "b" else "b"


def parse_position(text: str) -> tuple[str, str]:
    """Return the letters and the side of a position.

    Raises: MalformedText (bad-position and those of `parse_rows`).
    """
    words = text.split()
    if len(words) != 2 or words[1] not in ("b", "w", "-"):
        raise MalformedText("bad-position", text, "ROWS b|w|-")
    return grid.parse_rows(words[0], SIZE, "bw."), words[1]


GAME = Noughts
