"""The menu with the calibration, and correcting the game to the stones that lie."""

from ..menu import GLYPHS, WAYS, Correct, Menu
from ..mode import IGNORED, Mode
from . import is_changed, letters_on


class FeltMenu(Menu):
    """The menu of a game, with the calibration before its last entry."""

    NEXT = Menu.NEXT | {"calibrate": "calibrate"}
    ways = WAYS | {"calibrate": "calibrate"}
    glyphs = GLYPHS + ";calibrate ##.## ..#.. ..#.. ##.##"

    def list_entries(self) -> list[str]:
        entries = Menu.list_entries(self)
        entries.insert(len(entries) - 1, "calibrate")
        return entries


class FeltCorrect(Correct):
    """The position is what lies on the board; blue changes the side, white saves."""

    def enter(self, now_ms: int) -> None:
        Correct.enter(self, now_ms)
        self._look()

    def press(self, now_ms: int, press: str | int) -> str | None:
        return IGNORED if isinstance(press, int) else Correct.press(self, now_ms, press)

    def wait(self, now_ms: int) -> str | None:
        if is_changed(self.context):
            self._look()
        return Mode.wait(self, now_ms)

    def _look(self) -> None:
        self._letters = list(letters_on(self.context).replace("?", "."))
        self.show()


MODES = {"menu": FeltMenu, "correct": FeltCorrect}
