"""Choose a game, then how it starts.

Decides what is offered; the values of an option are the game's own.
"""

from schiri_engines.board_games import board_game, names_for

from ..lights.language import CAREFUL, CAUSE
from .browse import Browse
from .rules import options_of


class Choose(Browse):
    """Which game is played."""

    def enter(self, now_ms: int) -> None:
        Browse.enter(self, now_ms)
        asked, self.device.asked = self.device.asked, ""
        if asked in ("off", "lost"):
            # A PC had the panel, and is gone; the journal was lost, and the device starts empty.
            self.board.mark(range(5), CAUSE if asked == "off" else CAREFUL)

    def list_entries(self) -> list:
        return names_for(self.device.build.size)

    def detail(self) -> str:
        return self.entries[self.at]

    def show_entry(self, entry) -> None:
        self.show_glyph(entry)

    def choose(self, now_ms: int, entry):
        self.device.chosen = entry
        return "chosen"

    def press(self, now_ms: int, press):
        word = Browse.press(self, now_ms, press)
        # What was left can be gone on with; before the first game there is nothing to go back to.
        return None if word == "back" and self.match.table is None else word


class Options(Browse):
    """How a game starts: each start is shown as it will lie."""

    shows_signs = False

    def size(self) -> int:
        return board_game(self.device.chosen).SIZE

    def list_entries(self) -> list:
        return list(board_game(self.device.chosen).STARTS)

    def detail(self) -> str:
        return str(self.at + 1)

    def show_entry(self, entry) -> None:
        self.board.lay(board_game(self.device.chosen).sample(entry))

    def choose(self, now_ms: int, entry):
        name = self.device.chosen
        options = options_of(name, entry, self.device)
        self.device.begin(now_ms, name, options, self.match.seats_for(name, options))
        return "chosen"

    def press(self, now_ms: int, press):
        return "rules" if press == "yellow" else Browse.press(self, now_ms, press)
