"""Attacks on a table: each is refused or bounded, and the game continues."""

import asyncio
import json
import socket
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from schiri.page import connections
from schiri.page.access import HEADERS, PLAY, WATCH, keys_path, renew_keys
from schiri.page.address import Address
from schiri.page.broadcaster import MOST_PAGES, MOST_WATCHING
from schiri.page.connections import MOST_MESSAGE_BYTES
from schiri.page.logs.library import id_of
from schiri.page.logs.pages import PAGES
from schiri.page.logs.reader import PageReader
from schiri.page.request import PageReply
from schiri.page.server import ACCEPTED
from schiri.table.intents import NewGame, Press, Touch
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.cli.command import typed
from tests.game_now import board_of, game_of
from tests.page.served_table import Served, served
from tests.patience import PATIENCE_S

SOCKET = "/socket"
ELSEWHERE = "http://evil.example"
# The addresses of a PC in several networks.
LINKS = [Address("127.0.0.1", 1), Address("10.0.0.5", 1), Address("fd00::1", 1)]


class Attacked:
    """A table in mid-game, attacked only over the network."""

    def __init__(self, table: Served) -> None:
        self.table = table
        self.host = urlsplit(table.server.url).netloc
        self.http = httpx.AsyncClient(base_url=f"http://{self.host}")

    async def page(self, url: str) -> tuple[str, str]:
        """Request a page as an empty browser does. Return it and its cookie."""
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
        """Return a websocket to open as the page's script opens it."""
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
            # These tests do not read every message.
            max_queue=None,
        )

    async def goes_on(self) -> None:
        """Check that players with a right can still play."""
        before = self.table.state
        await self.table.do(Touch("a1"))
        await self.table.do(Touch("a1"))
        assert self.table.state is not before
        assert game_of(self.table.state).state.phase == "play"
        _page, cookie = await self.page(self.table.server.url)
        async with self.connected(cookie) as there:
            assert "put" in await heard(there)


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Attack = Callable[[Attacked], Awaitable[None]]


def attack(folder: Path, attacker: Attack) -> None:
    """Attack a table during a game of Switch, then check that the game continues and ends."""

    async def play() -> None:
        async with served(folder) as table:
            there = Attacked(table)
            await there.table.do(NewGame("switch", ("Ann", "Ben"), {}))
            await there.table.do(Press("white"))
            async with asyncio.timeout(PATIENCE_S):
                await attacker(there)
                await there.goes_on()
            await there.http.aclose()
            log = game_of(table.state).log
            table.stepped.session.close()
            assert typed("log", "verify", log).out.startswith("ok ")

    asyncio.run(play())


async def heard(there: ClientConnection) -> dict[str, Any]:
    """Return the next message to a page."""
    found: dict[str, Any] = json.loads(await there.recv())
    return found


async def send(there: ClientConnection, **message: object) -> None:
    """Send a message as the script of a page does."""
    await there.send(json.dumps(message))


async def answers(there: ClientConnection) -> None:
    """Wait until all messages sent have been read and handled."""
    await send(there, here=True)
    while "here" not in await heard(there):
        pass


def test_foreign_origins_and_missing_keys_are_refused(tmp_path: Path) -> None:
    async def refused(there: Attacked) -> None:
        _page, player = await there.page(there.table.server.url)
        _page, watcher = await there.page(there.table.server.watch_url)
        for cookie in (player, watcher):
            assert await there.status(Cookie=cookie) == 200
            async with there.connected(cookie):
                pass
            # A page of another site, and its name that resolves to this server.
            for wrong in ({"origin": ELSEWHERE}, {"origin": "null"}, {"host": "evil.example"}):
                assert await there.status(Cookie=cookie, **wrong) == 403
                assert await there.status(SOCKET, Cookie=cookie, **wrong) == 403
                with pytest.raises(InvalidStatus, match="403"):
                    async with there.connected(cookie, **wrong):
                        pass
        for cookie in ("", player[:-1], player.replace("=", "=x"), "schiri=1"):
            assert await there.status(Cookie=cookie) == 403
            for method in ("GET", "POST", "OPTIONS", "DELETE"):
                assert await there.status(SOCKET, method, Cookie=cookie) == 403
            with pytest.raises(InvalidStatus, match="403"):
                async with there.connected(cookie):
                    pass

    attack(tmp_path, refused)


# All messages that a player's page can send, and some that no page sends.
PRESSES = ("undo", "hint", "begin", "ask", "draw", "resign-0", "resign-1", "edit", "dev-white")
NONSENSE: list[str | bytes] = [
    "", "x", "42", "[]", "{}", "null", '{"press":1}', '{"press":{}}', '{"submit":"start"}',
    '{"submit":"start","values":[]}', '{"submit":[],"values":{}}', '{"enter":[]}',
    '{"enter":1e999}',
    '{"press":' + "9" * 5000 + "}", "[" * 8000, "[" * 200,
    '{"press":' + "9" * 200 + "}", '{"enter":"\\ud800"}', '{"enter":"\\u0000"}',
    '{"submit":"start","values":{"player-0":"' + "x" * 8000 + '"}}', b"\x00\xff", b"{}",
]  # fmt: skip


