"""The console: where a maker looks when nothing works.

Decides how an unexpected error is handled: it is shown, saved and reported once, and the players go
on with a button.  After a second error during the alarm, or one that prevents it, a button restarts
the program.  The alarm comes first and needs no memory; words follow if there is memory for them.
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
    from .buttons import Buttons
    from .chain import Chain
    from .tiles import Tiles

NO_MEMORY = "MemoryError: no memory to say where"
EMPTY = "Schiri: the memory is empty: the device is new, or a power cut has erased it"


class Guard:
    """The last resort of the loop."""

    def __init__(self, pixels: "Chain | Tiles"):
        self._pixels = pixels
        self._unprinted = ""
        self.buttons: Buttons | Tiles | None = None
        # Reserved memory, so that a full heap has room for a traceback and the alarm.
        self.holder: Journal | None = None

    def survive(self, device: "Device", now_ms: int, error: Exception) -> None:
        """Make the device show and save an error.

        Raises: the error itself, if the players cannot go on.
        """
        self._pixels.alarm()
        if device.mode_name == "failed":
            raise error
        device.fail(now_ms, self._explain(error))

    def follow(self, journal: "Journal") -> None:
        """Use the journal's reserve; report that the memory is empty."""
        self.holder = journal
        if journal.is_new:
            self._unprinted = EMPTY

    def report(self, output: "Output") -> None:
        """Print what is to be printed, after the lights: a console without a reader may block.

        Raises: MemoryError if the reserve cannot be allocated again, which restarts the program.
        """
        if self._unprinted and not output.is_fresh:
            unprinted, self._unprinted = self._unprinted, ""
            print(unprinted)
            unprinted = ""
            if self.holder:
                self.holder.reserve()

    def give_up(self, error: Exception) -> "NoReturn":
        """Show the alarm until a button restarts the program.

        Rule: the watchdog runs until everything is printed, because the console may block.
        """
        self._pixels.alarm()
        text = self._explain(error)
        print(self._unprinted)
        chip.complain(text, None, self.buttons)

    def _explain(self, error: Exception) -> str:
        """Return the error in few words, and save the full text for printing."""
        if self.holder:
            self.holder.free()
        gc.collect()
        try:
            self._unprinted = "".join(format_exception(error))
            return failure_text(error, self._unprinted)
        except MemoryError:
            self._unprinted = NO_MEMORY
            return NO_MEMORY
