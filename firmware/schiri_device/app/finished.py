"""The end of a game: the winner, the score, and a rematch."""

from ..lights.language import DRAWN, LAST, SCORE, WON
from .mode import IGNORED, Mode

# The most games won that one side of the board shows.
MOST_SHOWN = 10


class Finished(Mode):
    """The game is over; white begins a rematch with sides exchanged, yellow shows the score."""

    def enter(self, now_ms: int) -> None:
        self._is_score = False
        assert self.match.outcome
        self.screen.sound("won" if self.match.outcome.winners else "drawn")
        self._show()

    def press(self, now_ms: int, press: str | int) -> str | None:
        if press == "yellow":
            self._is_score = not self._is_score
            self._show()
        elif press == "white":
            match, seats = self.match, self.match.seats
            # The same game, with sides exchanged.
            self.propose(match.game_name, match.options, seats[1:] + seats[:1], True)
            return "again"
        elif press == "black":
            return self.undo(now_ms)
        else:
            return "menu" if press == "hold-black" else IGNORED
        return None

    def _show(self) -> None:
        if self._is_score:
            self._show_score()
            return
        game = self.match.game
        self.board.lay(game.cells())
        self.show_turn()
        self.board.mark(self.device.last_cells, LAST)
        assert self.match.outcome
        winners = self.match.outcome.winners
        if winners:
            # After a resignation all stones of the winner shine.
            colours = game.colours[winners[0]] if game.colours else ""
            self.board.mark(game.winning_cells() or self._stones_of(colours), WON)
        else:
            self.board.mark(self._stones_of("bw"), DRAWN)

    def _stones_of(self, colours: str) -> list[int]:
        cells = self.match.game.cells()
        return [cell for cell in range(len(cells)) if cells[cell] in colours]

    def _show_score(self) -> None:
        """Show the games won: dark from the bottom rank up, light from the top down."""
        self.board.lay("." * len(self.board.pixels))
        last = len(self.board.pixels) - 1
        first, second = [self.match.wins.get(letter, 0) for letter in ("A", "B")]
        most = min(MOST_SHOWN, len(self.board.pixels) // 2)
        self.board.mark(range(min(first, most)), SCORE)
        self.board.mark([last - count for count in range(min(second, most))], SCORE)


MODES: dict[str, type[Mode]] = {"finished": Finished}
