"""The connections of a server: strangers and silent or slow clients never keep others out."""

import asyncio
import gc
from collections.abc import Callable
from functools import partial
from weakref import ref

import h11
import pytest
from schiri.page.access import HEADERS, PLAY, WATCH
from schiri.page.connections import (
    ASK_S,
    MOST,
    MOST_ADDRESS_BYTES,
    MOST_FRAMES,
    MOST_HEAD_BYTES,
    MOST_LINES,
    MOST_MESSAGE_BYTES,
    MOST_MESSAGES,
    MOST_OF_ONE,
    MOST_PARAMETERS,
    READ_BYTES,
    REQUEST_S,
    UNREAD_S,
    BoundedProtocol,
    BrowserConnection,
    ConnectionLimits,
    PageSocket,
)
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

STRANGERS = MOST[""]
ASKING = b"GET / HTTP/1.1\r\nHost: here\r\n"
NO_REQUEST = b"\0\r\n\r\n"
POSTING = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\n"
POSTING_CHUNKS = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
UPGRADING = (
    ASKING + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)
# Frames of a browser have a mask.
NO_MASK = bytes(4)
FRAMES = ("continuation", "ping", "pong")


class BrowserUser:
    """A connection, with the parts that the limits reads."""

    def __init__(self, host: str = "10.0.0.1") -> None:
        self.host, self.right = host, ""
        self.gone = False

    def is_gone(self) -> bool:
        return self.gone

    def let_go(self) -> None:
        self.gone = True


def come(
    limits: ConnectionLimits, count: int, host: str = "10.0.0.1", right: str = ""
) -> list[BrowserUser]:
    """Open a number of connections. Return those still open that have the requested right."""
    found = []
    for _ in range(count):
        guest = BrowserUser(host)
        limits.enter(guest)
        if not right or limits.admit(guest, right):
            found.append(guest)
    return [each for each in found if not each.gone]


def test_of_strangers_the_oldest_goes_of_the_address_that_has_most() -> None:
    limits = ConnectionLimits()
    (first,) = come(limits, 1, "10.0.0.2")
    many = come(limits, STRANGERS - 1)
    assert len(many) == STRANGERS - 1 and not first.gone
    (last,) = come(limits, 1)
    assert [each.gone for each in (first, many[0], many[1], last)] == [False, True, False, False]
    # A flood from one address only closes connections of this address.
    assert len(come(limits, 1000)) == STRANGERS - 1 and not first.gone
    # During a flood from many addresses, a new connection still has time for its request.
    for at in range(1000):
        assert len(come(limits, 1, f"fd00::{at}")) == 1


def test_neither_strangers_nor_spectators_take_the_places_of_players() -> None:
    limits = ConnectionLimits()
    for at in range(9):
        come(limits, STRANGERS, f"10.0.1.{at}")
        come(limits, MOST[WATCH], f"10.0.2.{at}", WATCH)
    here = [come(limits, 20, f"10.0.3.{at}", PLAY) for at in range(9)]
    assert sum(map(len, here)) == MOST[PLAY]
    assert limits.admit(here[0][0], PLAY) and not come(limits, 1, "10.0.4.1", PLAY)
    # A closed connection frees its place. A connection with a right is no stranger any more.
    here[0][0].gone = True
    assert len(come(limits, 2, "10.0.4.1", PLAY)) == 1


def test_one_address_has_so_many_and_others_their_own() -> None:
    limits = ConnectionLimits()
    assert len(come(limits, MOST[PLAY], right=PLAY)) == MOST_OF_ONE < MOST[PLAY]
    assert len(come(limits, 1, "10.0.0.2", PLAY)) == 1
    # Each right has its own limit.
    assert len(come(limits, 1, right=WATCH)) == 1


