"""Around a game: its end, the menu, and putting the real board right.

Decides what each press does there.
"""

from ..lights.language import ASK, DRAWN, LAST, PUT, SCORE, TAKE, WON
from .mode import Browse, Mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.protocols import Entry

    from .protocols import AskParts, SettingParts

# So many games won show on one side of the board, where it has that many cells.
MOST_SHOWN = 10


class Finished(Mode):
    """The game is over; white plays another with sides exchanged, yellow shows the score."""

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
            self.propose(match.game_name, match.options, seats[1:] + seats[:1])
            return "again"
        elif press == "black":
            return self.undo(now_ms)
        elif press == "hold-black":
            return "menu"
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
            # Where the other resigned all stones of a side shine.
            colours = game.colours[winners[0]] if game.colours else ""
            self.board.mark(game.winning_cells() or self._stones_of(colours), WON)
        else:
            self.board.mark(self._stones_of("bw"), DRAWN)

    def _stones_of(self, colours: str) -> list[int]:
        cells = self.match.game.cells()
        return [cell for cell in range(len(cells)) if cells[cell] in colours]

    def _show_score(self) -> None:
        """Show the games won: one side from the bottom rank up, the other from the top down."""
        self.board.lay("." * len(self.board.pixels))
        last = len(self.board.pixels) - 1
        first, second = [self.match.wins.get(letter, 0) for letter in ("A", "B")]
        most = min(MOST_SHOWN, len(self.board.pixels) // 2)
        self.board.mark(range(min(first, most)), SCORE)
        self.board.mark([last - count for count in range(min(second, most))], SCORE)


# What the menu has: ways out of the game, each with the word with which it ends, and settings.
WAYS = {
    "resign": "ask",
    "draw": "ask",
    "correct": "correct",
    "pause": "pause",
    "leave": "leave",
}
SETTINGS = ("moves-b", "moves-w", "careful-b", "careful-w", "brightness", "sound")
ENTRIES = ("resign", "draw", "correct", "pause") + SETTINGS + ("leave",)


class Menu(Browse):
    """The menu over a game."""

    device: "AskParts"

    def list_entries(self) -> list[str]:
        game = self.match.game
        barred: tuple[str, ...] = ()
        if self.match.outcome is not None:
            barred = ("resign", "draw", "correct")
        elif not game.RESIGN_RULE:
            barred = ("resign", "draw")
        elif not game.colours:
            # White resigns for light and black for dark, so the sides must be known.
            barred = ("resign",)
        return [name for name in ENTRIES if name not in barred]

    def detail(self) -> str:
        name = self.entries[self.at]
        return name if name in WAYS else f"{name}={self.device.settings[name]}"

    def show_entry(self, entry: str) -> None:
        if entry in WAYS:
            self.show_glyph(entry)
        else:
            glyph, _, side = entry.partition("-")
            self.show_setting(glyph, side or ".", entry)

    def choose(self, now_ms: int, entry: str) -> str | None:
        if entry in WAYS:
            self.device.asked = entry
            return WAYS[entry]
        self.change_setting(entry)
        self.show_entry(entry)
        return None


SIDE_OF: dict[str | int, str] = {"white": "w", "black": "b"}
# A stone of each side lies in its corner of the lowest row and waits for its button.
CORNER = {"b": 0, "w": 4}


class Ask(Browse):
    """One question to both sides; any other button takes it back."""

    device: "AskParts"

    def enter(self, now_ms: int) -> None:
        self._agreed: list[str] = []
        self.show_entry(self.device.asked)

    def press(self, now_ms: int, press: str | int) -> str | None:
        side = SIDE_OF.get(press)
        if side is None:
            return "done"
        if self.device.asked == "resign":
            return self._submit(now_ms, ("resign", self.match.seat_of(side)))
        if side not in self._agreed:
            self._agreed.append(side)
        if len(self._agreed) == 2:
            return self._submit(now_ms, ("draw",))
        self.screen.sound("pick")
        self.show_entry("draw")
        return None

    def _submit(self, now_ms: int, entry: "Entry") -> str | None:
        refusal = self.match.do(now_ms, entry)
        if refusal is None:
            return "done"
        self.refuse(now_ms, refusal)
        return None

    def show(self) -> None:
        self.show_entry(self.device.asked)

    def detail(self) -> str:
        return self.device.asked

    def show_entry(self, entry: str) -> None:
        self.show_glyph(entry)
        for side in "bw":
            self.board.change((CORNER[side],), side)
            if side not in self._agreed:
                self.board.mark((CORNER[side],), ASK)


class Pause(Mode):
    """Nothing happens, and nothing is lost."""

    device: "SettingParts"

    def enter(self, now_ms: int) -> None:
        self.board.lay(self.match.game.cells())
        self.screen.painter.set_brightness(0)

    def press(self, now_ms: int, press: str | int) -> str | None:
        self.screen.apply(self.device.settings)
        return "done"


class PutRight(Mode):
    """After an undo the real pieces lie as before it; each press says that one step is done."""

    def enter(self, now_ms: int) -> None:
        self._show()

    def press(self, now_ms: int, press: str | int) -> str | None:
        if press == "black":
            return self.undo(now_ms)
        if press == "hold-black":
            return "menu"
        steps = self._steps()
        if not steps:
            # The real board was right from the first: nobody has to do anything.
            return "done"
        if isinstance(press, int) and press != steps[0]:
            self.screen.sound("no")
            return None
        cell = steps[0]
        physical = list(self.device.physical_board)
        physical[cell] = self.match.game.cells()[cell]
        self.device.physical_board = "".join(physical)
        self.screen.sound("move")
        return self._show()

    def wait(self, now_ms: int) -> str | None:
        Mode.wait(self, now_ms)
        return None if self._steps() else "done"

    def show(self) -> None:
        self._show()

    def detail(self) -> str:
        steps = self._steps()
        if not steps:
            return "-"
        cell = steps[0]
        return self.match.game.cell_text(cell) + self.match.game.cells()[cell]

    def _steps(self) -> list[int]:
        physical, wanted = self.device.physical_board, self.match.game.cells()
        wrong = [cell for cell in range(len(wanted)) if physical[cell] != wanted[cell]]
        return [c for c in wrong if wanted[c] == "."] + [c for c in wrong if wanted[c] != "."]

    def _show(self) -> str | None:
        steps = self._steps()
        if not steps:
            return "done"
        cell = steps[0]
        self.board.lay(self.device.physical_board)
        self.show_turn()
        wanted = self.match.game.cells()
        if wanted[cell] != ".":
            self.board.change((cell,), wanted[cell])
        self.board.mark((cell,), TAKE if wanted[cell] == "." else PUT)
        return None
