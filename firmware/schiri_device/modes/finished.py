"""Finished: who has won and why, the score, and another game."""

from ..lights.language import DRAWN, LAST, SCORE, WON
from .mode import Mode


class Finished(Mode):
    """The game is over; white plays another with sides exchanged, yellow shows the score."""

    def enter(self, now_ms: int) -> None:
        self._is_score = False
        self.device.sound("won" if self.match.outcome.winners else "drawn")
        self._show()

    def press(self, now_ms: int, press):
        if press == "yellow":
            self._is_score = not self._is_score
            self._show()
        elif press == "white":
            self.device.rematch(now_ms)
            return "again"
        elif press == "black":
            return self.device.undo(now_ms)
        elif press == "hold-black":
            return "menu"
        return None

    def _show(self) -> None:
        if self._is_score:
            self._show_score()
            return
        game = self.match.game
        self.board.lay(game.cells())
        self.device.show_turn()
        self.board.mark(self.device.last_cells, LAST)
        winners = self.match.outcome.winners
        if winners:
            # Where the other resigned all stones of a side shine.
            colours = game.colours[winners[0]] if game.colours else ""
            self.board.mark(game.winning_cells() or self._stones_of(colours), WON)
        else:
            self.board.mark(self._stones_of("bw"), DRAWN)

    def _stones_of(self, colours: str) -> list:
        cells = self.match.game.cells()
        return [cell for cell in range(len(cells)) if cells[cell] in colours]

    def _show_score(self) -> None:
        """Show the games won: one side from the bottom rank up, the other from the top down."""
        self.board.lay("." * len(self.board.pixels))
        last = len(self.board.pixels) - 1
        first, second = [self.match.wins.get(letter, 0) for letter in ("A", "B")]
        self.board.mark(range(min(first, 10)), SCORE)
        self.board.mark([last - count for count in range(min(second, 10))], SCORE)
