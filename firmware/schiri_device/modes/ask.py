"""Ask: who resigns, or do both agree to a draw; white speaks for light, black for dark."""

from ..lights.language import ASK
from .browse import Browse

SIDE_OF = {"white": "w", "black": "b"}
# A stone of each side lies in its corner of the lowest row and waits for its button.
CORNER = {"b": 0, "w": 4}


class Ask(Browse):
    """One question to both sides; any other button takes it back."""

    def enter(self, now_ms: int) -> None:
        self._agreed: list = []
        self.show_entry(self.device.asked)

    def press(self, now_ms: int, press):
        side = SIDE_OF.get(press)
        if side is None:
            return "done"
        if self.device.asked == "resign":
            seat = self.match.seat_of(side)
            self.match.do(now_ms, ("resign", seat))
            return "done"
        if side not in self._agreed:
            self._agreed.append(side)
        if len(self._agreed) == 2:
            self.match.do(now_ms, ("draw",))
            return "done"
        self.device.sound("pick")
        self.show_entry("draw")
        return None

    def detail(self) -> str:
        return self.device.asked

    def show_entry(self, entry) -> None:
        self.show_glyph(entry)
        for side in "bw":
            self.board.change((CORNER[side],), side)
            if side not in self._agreed:
                self.board.mark((CORNER[side],), ASK)
