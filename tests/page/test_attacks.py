"""What somebody may send who wishes the table no good: refused or bounded, and the game goes on."""

import asyncio
import html
import json
import re
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from nicegui import Client
from schiri.page import connections
from schiri.page.access import CSP, DOCUMENT_POLICY, HEADERS
from schiri.page.keys import PLAY, WATCH
from schiri.page.places import MOST_PAGES, MOST_WATCHING, Place
from schiri.page.server import MOST_BYTES
from schiri.table.intents import NewGame, Press, Touch
from schiri.table.state import TableState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.cli.command import PATIENCE_S, typed
from tests.page.served import Served, served

pytestmark = pytest.mark.slow

SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
POLLING = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
ELSEWHERE = "http://evil.example"


class Attacked:
    """A table in mid-game, reached by the network alone."""

    def __init__(self, table: Served) -> None:
        self.table = table
        self.host = urlsplit(table.server.url).netloc
        self.http = httpx.AsyncClient(base_url=f"http://{self.host}")

    async def page(self, url: str) -> tuple[str, str]:
        """Ask for a page as a browser does that begins with nothing; return it and its cookie."""
        answer = await self.http.get(url)
        assert answer.status_code == 200
        self.http.cookies.clear()
        return answer.text, answer.headers["set-cookie"].partition(";")[0]

    async def status(self, path: str = "/", method: str = "GET", **headers: str) -> int:
        """Ask for something and return the status."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return (await self.http.request(method, path, headers=given)).status_code

    def connected(
        self, cookie: str, origin: str = "", host: str = "", path: str = SOCKET
    ) -> connect:
        """Return a websocket that is to be opened, as the script of a page opens one."""
        headers = {"Cookie": cookie}
        url = f"ws://{host or self.host}{path}"
        address = urlsplit(f"//{self.host}")
        return connect(
            url,
            origin=origin or f"http://{self.host}",  # type: ignore[arg-type]
            additional_headers=headers,
            host=address.hostname,
            port=address.port,
            proxy=None,
            # Nobody here reads all that comes.
            max_queue=None,
        )

    async def goes_on(self) -> None:
        """See that the game is played on, by whoever may."""
        number = self.table.state.number
        await self.table.do(Touch("a1"))
        await self.table.do(Touch("a1"))
        assert self.table.state.number > number
        assert self.table.state.state and self.table.state.state.phase == "play"
        _page, cookie = await self.page(self.table.server.url)
        async with self.connected(cookie) as there:
            assert str(await there.recv()).startswith("0")


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Attack = Callable[[Attacked], Awaitable[None]]


def attack(folder: Path, attacker: Attack) -> None:
    """Let somebody attack a table where Switch is played, which then goes on and ends."""

    async def play() -> None:
        async with served(folder) as table:
            there = Attacked(table)
            await there.table.do(NewGame("switch", ("Ann", "Ben"), {}))
            await there.table.do(Press("white"))
            async with asyncio.timeout(3 * PATIENCE_S):
                await attacker(there)
                await there.goes_on()
            await there.http.aclose()
            log = table.state.log
            table.stepped.session.close()
            assert typed("log", "verify", log).out.startswith("ok ")

    asyncio.run(play())


def client_of(page: str) -> str:
    """Return the id of a page's client."""
    found = re.search("'client_id': '([^']+)'", page)
    assert found
    return found[1]


async def greeted(page: str, there: ClientConnection, name: str = "tab") -> str:
    """Say what the script of a page says first; return the id of its client."""
    client = client_of(page)
    await there.recv()
    await there.send("40")
    await there.recv()
    await send(
        there, "handshake", client_id=client, tab_id=name, document_id=name, next_message_id=0
    )
    return client


async def send(there: ClientConnection, event: str, **message: object) -> None:
    """Send a message as the script of a page does."""
    await there.send("42" + json.dumps([event, message]))


