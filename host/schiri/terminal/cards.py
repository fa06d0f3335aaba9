"""A card game's table in the terminal: the PC keeps it, no device has to answer.

Decides nothing but that the house rules are named.  Must not know which game it is.
"""

from schiri.prose import option_words
from schiri.table.session import TableSession
from schiri.table.state import TableState
from schiri.terminal.command_screen import CommandScreen
from schiri.texts import Words


class CardScreen(CommandScreen):
    """A game of cards, of which there is a ``number``."""

    def __init__(self, words: Words, session: TableSession) -> None:
        super().__init__(words, session)
        self.number = self.state.table
        self._is_composed = False
        # Whatever was found before it was of another game.
        self._noticed_upto = self.state.notices_upto - len(self.state.notices)

    def on_mount(self) -> None:
        """Name the house rules, and show how the game stands and what happened before."""
        self._is_composed = True
        if self.session.state.table == self.number:
            self.state = self.session.state
        for line in option_words(self.words, self.game, self.state.options):
            self.write(line)
        self.show(self.state)

    def over_hint(self) -> str:
        """Return what can be done after the end."""
        return self.words.gettext(
            "Enter plays again, n begins another game, u takes the last entry back."
        )

    def show(self, state: TableState) -> None:
        """Show a moment, while it is one of this game."""
        if state.is_card_game and state.table == self.number and self._is_composed:
            super().show(state)
