"""Pages as a browser without scripts receives them: logs in a folder, read synchronously."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from schiri.page.access import PLAY, RIGHT
from schiri.page.logs.library import LogLibrary, id_of
from schiri.page.routes import page_routes
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

VOID = ("meta", "link", "img", "input")
BLOCKS = ("div", "p", "ul", "ol", "nav", "section", "table", "form", "main", "h1", "h2", "pre")


class AtOnce(Executor):
    """An executor that runs each call before it returns, and counts them."""

    count = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.count += 1
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


class Element(NamedTuple):
    """An element: its classes, those of its ancestors, and all its text."""

    tag: str
    attributes: dict[str, str | None]
    classes: frozenset[str]
    text: list[str]


class Shown(HTMLParser):
    """A received page. Its elements are closed, and each may stand inside its parent."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__()
        self.status = answer.status_code
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(answer.text)
        assert not self._open and len(self.texts("main")) == 1 and len(self.texts("h1")) == 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        assert tag not in BLOCKS or not {"p", "span", "a"} & {each.tag for each in self._open}
        given = dict(attrs)
        assert "style" not in given and not any(name.startswith("on") for name in given)
        around = self._open[-1].classes if self._open else frozenset[str]()
        found = Element(tag, given, around.union((given.get("class") or "").split()), [])
        self.elements.append(found)
        if tag not in VOID:
            self._open.append(found)

    def handle_endtag(self, tag: str) -> None:
        """End an element, the last one that has begun."""
        assert self._open.pop().tag == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Skip a part of a picture."""

    def handle_data(self, data: str) -> None:
        """Collect text."""
        for each in self._open:
            each.text.append(data)

    def texts(self, tag: str, within: str = "") -> list[str]:
        """Return the text of each element with this tag, within an element of a class."""
        return [
            "".join(each.text)
            for each in self.elements
            if each.tag == tag and (not within or within in each.classes)
        ]

    def links(self, within: str = "") -> dict[str, str]:
        """Return the targets of links by their names."""
        return {
            each.attributes.get("aria-label") or "".join(each.text): each.attributes["href"] or ""
            for each in self.elements
            if each.tag == "a"
            and "href" in each.attributes
            and (not within or within in each.classes)
        }

    def says(self, text: str) -> bool:
        """Return whether the page contains this text."""
        return any(text in each for each in self.texts("main"))


class Reading:
    """The pages about a folder of logs, in one language, for somebody with a right."""

    def __init__(self, folder: Path, language: str = "en", right: str = PLAY) -> None:
        self.moved = 0
        self.library = LogLibrary(folder, self._count)
        pages = Starlette(routes=page_routes(self.library, {right: AtOnce()}, language))

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await pages({**scope, RIGHT: right}, receive, send)

        self._browser = TestClient(app)

    def _count(self) -> None:
        self.moved += 1

    def press(self, page: Shown, text: str) -> Shown:
        """Press the button of a form with this text, and follow where that leads."""
        forms = {
            "".join(each.text): each.attributes["action"]
            for each in page.elements
            if each.tag == "form" and each.attributes.get("method") == "post"
        }
        (address,) = [address for said, address in forms.items() if said.startswith(text)]
        assert address
        return Shown(self._browser.post(address))

    def get(self, address: str, **headers: str) -> httpx.Response:
        """Request an address."""
        found: httpx.Response = self._browser.get(address, headers=headers)
        return found

    def open(self, address: str) -> Shown:
        """Open a page. Its HTML is complete without a script."""
        return Shown(self.get(address))

    def replay(self, log: Path, below: str = "") -> Shown:
        """Open the page of a log."""
        return self.open(f"/games/{id_of(log)}{below}")
