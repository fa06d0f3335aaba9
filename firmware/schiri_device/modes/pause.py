"""Pause: the lights go down until somebody presses a button."""

from .mode import Mode


class Pause(Mode):
    """Nothing happens, and nothing is lost."""

    def enter(self, now_ms: int) -> None:
        self.board.lay(self.match.game.cells())
        self.device.painter.set_brightness(0)

    def press(self, now_ms: int, press):
        self.device.apply_settings()
        return "done"