class Wire:
    """The transport of a connection, and its clock."""

    def __init__(self, limits: ConnectionLimits, right: str = "", host: str = "10.0.0.1") -> None:
        self.is_open = self.is_reading = True
        self._host = host
        self.written = b""
        self.now_s = 0.0
        self._right = right
        self._later: list[tuple[float, Later]] = []
        self._tasks: list[object] = []

        class Peer(BrowserConnection):
            is_let_in = staticmethod(lambda scope: bool(right))

        Peer.limits = limits
        config = Config(self._app, log_config=None, access_log=False, http=Peer, lifespan="off")
        config.load()
        state = ServerState()
        self.asked = 0
        self.connection = Peer(config, state, {}, _loop=self)  # type: ignore[arg-type]
        config.ws_ping_interval = None
        self.connection.ws_protocol_class = partial(  # type: ignore[assignment]
            PageSocket,
            _loop=self,  # type: ignore[arg-type]
        )
        self._protocol: object = self.connection
        self.connection.connection_made(self)  # type: ignore[arg-type]

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError

    # The part of asyncio

    def get_protocol(self) -> object:
        return self._protocol

    def set_protocol(self, protocol: object) -> None:
        self._protocol = protocol

    def get_extra_info(self, name: str) -> object:
        return (self._host, 5) if self._host and name in ("peername", "sockname") else None

    def is_closing(self) -> bool:
        return not self.is_open

    def abort(self) -> None:
        self.is_open = False

    close = abort

    def write(self, data: bytes) -> None:
        self.written += data

    def set_write_buffer_limits(self, high: int) -> None:
        assert high == 0

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True

    def time(self) -> float:
        return self.now_s

    def call_later(self, after_s: float, do: Callable[[], object]) -> "Later":
        later = Later(do)
        self._later.append((self.now_s + after_s, later))
        return later

    def create_task(self, work: object) -> "Wire":
        """Begin a request. Its rights are known before it is handled."""
        work.close()  # type: ignore[attr-defined]
        self.asked += 1
        scope = self.connection.scope
        assert scope["state"]["schiri.connection"] is self.connection
        if self._right:
            assert self.connection.admit(self._right)
        return self

    def add_done_callback(self, done: object) -> None:
        """Ignore the callback: this task never ends."""

    def wait(self, for_s: float) -> bool:
        """Let time pass; return whether the connection is still open."""
        self.now_s += for_s
        due = [later for at_s, later in self._later if at_s <= self.now_s]
        self._later = [each for each in self._later if each[0] > self.now_s]
        for later in due:
            later.run()
        return self.is_open

    def receive(self, data: bytes) -> int:
        """Let the protocol read as much as it reads; return how much that was."""
        at = 0
        while at < len(data) and self.is_open and self.is_reading:
            protocol: BoundedProtocol = self._protocol  # type: ignore[assignment]
            buffer = protocol.get_buffer(-1)
            part = data[at : at + len(buffer)]
            buffer[: len(part)] = part
            protocol.buffer_updated(len(part))
            at += len(part)
        return at

    def forget(self) -> None:
        """Forget cancelled calls, as a loop does, and the protocol, as a transport does."""
        self._later = [each for each in self._later if not each[1].is_cancelled]
        self._protocol = None


class Later:
    """A call scheduled for later, unless it is cancelled."""

    is_cancelled = False

    def __init__(self, do: Callable[[], object]) -> None:
        self.run = do

    def cancel(self) -> None:
        self.run = lambda: None
        self.is_cancelled = True


@pytest.mark.parametrize("data", [b"", b"G", ASKING, ASKING + b"\r\n", POSTING + b"ab"])
def test_a_stranger_has_a_moment_to_ask_and_no_more(data: bytes) -> None:
    wire = Wire(ConnectionLimits())
    if data:
        wire.receive(data)
    assert wire.wait(ASK_S - 0.1) and not wire.wait(0.2)
    assert ASK_S < 5


