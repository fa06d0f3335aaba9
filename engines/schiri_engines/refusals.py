"""Refusals: a stable code, its rule, and the cells that cause it.

Decides the form of a refusal and of malformed text.  Must not know any language: the PC has words
for each code, the device shows lights.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # A cell of a board, or a place of a field without an edge.
    Cell = int | tuple[int, int]

# One code for one cause, and the rule it names.  Each game adds its own when it is imported.
RULE_OF = {
    "game-over": "TA-2",
    "wrong-phase": "TA-1",
    "unknown-name": "TA-4",
}


def _equals(self: object, other: object) -> bool:
    return repr(self) == repr(other)


def _hash(self: object) -> int:
    return hash(repr(self))


class Refusal:
    """Why a move is illegal.

    Shape: ``code`` is stable, ``rule`` an id of the rule book, ``cells`` a tuple of the cells
    (or places) that cause it, empty where no cell does.

    >>> refuse("game-over"), str(refuse("game-over"))
    (Refusal('game-over', 'TA-2', ()), 'Not allowed by rule TA-2: game over.')
    """

    def __init__(self, code: str, rule: str, cells: "tuple[Cell, ...]" = ()):
        self.code = code
        self.rule = rule
        self.cells = cells

    __eq__ = _equals
    __hash__ = _hash

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.rule!r}, {self.cells!r})"

    def __str__(self) -> str:
        return f"Not allowed by rule {self.rule}: {self.code.replace('-', ' ')}."


def refuse(code: str, *cells: "Cell") -> Refusal:
    """Return the refusal of this code, with its rule."""
    return Refusal(code, RULE_OF[code], cells)


class Refused(Exception):
    """A refusal, raised.

    Shape: ``size`` is the cells a side of the board whose cells the refusal names.
    """

    def __init__(self, refusal: Refusal, size: int = 5):
        self.refusal = refusal
        self.size = size

    def __str__(self) -> str:
        return str(self.refusal)


class MalformedText(ValueError):
    """Text that is no valid position, move or option in any state of the game.

    Shape: ``code`` says what is wrong, ``found`` is the wrong piece of text, ``wanted`` the valid
    form.

    >>> str(MalformedText("bad-cell", "e9", "a1-e5"))
    "bad-cell: 'e9', wanted: a1-e5"
    """

    def __init__(self, code: str, found: str, wanted: str = ""):
        self.code = code
        self.found = found
        self.wanted = wanted

    def __str__(self) -> str:
        return f"{self.code}: {self.found!r}, wanted: {self.wanted or '-'}"


class Outcome:
    """How a game ended.

    Shape: ``winners`` a tuple of seats, empty in a draw; ``rule`` the id of the ending's rule,
    empty for a position that is over and does not say how.
    """

    def __init__(self, winners: tuple[int, ...], rule: str):
        self.winners = winners
        self.rule = rule

    __eq__ = _equals
    __hash__ = _hash

    def __repr__(self) -> str:
        return f"Outcome({self.winners!r}, {self.rule!r})"


# Names of seats where no names are given.
SEAT_LETTERS = ("A", "B", "C", "D", "E", "F")


def seat_of(name: str, names: tuple[str, ...]) -> int:
    """Return the seat of this name.

    Raises: Refused (unknown-name).

    >>> seat_of("Ben", ("Ann", "Ben"))
    1
    """
    if name in names:
        return names.index(name)
    raise Refused(refuse("unknown-name"))
