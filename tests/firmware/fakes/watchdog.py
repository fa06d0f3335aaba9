"""The watchdog, as far as the RP2040 has it."""

from tests.firmware.world import Here

# Longest timeout of its counter.
_LONGEST_S = 8.388


class WatchDogMode:
    """The reaction to a program that hangs."""

    RAISE = "raise"
    RESET = "reset"


class WatchDogTimer:
    """The chip's only watchdog."""

    def __init__(self) -> None:
        self._timeout = 0.0
        self._mode: str | None = None

    def feed(self) -> None:
        """Restart its timeout."""
        Here.world.dog.fed_us = Here.world.now_us

    @property
    def timeout(self) -> float:
        """Its timeout, in seconds."""
        return self._timeout

    @timeout.setter
    def timeout(self, value: float) -> None:
        if value > _LONGEST_S:
            raise ValueError("timeout must be <= 8")
        self._timeout = value
        self.mode = self._mode

    @property
    def mode(self) -> str | None:
        """Its mode, or None while it is off."""
        return self._mode

    @mode.setter
    def mode(self, value: str | None) -> None:
        if value == WatchDogMode.RAISE:
            raise NotImplementedError
        if value and not self._timeout:
            raise ValueError("timeout must be > 0")
        self._mode = value
        Here.world.dog.patience_us = int(self._timeout * 1_000_000) if value else 0
        self.feed()