def test_who_comes_from_elsewhere_or_has_no_key_is_refused(tmp_path: Path) -> None:
    async def refused(there: Attacked) -> None:
        _page, player = await there.page(there.table.server.url)
        _page, watcher = await there.page(there.table.server.watch_url)
        for cookie in (player, watcher):
            assert await there.status(Cookie=cookie) == 200
            async with there.connected(cookie):
                pass
            # A page of somebody else's, and a name of theirs that leads here.
            for wrong in ({"origin": ELSEWHERE}, {"origin": "null"}, {"host": "evil.example"}):
                assert await there.status(Cookie=cookie, **wrong) == 403
                assert await there.status(POLLING, Cookie=cookie, **wrong) == 403
                with pytest.raises(InvalidStatus, match="403"):
                    async with there.connected(cookie, **wrong):
                        pass
        for cookie in ("", player[:-1], player.replace("=", "=x"), "schiri=1"):
            assert await there.status(Cookie=cookie) == 403
            for method in ("GET", "POST", "OPTIONS", "DELETE"):
                assert await there.status(POLLING, method, Cookie=cookie) == 403
            with pytest.raises(InvalidStatus, match="403"):
                async with there.connected(cookie):
                    pass

    attack(tmp_path, refused)


def listeners(page: str) -> list[tuple[int, str]]:
    """Return the elements of a page that something can be done with, and the ids for that."""
    found = re.search(r"parseElements\(String\.raw`(.*?)`\)", page, re.DOTALL)
    assert found
    elements = json.loads(html.unescape(found[1]))
    return [
        (int(name), event["listener_id"])
        for name, element in elements.items()
        for event in element.get("events", ())
    ]


def test_who_looks_on_can_press_nothing_whatever_is_sent(tmp_path: Path) -> None:
    async def presses(there: Attacked) -> None:
        theirs, _cookie = await there.page(there.table.server.url)
        page, cookie = await there.page(there.table.server.watch_url)
        number = there.table.state.number
        async with there.connected(cookie) as own:
            client = await greeted(page, own)
            assert client not in theirs
            # The last first: a button above them all shows another view.
            for element, listener in reversed([*listeners(theirs), *listeners(page)]):
                for args in ([], ['"draw"']):
                    await send(
                        own, "event", client_id=client, id=element, listener_id=listener, args=args
                    )
            await send(own, "event", client_id="", id=1, listener_id="", args=[])
            await answers(own)
        assert there.table.state.number == number

    attack(tmp_path, presses)


def test_a_socket_plays_by_its_own_key_whatever_page_it_names(tmp_path: Path) -> None:
    async def steal(there: Attacked) -> None:
        theirs, player = await there.page(there.table.server.url)
        _page, watcher = await there.page(there.table.server.watch_url)
        number, client = there.table.state.number, client_of(theirs)
        named = f"{SOCKET}&client_id={client}&tab_id=tab&document_id=tab&implicit_handshake=true"
        # Whose page it is has it open.
        async with there.connected(player) as own:
            await greeted(theirs, own, "own")
            async with there.connected(watcher) as other:
                await greeted(theirs, other, "own")
                for element, listener in reversed(listeners(theirs)):
                    for args in ([], ['"draw"']):
                        await send(
                            other,
                            "event",
                            client_id=client,
                            id=element,
                            listener_id=listener,
                            args=args,
                        )
                await send(other, "ack", client_id=client, next_message_id=9)
                await answers(other)
            async with there.connected(watcher, path=named) as other:
                await other.recv()
                await other.send("40")
                assert str(await other.recv()).startswith("44")
            assert there.table.state.number == number
            # What they see is nobody else's either.
            assert len(Client.instances[client]._socket_to_document_id) == 1
            await answers(own)
        # Nothing but a socket speaks.
        assert await there.status(POLLING, Cookie=player) == 400

    attack(tmp_path, steal)


# What a page's script would have to say, and what it would not.
ANSWERS = [
    "null", "true", "0", "-1", "1e999", "9" * 400, '""', '"x"', '"' + "9" * 40 + '"', "[]", "[[]]",
    "{}", '{"value": []}', '"2026-02-31"', '"9999-12-31"', '"0001-01-01"', '"\\ud800"', '"\\u0000"',
    '"' + "x" * 60_000 + '"', "[" * 2000, "nothing",
]  # fmt: skip