def test_a_connection_is_known_by_its_address_until_it_has_ended() -> None:
    assert [Wire(ConnectionLimits(), host=host).connection.host for host in ("fd00::1", "")] == [
        "fd00::1",
        "",
    ]
    limits = ConnectionLimits()
    wires = [Wire(limits) for _ in range(STRANGERS + 1)]
    assert [wire.is_open for wire in wires] == [False, *[True] * STRANGERS]
    wire = Wire(ConnectionLimits(), PLAY)
    assert wire.connection.admit(PLAY)
    wire.receive(ASKING)
    wire.connection.connection_lost(OSError())
    # A closed connection is not closed again.
    assert wire.wait(1000)
    wire.connection.connection_lost(None)
    assert not wire.is_open


def with_socket(right: str = PLAY) -> tuple[Wire, PageSocket]:
    """Return a connection whose page has opened its websocket, which sends no pings itself."""
    wire = Wire(ConnectionLimits(), right)
    wire.receive(UPGRADING)
    socket = wire.get_protocol()
    assert isinstance(socket, PageSocket)
    asyncio.run(socket.send({"type": "websocket.accept"}))
    return wire, socket


def test_a_socket_stays_for_as_long_as_its_page_is_open() -> None:
    wire, _socket = with_socket()
    assert wire.wait(REQUEST_S + 1) and wire.wait(1000)


def headers_of(answer: bytes) -> dict[str, str]:
    """Return the headers of an answer."""
    lines = answer.decode().partition("\r\n\r\n")[0].split("\r\n")[1:]
    return dict(line.lower().split(": ", 1) for line in lines)


USUAL = {name.lower(): value.lower() for name, value in HEADERS.items()}


@pytest.mark.parametrize(
    ("right", "data"),
    [("", UPGRADING), (PLAY, UPGRADING.replace(b"GET", b"POST"))],
    ids=["stranger", "post"],
)
def test_no_handshake_is_made_for_a_request_that_opens_no_page(right: str, data: bytes) -> None:
    wire = Wire(ConnectionLimits(), right)
    wire.receive(data)
    # It is answered as any other request.
    assert wire.get_protocol() is wire.connection and wire.asked == 1 and wire.is_open


@pytest.mark.parametrize(
    "wrong",
    [
        UPGRADING.replace(b"Version: 13", b"Version: 12"),
        UPGRADING.replace(b"MDEy", b"x"),
        UPGRADING[:-2] + b"a: " + b"x" * 9000 + b"\r\n\r\n",
        UPGRADING[:-2] + b"Content-Length: 1\r\n\r\nx",
    ],
    ids=["version", "key", "line", "body"],
)
def test_a_handshake_that_is_refused_has_the_usual_headers_and_ends(wrong: bytes) -> None:
    wire = Wire(ConnectionLimits(), PLAY)
    wire.receive(wrong)
    assert wire.written.startswith(b"HTTP/1.1 4") and not wire.is_open
    assert headers_of(wire.written).items() >= USUAL.items()


