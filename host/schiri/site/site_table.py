"""The table in a browser's worker: the work of the server and its threads, in steps.

Decides when intents are carried out and which pages get messages. Must not know how messages are
transported, or where the files are stored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote

from markupsafe import escape
from schiri_device import VERSION
from schiri_device.builds.cursor import BUILD
from schiri_engines.registry import rows

from schiri.clock import local_time
from schiri.device.table_device import TableDevice
from schiri.page.document import language_of, missing_page
from schiri.page.live import Page, live_page
from schiri.page.patches import PageCache
from schiri.page.request import PageReply, PageRequest, cookies_in
from schiri.simulator.flash import open_flash
from schiri.simulator.stepped import SteppedDevice
from schiri.site.relayed import RelayedDevice
from schiri.table.intents import Answer, GoOn, Sent
from schiri.table.state import TableState
from schiri.table.worker import TableWorker
from schiri.texts import Words

if TYPE_CHECKING:
    from schiri.page.logs.library import LogLibrary

USUAL = "en"
# Addresses in the attributes of a document.  They cannot match in a text: quotation marks there are
# escaped.
LINK = re.compile(r'( (?:href|action)=")(?=/)')
BESIDE = re.compile(r'( href=")(?=\?)')
FILE = re.compile(r'( src=")/')
# A picture that is not a file; a script requests it.
PICTURE = re.compile(r' src="(/games/[^"]*)"')
# The recipient of messages that are not for a page.
PORT, BYTES = "port", "bytes"
ANSWERS = "answers"
# Addresses that exist only on the site.
ALL = "/site/games.zip"
# The id of the simulated device in every browser: a board game is resumed only on its own device,
# and people move their games to other browsers. The epochs of these devices differ.
DEVICE = "SIM0000"
# The file with the name of the log of the current card game.
LEFT = "left"


class SiteTable:
    """One table for the tabs of a browser.

    Shape: ``folder`` has the logs, the last setups and the store of the simulated device; the
    caller of `step` passes the time.
    """

    def __init__(self, folder: Path) -> None:
        self.cache = PageCache()
        # The time of the last step.
        self.now_ms = 0
        self._folder = folder
        self._pages: dict[str, Page] = {}
        self._new: set[str] = set()
        self._library: LogLibrary | None = None
        self._sent: list[tuple[Sent, Callable[[Answer], object]]] = []
        self._answers: list[Callable[[], object]] = []
        # The state that all pages show.
        self._shown: TableState | None = None
        self._relayed: RelayedDevice | None = None
        self._has_answered = False
        # The name of the log of this table's last card game, "" for another game.
        self._left = ""
        with suppress(FileNotFoundError):
            self._left = (folder / LEFT).read_text("utf-8")
        self._sit_down()

    def _sit_down(self) -> None:
        self._device: TableDevice = self._relayed or SteppedDevice(
            BUILD,
            store=open_flash(self._folder / "devices", BUILD.name, DEVICE),
            has_board=False,
        )
        self._worker = TableWorker(
            self._device, self.logs, local_time, self._folder / "last.json", randbelow
        )
        # The device shows a board game by itself; it may be older than the card game.
        if self._left:
            self.do(GoOn(str(self.logs / self._left)), lambda answer: None)

    @property
    def logs(self) -> Path:
        return self._folder / "logs"

    def _note_left(self, state: TableState) -> None:
        """Note which game a closed tab leaves on the table; other tables share the folder."""
        game = state.game
        log = game.log if game and game.is_kept_here and not game.state.over else ""
        if (name := Path(log).name) != self._left:
            self._left = name
            (self._folder / LEFT).write_text(name, "utf-8")

    @property
    def state(self) -> TableState:
        return self._worker.state

    def _refresh_offers(self) -> None:
        self._worker.refresh_offers()

    def _open_logs(self) -> set[Path]:
        return self._worker.open_logs

    @property
    def is_busy(self) -> bool:
        return self.state.game is not None and self.state.game.is_unfinished

    def about(self) -> str:
        """Return the version and the digest of each game's rules, as JSON."""
        rules = ", ".join(f"{row.name.capitalize()} {row.digest}" for row in rows())
        return json.dumps({"version": VERSION, "rules": rules})

    # The device

    def connect(self, is_real: bool) -> None:
        """Use the device at a port of the page from now on, or return to the simulated one.

        Rule: games stay in logs and devices; pages must be opened again.
        """
        self.leave()
        self._pages.clear()
        self._sent.clear()
        self._relayed = RelayedDevice() if is_real else None
        self._sit_down()

    def receive_port(self, event: str, data: bytes = b"") -> None:
        """Receive a report about the port of the page, or bytes from it."""
        if self._relayed:
            self._relayed.receive(event, bytes(data))

    def _port_messages(self) -> list[tuple[str, str]]:
        if self._relayed is None:
            return []
        wanted, sent = self._relayed.take_wanted(), self._relayed.take_sent()
        told = [(PORT, wanted)] if wanted else []
        if self._has_answered != (is_up := self.state.device.connected is not None):
            self._has_answered = is_up
            told += [(PORT, ANSWERS)] if is_up else []
        return [*told, (BYTES, sent.decode("latin-1"))] if sent else told

    # Time

    def do(self, intent: Sent, answered: Callable[[Answer], object]) -> None:
        """Send an intent; it is carried out and answered in the next step."""
        self._sent.append((intent, answered))

    def step(self, now_ms: int) -> str:
        """Let time pass; return messages for pages as JSON.

        Rule: everything in these messages is in the log already.
        """
        self.now_ms = now_ms
        if isinstance(self._device, SteppedDevice):
            self._device.step(now_ms)
        while self._sent:
            intent, answered = self._sent.pop(0)
            self._worker.carry_out(intent, now_ms, partial(self._receive_answer, answered))
        self._worker.step(now_ms)
        # A page that gets an answer shows its result.
        while self._answers:
            self._answers.pop(0)()
        state = self.state
        if state is not self._shown:
            self._note_left(state)
            self._shown = state
            self._new.update(self._pages)
        return json.dumps([*self._port_messages(), *self._messages()], ensure_ascii=False)

    def _receive_answer(self, answered: Callable[[Answer], object], answer: Answer) -> None:
        self._answers.append(partial(answered, answer))

    def leave(self) -> None:
        """End; games are in the logs."""
        self._worker.close()
        self._device.stop()

    def _messages(self) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for id in [*self._new]:
            self._new.discard(id)
            if (page := self._pages.get(id)) and (message := page.message()):
                found.append((id, json.dumps(within(message), ensure_ascii=False)))
        return found

    # Pages

    def open(self, id: str, language: str, may_act: bool = True) -> None:
        """Send each state to a page from now on."""
        words = Words(language)
        self._pages[id] = Page(self, words, may_act, "", lambda: self._new.add(id))
        self._new.add(id)

    def close(self, id: str) -> None:
        """Stop sending to a page."""
        if page := self._pages.pop(id, None):
            page.viewer.leave()

    def receive(self, id: str, text: str) -> None:
        if page := self._pages.get(id):
            page.receive(text)

    def get(
        self,
        address: str,
        accept: str = "",
        cookies: str = "",
        may_act: bool = True,
        is_action: bool = False,
    ) -> tuple[str, bytes]:
        """Return the reply of an address: its headers as JSON, and its bytes.

        Shape: ``is_action`` does what the form with this address is for.
        """
        asked = asked_of(address, accept, cookies)
        reply = self._reply(asked, may_act, is_action)
        about = reply._asdict()
        body: bytes = about.pop("body")
        if reply.kind.startswith("text/html"):
            body = html_within(body.decode(), asked.path).encode()
        return json.dumps(about), body

    def add(self, name: str, data: bytes, language: str) -> str:
        """Add games from a file; return the result in words."""
        from schiri.site.exchange import take_in

        told = take_in(self.logs, name, bytes(data), Words(language))
        self._refresh_offers()
        return told

    def _reply(self, asked: PageRequest, may_act: bool, is_action: bool = False) -> PageReply:
        words = Words(language_of(asked, USUAL))
        if asked.path == "/":
            return live_page(asked, self, words, may_act, "")
        # Loaded only when logs are opened.
        from schiri.page.logs.library import LogLibrary, address_of_log
        from schiri.page.logs.pages import ACTIONS, PAGES, reply_to
        from schiri.page.logs.reader import reader_of

        self._library = self._library or LogLibrary(
            self.logs, self._refresh_offers, self._open_logs
        )
        if asked.path == "/games/now":
            game = self.state.game
            log = address_of_log(game.log if game else "")
            return self._reply(asked._replace(path=log), may_act)
        for pattern, make in (ACTIONS if is_action else PAGES).items():
            form = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", pattern.replace(".", r"\."))
            if found := re.fullmatch(form, asked.path):
                read = asked._replace(parts=found.groupdict())
                return reply_to(make, reader_of(read, self._library, USUAL, may_act))
        if asked.path == ALL:
            from schiri.site.exchange import all_games

            return all_games(self.logs)
        return missing_page(asked, words)