def test_spectators_cannot_press_anything(tmp_path: Path) -> None:
    async def presses(there: Attacked) -> None:
        theirs, player = await there.page(there.table.server.url)
        page, cookie = await there.page(there.table.server.watch_url)
        assert 'id="ask"' in theirs and 'id="ask"' not in page and "<form id" not in page
        events = game_of(there.table.state).events.upto
        # The player's page is open meanwhile.
        async with there.connected(player) as own, there.connected(cookie) as other:
            for id in (*PRESSES, *(f"cell-{file}{rank}" for file in "abcde" for rank in "12345")):
                await send(other, press=id)
            for form in ("start", "command", "dispute"):
                await send(other, submit=form, values={"text": "draw", "player-0": "Eve"})
            await send(other, enter="draw")
            await answers(other)
            await answers(own)
        there.table.wait(1000)
        assert game_of(there.table.state).events.upto == events
        assert not board_of(there.table.state).picked

    attack(tmp_path, presses)


def test_a_socket_plays_by_its_own_key_whatever_it_names(tmp_path: Path) -> None:
    async def steal(there: Attacked) -> None:
        _page, player = await there.page(there.table.server.url)
        _page, watcher = await there.page(there.table.server.watch_url)
        events = game_of(there.table.state).events.upto
        with pytest.raises(InvalidStatus, match="403"):
            async with there.connected(watcher, path=f"{SOCKET}?key=x"):
                pass
        for more in ("?right=play", "?language=de&schiri.right=play"):
            async with there.connected(watcher, path=SOCKET + more) as other:
                assert "undo" not in str((await heard(other))["put"])
                await send(other, press="cell-a1")
                await send(other, enter="draw")
                await answers(other)
        there.table.wait(1000)
        assert game_of(there.table.state).events.upto == events
        # The path of the socket accepts only websockets.
        for method in ("GET", "POST"):
            assert await there.status(SOCKET, method, Cookie=player) == 404

    attack(tmp_path, steal)


def test_new_keys_end_the_pages_of_a_program_that_runs(tmp_path: Path) -> None:
    async def renew(there: Attacked) -> None:
        server = there.table.server
        _page, player = await there.page(server.url)
        _page, watcher = await there.page(server.watch_url)
        async with there.connected(player) as own, there.connected(watcher) as other:
            await answers(own)
            events = game_of(there.table.state).events.upto
            renew_keys(keys_path())
            # A press with the old key does nothing, and a page that only watches is not told more.
            await own.send(json.dumps({"enter": "a1-c3"}))
            await there.table.do(Touch("b1"))
            await there.table.do(Touch("b1"))
            for socket in (own, other):
                with pytest.raises(ConnectionClosed):
                    while True:
                        await socket.recv()
        assert game_of(there.table.state).events.upto == events
        assert [await there.status(Cookie=each) for each in (player, watcher)] == [403, 403]

    attack(tmp_path, renew)


@pytest.mark.parametrize("right", [PLAY, WATCH])
def test_a_malformed_message_ends_only_its_own_connection(right: str, tmp_path: Path) -> None:
    async def send_all(there: Attacked) -> None:
        server = there.table.server
        _page, cookie = await there.page(server.url if right == PLAY else server.watch_url)
        events = game_of(there.table.state).events.upto
        async with there.connected(cookie) as own:
            for text in NONSENSE:
                if len(text) <= MOST_MESSAGE_BYTES[right]:
                    await own.send(text)
                    await answers(own)
        assert game_of(there.table.state).events.upto == events
        # Too large a message is not read to its end.
        async with there.connected(cookie) as own:
            with pytest.raises(ConnectionClosed, match="1009"):
                await own.send("x" * (MOST_MESSAGE_BYTES[right] + 1))
                while True:
                    await own.recv()
        # A body is not read either: what the system receives of the answer is its own matter.
        with suppress(httpx.ReadError, httpx.WriteError):
            big = "x" * 10_000_000
            assert (await there.http.post("/", content=big, headers={"Cookie": cookie})).is_error
        for path in ("/../etc/passwd", "/static/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/%00"):
            assert await there.status(path, Cookie=cookie) == 404
        for path in ("//", "///"):
            url = there.http.base_url.copy_with(raw_path=path.encode())
            assert (await there.http.get(url, headers={"Cookie": cookie})).status_code == 404
        assert await there.status("/static/..%2fserver.py", Cookie=cookie) == 404
        answer = await there.http.get("/", headers={"Cookie": cookie, "X": "x" * 1_000_000})
        assert answer.status_code == 400 and HEADERS.items() <= answer.headers.items()

    attack(tmp_path, send_all)