def test_no_answer_of_a_page_is_a_fault_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[object] = []
    monkeypatch.setattr(Client, "handle_log_message", lambda *given: written.append(given))

    async def answer_all(there: Attacked) -> None:
        page, cookie = await there.page(there.table.server.watch_url)
        number = there.table.state.number
        for args in ANSWERS:
            async with there.connected(cookie) as own:
                client = await greeted(page, own)
                with suppress(ConnectionClosed):
                    for element, listener in listeners(page):
                        message = {"client_id": client, "id": element, "args": [args]}
                        await send(own, "event", listener_id=listener, **message)
                    await send(own, "log", client_id=client, level="error", message=args)
                    await answers(own)
        assert there.table.state.number == number
        # Nor does anybody fill the log in which faults are looked for.
        assert written == []

    attack(tmp_path, answer_all)


async def answers(there: ClientConnection) -> None:
    """Wait until all that was sent has been read, and done."""
    await (await there.ping())
    for _ in range(100):
        await asyncio.sleep(0)


def test_what_no_page_sends_ends_nothing_but_its_own_connection(tmp_path: Path) -> None:
    wrong: list[str | bytes] = [
        "", "x", "4", "42", "42[", "42{}", '42["event"]', '42["event",1]', '42["event",{}]',
        '42["handshake",{"client_id":1}]', '42["handshake",[]]', '42["ack",{"client_id":null}]',
        '42["log",{}]', '42["javascript_response",{}]', "45999999-[]", "2probe", "6", "9",
        "42" + "[" * 30_000, b"\x00\xff", '42["event",{"client_id":' + "9" * 5000 + "}]",
    ]  # fmt: skip

    async def send_all(there: Attacked) -> None:
        page, cookie = await there.page(there.table.server.url)
        for text in wrong:
            async with there.connected(cookie) as own:
                await greeted(page, own)
                with suppress(ConnectionClosed):
                    await own.send(text)
                    await own.send("41")
                    await answers(own)
        # Too large a message is not read to its end.
        async with there.connected(cookie) as own:
            await greeted(page, own)
            with pytest.raises(ConnectionClosed, match="1009"):
                await own.send("42" + "x" * MOST_BYTES)
                while True:
                    await own.recv()
        big = "x" * 10_000_000
        assert (await there.http.post(POLLING, content=big, headers={"Cookie": cookie})).is_error
        for path in (
            "/../etc/passwd",
            "/_nicegui/%2e%2e/%2e%2e/etc/passwd",
            "//etc/passwd",
            "/%00",
        ):
            assert await there.status(path, Cookie=cookie) == 404
        assert await there.status(Cookie=cookie, X="x" * 1_000_000) == 400

    attack(tmp_path, send_all)


def test_there_are_no_more_pages_than_there_may_be(tmp_path: Path) -> None:
    async def open_all(there: Attacked) -> None:
        _page, cookie = await there.page(there.table.server.url)
        hub = there.table.server.hub
        others = [Elsewhere() for _ in range(MOST_PAGES)]
        for other in others:
            hub.join(other, Place(PLAY, int))
            hub.places.open(other)
        # That which no browser has come back for is let go for them.
        answer = await there.http.get("/", headers={"Cookie": cookie, "Accept-Language": "de"})
        assert answer.status_code == 503 and "Schließe" in answer.text
        for other in others:
            hub.leave(other)

    attack(tmp_path, open_all)


def test_spectators_leave_places_for_who_plays(tmp_path: Path) -> None:
    async def look_on(there: Attacked) -> None:
        hub = there.table.server.hub
        _page, watcher = await there.page(there.table.server.watch_url)
        others = [Elsewhere() for _ in range(MOST_WATCHING)]
        for other in others:
            hub.join(other, Place(WATCH, int))
            hub.places.open(other)
        assert await there.status(Cookie=watcher) == 503
        # What is read takes nobody's place.
        assert await there.status("/games", Cookie=watcher) == 200
        await there.page(there.table.server.url)
        for other in others:
            hub.leave(other)

    attack(tmp_path, look_on)


