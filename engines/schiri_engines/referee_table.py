"""The table as a PC keeps it: it reads a command of several entries, and knows questions.

Decides what a command may hold beside a single entry.  No device needs it, and none loads it.
"""

from .table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .protocols import Entry


class RefereeTable(Table):
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
            return self.game.parse_moves(text)
        return [self.parse(text)]
