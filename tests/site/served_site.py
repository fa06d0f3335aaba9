"""The site on a plain static server, and a person who opens it in a browser.

Decides where the site is built; the tests decide what is played there.
"""

import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

from filelock import FileLock
from playwright.async_api import Browser, BrowserContext, expect
from schiri.site.build import build

from tests.page.browser_user import EACH_IS_MEANT, LAPTOP, PHONE, BrowserUser, Size
from tests.patience import PATIENCE_MS
from tests.sources import ROOT

# The builds whose programs it contains: each takes time.
BUILDS = ("keys5",)
PYODIDE = ROOT / ".venv/node_modules/pyodide"


def why_no_site() -> str:
    """Return why the site cannot be built, or ""."""
    return "" if PYODIDE.is_dir() else "there is no Pyodide: make with npm installs it"


class Quiet(SimpleHTTPRequestHandler):
    """A handler without a log that collects the paths and sizes of sent files in ``sent``.

    Rule: like the servers of most systems it knows few kinds of files.
    """

    KINDS: ClassVar = {
        ".html": "text/html",
        ".css": "text/css",
        ".js": "application/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".png": "image/png",
    }

    def __init__(self, *args: Any, sent: list[tuple[str, int]], directory: str) -> None:
        self.sent = sent
        super().__init__(*args, directory=directory)

    def log_message(self, format: str, *args: object) -> None:
        """Do nothing."""

    def guess_type(self, path: Any) -> str:
        """Return the kind of a file."""
        return self.KINDS.get(Path(path).suffix, "application/octet-stream")

    def copyfile(self, source: object, outputfile: object) -> None:
        """Send a file."""
        path = Path(self.translate_path(self.path))
        self.sent.append((self.path, path.stat().st_size if path.is_file() else 0))
        super().copyfile(source, outputfile)  # type: ignore[arg-type]


class Site:
    """A served site.

    Shape: ``url`` is its address; ``folder`` has its files; ``sent`` are the files sent.
    """

    def __init__(self, folder: Path, port: int, sent: list[tuple[str, int]]) -> None:
        self.folder, self.sent = folder, sent
        self.url = f"http://127.0.0.1:{port}/"

    @asynccontextmanager
    async def browser(
        self, browser: Browser, size: Size = LAPTOP, language: str = "en-GB"
    ) -> AsyncIterator["Visitor"]:
        """Open a new browser until the block ends."""
        width, height = size
        is_phone = size == PHONE
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            reduced_motion="reduce",
            accept_downloads=True,
            has_touch=is_phone,
            is_mobile=is_phone,
        )
        context.set_default_timeout(PATIENCE_MS)
        async with context:
            await context.add_init_script(f"({EACH_IS_MEANT})()")
            visitor = Visitor(self, context, is_phone)
            yield visitor
            assert not visitor.complaints, visitor.complaints


class Visitor:
    """A browser with its tabs; its storage outlives them."""

    def __init__(self, site: Site, context: BrowserContext, is_phone: bool) -> None:
        self.site, self.context = site, context
        self._is_phone = is_phone
        self._people: list[BrowserUser] = []

    @property
    def complaints(self) -> list[str]:
        """Errors that the browser has reported."""
        return [each for user in self._people for each in user.complaints]

    async def open(self, place: str = "") -> BrowserUser:
        """Open the site in a new tab, and wait for the table."""
        user = BrowserUser(await self.context.new_page(), self._is_phone, "light")
        self._people.append(user)
        await user.page.goto(self.site.url + place)
        await self.ready(user)
        return user

    async def ready(self, user: BrowserUser) -> None:
        """Wait until Python runs and the table is shown."""
        await expect(user.page.locator("#site progress")).to_have_count(0)
        assert await user.page.locator("#site").get_attribute("data-why") is None
        await user.connected()

    async def offline(self, user: BrowserUser) -> None:
        """Wait until everything is saved, and disconnect the network."""
        await expect(user.page.locator("body[data-offline]")).to_be_attached()
        await self.context.set_offline(True)


@contextmanager
def served(folder: Path) -> Iterator[Site]:
    """Build the site into a folder if it is missing, and serve it until the block ends.

    Rule: tests that run at the same time share it.
    """
    with FileLock(folder.with_suffix(".lock")):
        if not folder.is_dir():
            build(PYODIDE, folder, BUILDS)
    sent: list[tuple[str, int]] = []
    handler = partial(Quiet, sent=sent, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        serving = threading.Thread(target=server.serve_forever, daemon=True)
        serving.start()
        try:
            yield Site(folder, server.server_address[1], sent)
        finally:
            server.shutdown()
            serving.join()