def test_the_browser_of_this_pc_comes_in_by_a_link_that_is_good_once(tmp_path: Path) -> None:
    async def come(there: Attacked) -> None:
        server = there.table.server
        opened = server.url_to_open()
        key = server.url.partition("=")[2]
        assert key and key not in opened and server.watch_url.partition("=")[2] not in opened
        answer = await there.http.get(opened)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert (await there.http.get("/")).status_code == 200
        manifest = await there.http.get("/manifest.json")
        # A phone's first screen begins with the key: no cache of anybody's keeps it.
        assert key in manifest.text and manifest.headers["cache-control"] == "no-store"
        there.http.cookies.clear()
        assert (await there.http.get(opened)).status_code == 403

    attack(tmp_path, come)


def test_every_answer_is_as_safe_as_a_page(tmp_path: Path) -> None:
    async def ask(there: Attacked) -> None:
        _page, cookie = await there.page(there.table.server.url)
        asked = {"/": 200, "/games": 200, "/icon/180.png": 200, "/nothing": 404, POLLING: 400}
        asked |= {"/statistics": 200, "/games/x/export/csv": 404, "/icon/x.png": 404}
        for path, status in asked.items():
            answer = await there.http.get(path, headers={"Cookie": cookie})
            # A document may do less than a page of NiceGUI.
            own = {} if path in ("/", "/icon/180.png", POLLING) else {CSP: DOCUMENT_POLICY}
            assert answer.status_code == status
            assert (HEADERS | own).items() <= answer.headers.items()
            assert answer.headers["cache-control"] == "no-store"
        answer = await there.http.get("/")
        assert answer.status_code == 403 and HEADERS.items() <= answer.headers.items()

    attack(tmp_path, ask)


def test_pictures_of_another_site_keep_nobody_out(tmp_path: Path) -> None:
    picture = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}

    async def ask_for_all(there: Attacked) -> None:
        _page, cookie = await there.page(there.table.server.url)
        hub = there.table.server.hub
        asked = len(hub._pages)
        for _ in range(70):
            assert await there.status("/?k", Cookie=cookie, **picture) == 403
        assert len(hub._pages) == asked
        # A browser that does not say where it comes from: what nobody opens makes room.
        async with there.connected(cookie) as own:
            page = (await there.http.get("/", headers={"Cookie": cookie})).text
            await greeted(page, own)
            for _ in range(MOST_PAGES + 6):
                assert await there.status("/?k", Cookie=cookie) == 200
            assert len(hub._pages) <= MOST_PAGES
            await send(own, "event", client_id=client_of(page), id=0, listener_id="", args=[])
            await answers(own)
            assert client_of(page) in Client.instances

    attack(tmp_path, ask_for_all)


class Elsewhere:
    """A page that somebody has open somewhere else."""

    def show(self, state: TableState) -> None:
        """Show nothing."""


def test_a_thousand_connections_are_bounded_and_those_that_ask_for_nothing_are_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_many(there: Attacked, count: int) -> list[Stream]:
        address = urlsplit(f"//{there.host}")
        opened: list[Stream] = []
        for at in range(count):
            reader, writer = await asyncio.open_connection(address.hostname, address.port)
            # Some say nothing, some begin to.
            if at % 2:
                writer.write(b"GET / HTTP/1.1\r\nHost")
            opened.append((reader, writer))
        return opened

    async def ended(streams: list[Stream]) -> None:
        for reader, writer in streams:
            with suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()

    async def connect_all(there: Attacked) -> None:
        _page, cookie = await there.page(there.table.server.url)
        async with there.connected(cookie) as own:
            await own.recv()
            with monkeypatch.context() as patch:
                patch.setattr(connections, "ASK_S", 0.2)
                few = await open_many(there, 100)
            await ended(few)
            many = await open_many(there, 1000)
            await there.table.do(Touch("b1"))
            await there.table.do(Touch("b1"))
            assert len(there.table.connections) <= connections.MOST[""] + 3
            # Who was there before stays, and whoever comes meanwhile is let in, from the same
            # address and from another one.
            await answers(own)
            await there.page(there.table.server.url)
            if sys.platform == "linux":
                elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
                async with httpx.AsyncClient(transport=elsewhere, cookies={}) as other:
                    answer = await other.get(there.table.server.url)
                assert answer.status_code == 200
            for _reader, writer in many:
                writer.close()

    attack(tmp_path, connect_all)