@pytest.mark.parametrize("right", MOST_MESSAGES)
def test_more_messages_than_of_a_second_wait(right: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wire, socket = with_socket(right)
    most = MOST_MESSAGES[right]

    async def sleep(for_s: float) -> None:
        wire.wait(for_s)

    monkeypatch.setattr("schiri.page.connections.sleep", sleep)

    async def send_many(count: int) -> float:
        """Send messages as soon as each is read; return how long the page has waited for them."""
        began_s = wire.now_s
        for _ in range(count):
            wire.receive(b"\x81\x80" + NO_MASK)
            while not socket.queue.empty():
                await socket.receive()
        return wire.now_s - began_s

    # The first one says that the page connects.
    asyncio.run(socket.receive())
    for _ in range(2):
        assert wire.wait(10) and asyncio.run(send_many(most)) < 0.01
        assert asyncio.run(send_many(3 * most)) == pytest.approx(3)


@pytest.mark.parametrize("frame", [b"\x00\x80", b"\x89\x80", b"\x8a\x80"], ids=FRAMES)
def test_a_socket_ends_above_so_many_frames_a_second_that_bring_no_message(frame: bytes) -> None:
    wire, _socket = with_socket()
    # A text that has only begun.
    wire.receive(b"\x01\x80" + NO_MASK)
    for _second in range(3):
        wire.receive((frame + NO_MASK) * MOST_FRAMES)
        assert wire.wait(1)
    answers = len(wire.written)
    wire.receive((frame + NO_MASK) * MOST_FRAMES)
    assert wire.wait(0) and wire.receive((frame + NO_MASK) * 100_000) <= READ_BYTES
    # Nothing is answered any more.
    assert not wire.wait(0) and len(wire.written) - answers in (0, 2 * MOST_FRAMES)


@pytest.mark.parametrize("is_socket", [False, True])
def test_a_connection_ends_where_what_was_sent_is_not_read(is_socket: bool) -> None:
    wire = with_socket()[0] if is_socket else Wire(ConnectionLimits(), PLAY)
    wire.receive(b"" if is_socket else ASKING + b"\r\n")
    protocol: BoundedProtocol = wire.get_protocol()  # type: ignore[assignment]
    for _ in range(3):
        protocol.pause_writing()
        assert wire.wait(UNREAD_S - 1)
        protocol.resume_writing()
    assert wire.wait(1000)
    protocol.pause_writing()
    assert not wire.wait(UNREAD_S)


def test_the_body_of_a_request_is_not_read() -> None:
    chunks = b"1\r\nx\r\n" * 50_000
    wire = Wire(ConnectionLimits(), PLAY)
    assert wire.receive(POSTING_CHUNKS + chunks) <= READ_BYTES < 1000

    async def refuse() -> None:
        for message in (
            {"type": "http.response.start", "status": 403},
            {"type": "http.response.body"},
        ):
            await wire.connection.cycle.send(message)  # type: ignore[arg-type]

    asyncio.run(refuse())
    assert wire.written.startswith(b"HTTP/1.1 403") and not wire.is_open


def test_a_connection_that_asks_stays_and_a_slow_one_ends() -> None:
    wire = Wire(ConnectionLimits(), PLAY)
    wire.receive(ASKING + b"\r\n")
    assert wire.wait(1000)
    for half, rest in ((ASKING, b"\r\n"), (POSTING[:-2], b"\r\nabcde")):
        wire = Wire(ConnectionLimits(), PLAY)
        wire.receive(ASKING + b"\r\n")
        answer(wire)
        wire.receive(half[:10])
        assert wire.wait(REQUEST_S - 1)
        # Single bytes at intervals do not extend the time.
        wire.receive(half[10:])
        assert not wire.wait(1)
        # A request that arrives completely in time is not affected.
        wire = Wire(ConnectionLimits(), PLAY)
        wire.receive(ASKING + b"\r\n")
        answer(wire)
        wire.receive(half)
        wire.receive(rest)
        assert wire.wait(1000)
        # It does not extend the time for the next request.
        answer(wire)
        wire.receive(half)
        assert wire.wait(REQUEST_S - 1) and not wire.wait(1)


def answer(wire: Wire) -> None:
    """Send the response, and go on to the next request."""
    wire.connection.conn.send(h11.Response(status_code=204, headers=[]))
    wire.connection.conn.send(h11.EndOfMessage())
    wire.connection.conn.start_next_cycle()


def test_a_malformed_request_is_answered_and_ends_the_connection() -> None:
    wire = Wire(ConnectionLimits())
    wire.receive(NO_REQUEST)
    own = {"content-length": "0", "connection": "close"}
    assert wire.written.startswith(b"HTTP/1.1 400") and not wire.is_open
    assert headers_of(wire.written) == {**USUAL, **own}


@pytest.mark.parametrize(
    "head",
    [
        # Two lengths of a body: another program on the way may take the other one.
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"transfer-encoding: chunked\r\nCONTENT-LENGTH: 0\r\n\r\n0\r\n\r\n",
        b"a:\r\n" * MOST_LINES + b"\r\n",
        b"a:\n" * MOST_LINES + b"\n",
        b"a: " + b"x" * (MOST_HEAD_BYTES + READ_BYTES) + b"\r\n\r\n",
    ],
    ids=["length-first", "length-last", "lines", "short-lines", "long-line"],
)
def test_a_request_that_is_none_of_a_browser_is_answered_and_ends_the_connection(
    head: bytes,
) -> None:
    wire = Wire(ConnectionLimits(), PLAY)
    wire.receive(ASKING + head + ASKING + b"\r\n")
    assert wire.written.startswith(b"HTTP/1.1 400 ") and not wire.is_open
    assert wire.asked == 0


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        (b"/?" + b"a" * (MOST_ADDRESS_BYTES - 2), 1),
        (b"/?" + b"a" * (MOST_ADDRESS_BYTES - 1), 0),
        (b"/?" + b"&".join([b"a=b"] * MOST_PARAMETERS), 1),
        (b"/?" + b"&".join([b"a=b"] * (MOST_PARAMETERS + 1)), 0),
    ],
    ids=["long", "too-long", "many-parameters", "too-many-parameters"],
)
def test_an_address_has_a_longest_length_and_most_parameters(address: bytes, asked: int) -> None:
    wire = Wire(ConnectionLimits(), PLAY)
    wire.receive(ASKING.replace(b"/", address, 1) + b"\r\n")
    assert wire.asked == asked and wire.written.startswith(b"HTTP/1.1 400 ") is not bool(asked)


