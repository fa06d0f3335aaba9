"""The table as a PC keeps it: it reads a command of several entries, and knows questions.

Decides what a command may hold beside a single entry.  No device needs it, and none loads it.
"""

from .table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from .game import Game
    from .protocols import Entry

    R_co = TypeVar("R_co", bound=Game, default=Game, covariant=True)
    TableOf = Table
else:
    # What runs knows no types.
    R_co = 0
    TableOf = {R_co: Table}


class RefereeTable(TableOf[R_co]):
    """A table around a game with all that a PC asks of it.

    >>> from schiri_engines.joggle import Joggle
    >>> table = RefereeTable(Joggle(), ("Ann", "Ben"))
    >>> [table.text(entry) for entry in table.parse_all("R:d4")]
    ['R', 'd4']
    """

    def is_question(self, entry: "Entry") -> bool:
        """Tell whether an entry only asks: it is answered, and never made."""
        return isinstance(entry, tuple) and entry[0] in self.game.QUESTIONS

    def parse_all(self, text: str) -> "list[Entry]":
        """Return the entries that this text names: one, or a roll with its move.

        Raises: as `parse`.
        """
        words = text.split()
        if self.game.ROLL and words and words[0] not in self.own_words:
            return list(self.game.parse_moves(text))
        return [self.parse(text)]
