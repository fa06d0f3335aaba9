"""A table that reads commands: several entries in one, questions, and names with spaces.

Decides what a command may hold besides one entry.  Must not know any game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schiri_engines import programs
from schiri_engines.clock import ClockTable
from schiri_engines.keyvalues import with_whole_names
from schiri_engines.refusals import seat_of
from schiri_engines.table import Table

if TYPE_CHECKING:
    from schiri_engines.game import Entry


class CommandTable(Table):
    """A table around a game, whose entries are typed.

    >>> from schiri_engines.joggle.game import Joggle
    >>> table = CommandTable(Joggle(), ("Ann", "Ben"))
    >>> [table.text(entry) for entry in table.parse_all("R:d4")]
    ['R', 'd4']
    """

    def is_question(self, entry: Entry) -> bool:
        """Return whether an entry is a question, which is answered and never applied."""
        return isinstance(entry, tuple) and entry[0] in self.game.QUESTIONS

    def parse_all(self, text: str) -> list[Entry]:
        """Return the entries of this text: one, or a roll with its move.

        Raises: as `parse`.
        """
        words = text.split()
        if self.game.ROLL and words and words[0] not in self.own_words:
            return list(programs.parse_moves(self.game, text))
        return [self.parse(text)]

    def parse(self, text: str) -> Entry:
        """Return the entry of this text; a name may contain spaces.

        Raises: as `Table.parse`.
        """
        words = text.split()
        kinds = self._kinds_of(words)
        words = with_whole_names(kinds, words, self.names)
        if "NAME" not in kinds or len(words) != len(kinds):
            return Table.parse(self, text)
        values = [
            seat_of(word, self.names) if kind == "NAME" else word
            for kind, word in zip(kinds, words, strict=True)
        ]
        return tuple(values)  # type: ignore[return-value]

    def _kinds_of(self, words: list[str]) -> list[str]:
        """Return the kinds of the words of a table entry, an empty tuple for a move."""
        word, key = (words + ["", ""])[:2]
        if word in ("resign", "flag") and word in self.own_words:
            return [word, "NAME"]
        if word == "set" and key in self.game.SET_KEYS:
            return [word, key] + self.game.SET_KEYS[key].split()
        return []


class TimedCommandTable(CommandTable, ClockTable):
    """A table with a clock around a game, whose entries are typed."""