def test_a_flood_is_bounded(tmp_path: Path) -> None:
    async def flood(there: Attacked) -> None:
        _page, cookie = await there.page(there.table.server.url)
        async with there.connected(cookie) as own, there.connected(cookie) as other:
            for _ in range(500):
                await send(own, enter="nonsense")
            await answers(other)

    attack(tmp_path, flood)


def test_there_are_no_more_pages_than_there_may_be(tmp_path: Path) -> None:
    async def open_all(there: Attacked) -> None:
        _page, cookie = await there.page(there.table.server.url)
        broadcaster = there.table.server.broadcaster
        others = [Elsewhere() for _ in range(MOST_PAGES)]
        for other in others:
            broadcaster.join(other, PLAY)
        answer = await there.http.get("/", headers={"Cookie": cookie, "Accept-Language": "de"})
        assert answer.status_code == 503 and "Schließe" in answer.text
        async with there.connected(cookie) as own:
            with pytest.raises(ConnectionClosed, match="1013"):
                await own.recv()
        assert len(broadcaster._pages) == MOST_PAGES
        for other in others:
            broadcaster.leave(other)

    attack(tmp_path, open_all)


def test_spectators_leave_places_for_who_plays(tmp_path: Path) -> None:
    async def look_on(there: Attacked) -> None:
        broadcaster = there.table.server.broadcaster
        _page, watcher = await there.page(there.table.server.watch_url)
        others = [Elsewhere() for _ in range(MOST_WATCHING)]
        for other in others:
            broadcaster.join(other, WATCH)
        assert await there.status("/", Cookie=watcher) == 503
        _page, player = await there.page(there.table.server.url)
        async with there.connected(player) as own:
            assert "put" in await heard(own)
        for other in others:
            broadcaster.leave(other)

    attack(tmp_path, look_on)


def test_players_are_served_while_spectators_flood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, done = threading.Event(), threading.Event()

    def slow(_reader: PageReader) -> PageReply:
        asked.set()
        done.wait()
        return PageReply(b"")

    monkeypatch.setattr("schiri.page.routes.PAGES", {**PAGES, "/slow": slow})

    async def flood(there: Attacked) -> None:
        _page, watcher = await there.page(there.table.server.watch_url)
        _page, player = await there.page(there.table.server.url)
        flood = [asyncio.create_task(there.status("/slow", Cookie=watcher)) for _ in range(5)]
        await asyncio.to_thread(asked.wait)
        assert await there.status("/games", Cookie=player) == 200
        assert not any(each.done() for each in flood)
        done.set()
        assert await asyncio.gather(*flood) == [200] * 5

    attack(tmp_path, flood)


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
        # A phone's first address contains the key: no cache may store that page.
        assert key in manifest.text and manifest.headers["cache-control"] == "no-store"
        there.http.cookies.clear()
        assert (await there.http.get(opened)).status_code == 403

    attack(tmp_path, come)


def test_every_answer_is_as_safe_as_a_page(tmp_path: Path) -> None:
    async def ask(there: Attacked) -> None:
        _page, cookie = await there.page(there.table.server.url)
        asked = {"/": 200, "/games": 200, "/icon/180.png": 200, "/nothing": 404, "/socket": 404}
        asked |= {"/samples/switch.svg": 200, "/games/x/export/csv": 404, "/icon/x.png": 404}
        asked |= {"/static/page.js": 200, "/art/card/r3.svg": 200, "/art/card/x.svg": 404}
        for path, status in asked.items():
            answer = await there.http.get(path, headers={"Cookie": cookie})
            assert answer.status_code == status, path
            assert HEADERS.items() <= answer.headers.items()
            assert answer.headers["cache-control"] in ("no-store", "max-age=600")
        # The current game links to its log. The link's address contains no path of a file.
        log = f"/games/{id_of(Path(game_of(there.table.state).log))}"
        answer = await there.http.get("/games/now", headers={"Cookie": cookie})
        assert (answer.status_code, answer.headers["location"]) == (303, log)
        answer = await there.http.get("/")
        assert answer.status_code == 403 and HEADERS.items() <= answer.headers.items()
        assert "unsafe" not in HEADERS["content-security-policy"]

    attack(tmp_path, ask)


def test_pictures_of_another_site_keep_nobody_out(tmp_path: Path) -> None:
    picture = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}

    async def ask_for_all(there: Attacked) -> None:
        _page, cookie = await there.page(there.table.server.url)
        broadcaster = there.table.server.broadcaster
        for _ in range(70):
            assert await there.status("/?k", Cookie=cookie, **picture) == 403
        # A browser that does not send its origin: pages that are never opened take no place.
        async with there.connected(cookie) as own:
            for _ in range(MOST_PAGES + 6):
                assert await there.status("/?k", Cookie=cookie) == 200
            assert len(broadcaster._pages) == 1
            await answers(own)

    attack(tmp_path, ask_for_all)


