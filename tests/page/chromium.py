"""The Chromium of this system: one instance for all tests of a process."""

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from tests.browsers.installed import programs

if TYPE_CHECKING:
    from playwright.async_api import Browser

# It makes no requests of its own and runs as the current user. Our own pages need no sandbox.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Before a touch, Playwright waits until an element is stable for two frames. Without a frame
    # rate limit this wait is short.
    "--disable-frame-rate-limit",
    "--disable-gpu-vsync",
]
Result = TypeVar("Result")


class Chromium:
    """A headless Chromium and the event loop that drives it.

    Shape: each test has its own empty context, like another browser.
    """

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self.browser = self.run(self._start())

    def run(self, scene: Coroutine[Any, Any, Result]) -> Result:
        """Run a coroutine in the loop."""
        return self._runner.run(scene)

    async def _start(self) -> "Browser":
        # Only browser tests load Playwright.
        from playwright.async_api import async_playwright

        self._playwright = await async_playwright().start()
        (path,) = programs("chromium")
        return await self._playwright.chromium.launch(executable_path=path, args=FLAGS)

    async def _stop(self) -> None:
        await self.browser.close()
        await self._playwright.stop()

    def close(self) -> None:
        """Close the browser and the loop."""
        self.run(self._stop())
        self._runner.close()
