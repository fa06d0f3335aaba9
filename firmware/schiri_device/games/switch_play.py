"""Play with hints: yellow, held, asks what is best.

Decides when a hint is asked for and when it goes, and that it never holds up a press.  What makes
hints lies in memory only from then until something else is pressed.
"""

from .. import unload
from ..app.gestures import HOLD_MS
from ..app.play import Play
from ..ticks import elapsed, later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..app.protocols import HintParts, SwitchMatch
    from .hint import Hint

LONG_AGO_MS = 1000
# What ends a hint, as does a press of a cell; other buttons do nothing in play.
ENDING = ("yellow", "hold-yellow", "black", "hold-black")


class SwitchPlay(Play):
    """Play, and hints for whom the game allows them."""

    device: "HintParts"
    match: "SwitchMatch"

    def __init__(self, device: "HintParts"):
        Play.__init__(self, device)
        # The hint that is sought or shown.
        self._hint: Hint | None = None
        # Since when yellow is down, -1 once that has been asked or something else was pressed.
        self._yellow_ms = -1

    def enter(self, now_ms: int) -> None:
        self._drop_hint()
        self._yellow_ms = -1
        Play.enter(self, now_ms)

    def press(self, now_ms: int, press: str | int) -> str | None:
        if self._hint and (isinstance(press, int) or press in ENDING):
            self._drop_hint()
            self.let_go()
        self._yellow_ms = now_ms if press == "yellow" else -1
        if press == "hold-yellow":
            self._ask(now_ms)
            return None
        return Play.press(self, now_ms, press)

    def wait(self, now_ms: int) -> str | None:
        if self._yellow_ms >= 0:
            if self.device.gestures.down != "yellow":
                self._yellow_ms = -1
            elif elapsed(now_ms, self._yellow_ms) >= HOLD_MS:
                self.press(now_ms, "hold-yellow")
        is_busy = self._yellow_ms >= 0
        if self._hint:
            is_busy = self._hint.seek(now_ms)
        if is_busy:
            # The next slice is due in the next step, and nobody holds a button longer than told.
            self.device.waited_ms = later(now_ms, -LONG_AGO_MS)
            return None
        return Play.wait(self, now_ms)

    def _ask(self, now_ms: int) -> None:
        """Begin to seek the best move, or refuse to."""
        from .hint import Hint

        self.let_go()
        hint = Hint(self)
        refusal = hint.begin(now_ms)
        if refusal:
            del hint
            unload("games.hint")
            self.refuse(now_ms, refusal)
            return
        self._hint = hint
        self.screen.sound("pick")

    def _drop_hint(self) -> None:
        if self._hint:
            self._hint.drop_search()
            self._hint = None
            unload("games.hint")
