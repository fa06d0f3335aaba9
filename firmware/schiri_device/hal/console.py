"""The console: where a maker looks when nothing works.

Decides what becomes of an error that nobody expected: it is shown, kept and told once, and the
players go on with a button.  One that comes while the alarm is shown, or keeps it from being shown,
restarts the program; where that has not helped, it stands still, keeps the alarm and says so.
The alarm comes first and needs no memory; words come after it, as far as there is memory for them.
"""

import gc
from traceback import format_exception

from ..failure import failure_text
from . import chip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from ..app.device import Device
    from ..app.screen import Output
    from ..journal import Journal
    from .chain import Chain
    from .tiles import Tiles

FAILED_MODE = "failed"
NO_MEMORY = "MemoryError: no memory to say where"


class Guard:
    """The last resort of the loop."""

    def __init__(self, pixels: "Chain | Tiles"):
        self._pixels = pixels
        self._unprinted = ""
        # What holds back memory, so that a full heap has room for a traceback and for the alarm.
        self.holder: Journal | None = None

    def survive(self, device: "Device", now_ms: int, error: Exception) -> None:
        """Make the device show and keep an error.

        Raises: whatever it was, where the players cannot go on like that.
        """
        self._pixels.alarm()
        if device.mode_name == FAILED_MODE:
            raise error
        device.fail(now_ms, self._explain(error))

    def report(self, output: "Output") -> None:
        """Print what has failed, behind the lights: a console that nobody reads may stop us.

        Raises: MemoryError where that memory cannot be had again, which restarts the program.
        """
        if self._unprinted and not output.is_fresh:
            unprinted, self._unprinted = self._unprinted, ""
            print(unprinted)
            unprinted = ""
            if self.holder:
                self.holder.hold()

    def give_up(self, error: Exception) -> "NoReturn":
        """Restart the program; if that has been tried often enough, stand still.

        Rule: the watchdog stays awake until all is said, for a console may stop us.
        """
        self._pixels.alarm()
        chip.watch()
        text = self._explain(error)
        print(self._unprinted)
        if chip.may_try_again():
            chip.restart()
        chip.unwatch()
        chip.complain(text)

    def _explain(self, error: Exception) -> str:
        """Return the error in few words, and keep all of them to be printed."""
        if self.holder:
            self.holder.release()
        gc.collect()
        try:
            self._unprinted = "".join(format_exception(error))
            return failure_text(error, self._unprinted)
        except MemoryError:
            self._unprinted = NO_MEMORY
            return NO_MEMORY
