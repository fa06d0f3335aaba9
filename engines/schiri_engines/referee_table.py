"""The table on a PC: reads commands of several entries, and knows questions.

Decides what a command may hold besides one entry, and how a name with blanks is found in it.  A
device does not load it: its names are letters.
"""

from .refusals import seat_of
from .table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from .game import Entry, Game

    R_co = TypeVar("R_co", bound=Game, default=Game, covariant=True)
    TableOf = Table
else:
    # A device has no `typing`.
    R_co = 0
    TableOf = {R_co: Table}


class RefereeTable(TableOf[R_co]):
    """A table around a game, for a PC.

    >>> from schiri_engines.joggle.game import Joggle
    >>> table = RefereeTable(Joggle(), ("Ann", "Ben"))
    >>> [table.text(entry) for entry in table.parse_all("R:d4")]
    ['R', 'd4']
    """

    def is_question(self, entry: "Entry") -> bool:
        """Tell whether an entry is a question: it is answered, never applied."""
        return isinstance(entry, tuple) and entry[0] in self.game.QUESTIONS

    def parse_all(self, text: str) -> "list[Entry]":
        """Return the entries of this text: one, or a roll with its move.

        Raises: as `parse`.
        """
        words = text.split()
        if self.game.ROLL and words and words[0] not in self.own_words:
            return list(self.game.parse_moves(text))
        return [self.parse(text)]

    def parse(self, text: str) -> "Entry":
        """Return the entry of this text; a name may have blanks in it.

        Raises: as `Table.parse`.
        """
        words = text.split()
        kinds = self._kinds_of(words)
        words = with_whole_names(kinds, words, self.names)
        if "NAME" not in kinds or len(words) != len(kinds):
            return Table.parse(self, text)
        values = [
            seat_of(word, self.names) if kind == "NAME" else word
            for kind, word in zip(kinds, words)
        ]
        return tuple(values)  # type: ignore[return-value]

    def _kinds_of(self, words: list[str]) -> list[str]:
        """Return the kinds of the words of a table entry, an empty tuple for a move."""
        word, key = (words + ["", ""])[:2]
        if word == "resign" and word in self.own_words:
            return [word, "NAME"]
        if word == "set" and key in self.game.SET_KEYS:
            return [word, key] + self.game.SET_KEYS[key].split()
        return []


def with_whole_names(kinds: list[str], words: list[str], names: tuple[str, ...]) -> list[str]:
    """Return the words of a form; a name with blanks is one word.

    Shape: ``kinds`` has the kind of each word, NAME at most once; the name takes all words that the
    others leave.  An unknown name stays unchanged.

    >>> with_whole_names(["NAME", "CARD"], ["Oma", "Erna", "b4"], ("Oma", "Oma Erna"))
    ['Oma Erna', 'b4']
    >>> with_whole_names(["NAME", "CARD"], ["Oma", "Erna", "b4"], ("Oma", "Ben"))
    ['Oma', 'Erna', 'b4']
    """
    more = len(words) - len(kinds)
    if more <= 0 or "NAME" not in kinds:
        return words
    at = kinds.index("NAME")
    name = " ".join(words[at : at + more + 1])
    return words[:at] + [name] + words[at + more + 1 :] if name in names else words