def test_a_request_may_have_the_lines_of_a_browser_behind_proxies() -> None:
    wire = Wire(ConnectionLimits(), PLAY)
    wire.receive(ASKING + b"a: b\r\n" * (MOST_LINES - ASKING.count(b"\n")) + b"\r\n")
    assert wire.is_open and wire.asked == 1 and not wire.written
    # Several requests at once are counted one by one.
    answer(wire)
    for _ in range(3):
        wire.receive(ASKING + b"a: b\r\n" * (MOST_LINES // 2) + b"\r\n")
        answer(wire)
    assert wire.is_open and wire.asked == 4


@pytest.mark.parametrize("right", [PLAY, WATCH])
def test_a_message_is_as_long_as_its_right_needs(right: str) -> None:
    most = MOST_MESSAGE_BYTES[right]
    for size, is_open in ((most, True), (most + 1, False)):
        wire, socket = with_socket(right)
        # In two frames, and in one.
        half = size // 2
        wire.receive(text_frame(half, 0x01) + text_frame(size - half, 0x80))
        assert (socket.conn.close_sent is None) == is_open
        wire, socket = with_socket(right)
        wire.receive(text_frame(size, 0x81))
        assert (socket.conn.close_sent is None) == is_open


def text_frame(size: int, first: int) -> bytes:
    """Return a frame of a text with this many letters."""
    return bytes([first, 0x80 | 126]) + size.to_bytes(2, "big") + NO_MASK + b"x" * size


def test_a_connection_that_is_lost_is_gone_from_memory_at_once() -> None:
    """Each has a buffer. A flood of them would fill the memory before garbage collection."""
    limits = ConnectionLimits()
    gc.disable()
    try:
        for data in (b"", NO_REQUEST, ASKING):
            wire = Wire(limits)
            if data:
                wire.receive(data)
            gone, connection = ref(wire.connection), wire.connection
            wire.abort()
            connection.connection_lost(None)
            del wire.connection, connection
            come(limits, 1)
            wire.forget()
            if data == NO_REQUEST:
                # An exception of h11 is a reference cycle of its own, in the youngest generation.
                gc.collect(0)
            assert gone() is None, data
    finally:
        gc.enable()
