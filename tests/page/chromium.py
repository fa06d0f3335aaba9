"""The Chromium of this system: where it is, and one of it for all tests of a process.

A test that asks for one is marked ``browser``: `tests/conftest.py` skips it where there is none.
"""

import asyncio
import shutil
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from playwright.async_api import Browser

# The first one is Debian's Chromium without windows, whose own process takes half of the time.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# It asks nobody for anything, and runs as whoever tests; no sandbox is needed for our own pages.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Who touches something waits for two frames until it stands still: no screen sets their pace.
    "--disable-frame-rate-limit",
    "--disable-gpu-vsync",
]
Result = TypeVar("Result")


def program() -> str:
    """Return where Chromium is, "" where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), "")


def why_no_chromium() -> str:
    """Return why no page can be looked at, "" where one can."""
    return "" if program() else "there is no Chromium on this machine: apt-get install chromium"


class Chromium:
    """A Chromium with no window, and the loop in which it is driven.

    Shape: each test has a context of its own, which begins with nothing, as another browser does.
    """

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self.browser = self.run(self._start())

    def run(self, scene: Coroutine[Any, Any, Result]) -> Result:
        """Do something in the loop."""
        return self._runner.run(scene)

    async def _start(self) -> "Browser":
        # Who looks at no page does not load it.
        from playwright.async_api import async_playwright

        self._playwright = await async_playwright().start()
        return await self._playwright.chromium.launch(executable_path=program(), args=FLAGS)

    async def _stop(self) -> None:
        await self.browser.close()
        await self._playwright.stop()

    def close(self) -> None:
        """End it."""
        self.run(self._stop())
        self._runner.close()
