"""Dice: a turn begins with a roll; then it is played as in any other game.

Decides how a roll is pressed, and how the device rolls.  Must not know a game: the mode of a game
with a die inherits from the one here.
"""

from ..app.mode import Mode
from ..app.play import Play
from ..link.lines import PRESSED, ROLLED
from ..ticks import elapsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection


# The device rolls for itself this long after its turn began: until then an undo reaches further.
ROLL_AFTER_MS = 1000


class Dice(Play):
    """The players roll, and then move; holding white lets the device roll.

    Shape: ``FACES`` has the face that each button rolls, as text, and ``SIDES`` a letter for each
    side of the die.  As an opponent the device rolls for itself, unless people last entered the
    face of a real die: then it waits for theirs.
    """

    FACES: "dict[str, str]" = {}
    SIDES = ""
    _has_real_die = False
    # Since when the device is to roll for itself, -1 while it is not.
    _due_ms = -1

    def press(self, now_ms: int, press: str | int) -> str | None:
        if self.match.game.phase == "roll":
            if press in self.FACES:
                self._has_real_die = True
                self._roll(now_ms, self.FACES[press], PRESSED)
                return None
            if press == "hold-white":
                self._has_real_die = False
                self._roll(now_ms, self._rolled(), ROLLED)
                return None
        return Play.press(self, now_ms, press)

    def wait(self, now_ms: int) -> str | None:
        opponent = self.opponent
        if not opponent or self.match.game.phase != "roll":
            self._due_ms = -1
            return Play.wait(self, now_ms)
        if opponent.is_mine and not self._has_real_die and not self.is_lit():
            if self._due_ms < 0:
                self._due_ms = now_ms
                self.context.host.has_news = True
            elif elapsed(now_ms, self._due_ms) >= ROLL_AFTER_MS:
                self._due_ms = -1
                self._roll(now_ms, self._rolled(), ROLLED)
                self.context.host.has_news = True
        return Mode.wait(self, now_ms)

    def detail(self) -> str:
        return "thinking" if self._due_ms >= 0 else Play.detail(self)

    def enter(self, now_ms: int) -> None:
        self._due_ms = -1
        Play.enter(self, now_ms)

    def offers_hint(self) -> bool:
        return self.match.game.phase != "roll" and Play.offers_hint(self)

    def movable(self) -> "Collection[int]":
        """Return the cells where a move can begin: none before the roll."""
        return () if self.match.game.phase == "roll" else Play.movable(self)

    def roll_again(self, now_ms: int, face: str) -> None:
        """Show that this roll has nothing to play, and who rolls next."""
        self.show_turn()

    def _rolled(self) -> str:
        """Return what the device rolls: bytes that would favour some sides are skipped."""
        count = len(self.SIDES)
        while True:
            byte = self.context.entropy(1)[0]
            if byte < 256 - 256 % count:
                return self.SIDES[byte % count]

    def _roll(self, now_ms: int, face: str, how: int) -> None:
        game, match = self.match.game, self.match
        match.push(now_ms, game.parse_move(face), how)
        self.let_go()
        self._refusal = None
        self.context.last_cells = ()
        if self.opponent:
            # The turn may have passed.
            self.opponent.begin_turn()
        if game.phase == "roll":
            self.roll_again(now_ms, face)
            return
        self.screen.sound("pick")
        self.show_turn()