class Elsewhere:
    """A page that another person has open elsewhere."""

    def show(self) -> None:
        """Ignore the state."""


def test_a_thousand_connections_are_bounded_and_those_that_ask_for_nothing_are_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_many(there: Attacked, count: int) -> list[Stream]:
        address = urlsplit(f"//{there.host}")
        opened: list[Stream] = []
        for at in range(count):
            reader, writer = await asyncio.open_connection(address.hostname, address.port)
            # Some send nothing, some begin a request.
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
            # Connections from before stay. New ones are admitted from the same address and another
            # one.
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


def test_a_turn_of_the_loop_accepts_few_of_many_connections_that_come_at_once(
    tmp_path: Path,
) -> None:
    async def connect_at_once(there: Attacked) -> None:
        _page, cookie = await there.page(there.table.server.url)
        address = urlsplit(f"//{there.host}")
        async with there.connected(cookie) as own:
            before, counts = len(there.table.connections), [0]
            with ExitStack() as flood:
                for _ in range(3 * connections.MOST[""]):
                    each = flood.enter_context(socket.socket())
                    each.setblocking(False)
                    each.connect_ex((address.hostname, address.port))
                # A connection is closed within four turns after the one that accepts it.
                while counts[-1] < connections.MOST[""] or len(counts) < 20:
                    counts.append(len(there.table.connections) - before)
                    await asyncio.sleep(0)
                assert max(counts) <= connections.MOST[""] + 2 * ACCEPTED
                await answers(own)

    attack(tmp_path, connect_at_once)


def test_a_new_player_comes_in_among_connections_of_strangers_at_the_same_address(
    tmp_path: Path,
) -> None:
    async def come_among_many(there: Attacked) -> None:
        address = urlsplit(there.table.server.url)
        ours = f"GET /?{address.query} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode()
        with ExitStack() as flood:

            def come_many() -> None:
                for _ in range(2 * connections.MOST[""]):
                    each = flood.enter_context(socket.socket())
                    each.setblocking(False)
                    each.connect_ex((address.hostname, address.port))

            # The server has had no turn yet: all of them wait in the system.
            come_many()
            player = flood.enter_context(socket.socket())
            player.settimeout(PATIENCE_S)
            player.connect((address.hostname, address.port))
            player.send(ours)
            player.setblocking(False)
            come_many()
            loop = asyncio.get_running_loop()
            assert (await loop.sock_recv(player, 20)).startswith(b"HTTP/1.1 200")

    attack(tmp_path, come_among_many)


def test_links_for_phones_are_shown_to_who_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look(there: Attacked) -> None:
        server = there.table.server
        for url, status in ((server.url, 200), (server.watch_url, 404)):
            _page, cookie = await there.page(url)
            answer = await there.http.get("/phones", headers={"cookie": cookie})
            assert answer.status_code == status
            key = urlsplit(server.url).query
            assert (key in answer.text) == (status == 200)
            assert answer.text.count("<svg") >= (3 if status == 200 else 0)
            assert ("/phones" in _page) == (status == 200)
            # A PC in several networks shows the code of one, and the way to the others.
            with monkeypatch.context() as also:
                also.setattr("schiri.page.server.link_addresses", lambda *_: LINKS)
                answer = await there.http.get(
                    "/phones?address=10.0.0.5:1", headers={"cookie": cookie}
                )
            if status == 200:
                assert f"http://10.0.0.5:1/?{key}" in answer.text
                assert "?address=%5Bfd00%3A%3A1%5D%3A1" in answer.text

    attack(tmp_path, look)


def test_a_number_of_any_length_is_none_of_our_faults(tmp_path: Path) -> None:
    async def ask(there: Attacked) -> None:
        _page, cookie = await there.page(there.table.server.watch_url)
        for path in (
            "/icon/{}.png",
            "/games/x/picture/{}.svg",
            "/games?page={}",
            "/art/card/y{}.svg",
        ):
            for digits in ("9" * 4301, "9" * 20, "-1", "\u0663"):
                assert await there.status(path.format(digits), cookie=cookie) < 500, path
        assert there.table.server.bug is None

    attack(tmp_path, ask)


def test_the_folder_of_logs_is_not_disclosed(tmp_path: Path) -> None:
    async def look(there: Attacked) -> None:
        for url in (there.table.server.url, there.table.server.watch_url):
            page, cookie = await there.page(url)
            async with there.connected(cookie) as socket:
                said = str(await socket.recv())
            assert str(tmp_path) not in page + said and ".jsonl" not in page + said

    attack(tmp_path, look)