def asked_of(address: str, accept: str, cookies: str) -> PageRequest:
    """Return the request for an address; cookies have the form of ``document.cookie``.

    >>> asked_of("/games?game=switch", "de", "schiri-language=fr; a=b").cookies
    {'schiri-language': 'fr', 'a': 'b'}
    """
    # It may have been typed by hand; our addresses have no host.
    path, _sign, query = address.partition("#")[0].partition("?")
    return PageRequest(
        unquote(path) or "/", tuple(parse_qsl(query)), {}, accept, dict(cookies_in(cookies))
    )


def html_within(html: str, path: str = "/") -> str:
    """Return HTML with its addresses rewritten for the site's only document.

    >>> html_within('<a href="/games"><img src="/art/a.svg">')
    '<a href="#/games"><img src="art/a.svg">'
    >>> html_within('<a href="?at=1">', "/games/a")
    '<a href="#/games/a?at=1">'
    """
    here = escape(path)
    html = BESIDE.sub(lambda found: f"{found[1]}#{here}", LINK.sub(r"\1#", html))
    return FILE.sub(r"\1", PICTURE.sub(r' data-picture="\1"', html))


def within(message: dict[str, object]) -> dict[str, object]:
    """Return a message with the addresses in its HTML rewritten for the site's only document."""
    found = dict(message)
    if isinstance(put := found.get("put"), dict):
        found["put"] = {id: html_within(html) for id, html in put.items()}
    if isinstance(lines := found.get("lines"), list):
        found["lines"] = [html_within(html) for html in lines]
    return found
