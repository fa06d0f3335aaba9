"""The device's side of a PC: reports, requests, and the panel of a card game."""

from ..link.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from schiri_engines.refusals import Refusal

    from ..journal import Journal

    class Presses(Protocol):
        """The presses of a panel, until a PC has them."""

        run: str

        def pull(self, now_ms: int) -> str | None: ...
        def resend(self) -> None: ...
        def forget(self, run: str, number: int) -> None: ...


# The state of the link: no PC and no events waiting, a PC connected, events waiting.
ALONE, LINKED, UNSENT = 0, 1, 2


class Host:
    """The PC, as the modes know it.

    Shape: ``acknowledged`` is the number of the last event that a PC has on its disk;
    ``has_lights`` means that the lights have changed for a PC, ``has_news`` that the mode may have,
    ``has_settings`` that the settings have; ``refusal`` was lit and is not reported yet.
    """

    _session: Session

    def __init__(self, journal: "Journal"):
        self._journal = journal
        self.acknowledged = 0
        self.has_lights = self.has_news = self.has_settings = False
        self.refusal: Refusal | None = None
        self._answer = ""
        # Whether our hello is no longer true.
        self._is_outdated = False

    def link_state(self) -> int:
        """Return LINKED, UNSENT or ALONE."""
        if self._session.state == "up":
            return LINKED
        return UNSENT if self._journal.last > self.acknowledged else ALONE

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way to a PC or waits for it."""
        return self._session.is_idle and not self._answer

    def greet_again(self) -> None:
        """Ask for a new greeting, because the journal was changed."""
        if self._journal.last < self.acknowledged:
            self.acknowledged = 0
        self._is_outdated = True
        self._session.close()
