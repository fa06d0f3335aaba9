"""The connections of a server: limits for each right, and none without a request.

Decides which connections are closed, so that strangers and spectators cannot use up the players'
connections, time or memory.  Must not know the requests.
"""

import re
from asyncio import AbstractEventLoop, BufferedProtocol, TimerHandle, Transport, sleep
from asyncio import Protocol as StreamProtocol
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Protocol

import h11
from starlette.types import Scope
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Response
from websockets.server import ServerProtocol

from schiri.page.access import CONNECTION, HEADERS, PLAY, WATCH

# The most connections with each right, "" for those that have not shown one yet; and the most of
# one address: a page has one, and a few more while it loads.
MOST = {PLAY: 128, WATCH: 96, "": 32}
MOST_OF_ONE = 96
# The longest message of a page: for players the largest form with full fields, for spectators a
# press.
MOST_MESSAGE_BYTES = {PLAY: 10_000, WATCH: 256}
# The longest head of a request, with host, cookies and address, and its most lines: short lines
# need many times their length in memory.
MOST_HEAD_BYTES, MOST_LINES = 1 << 14, 100
# The longest address of a request, and its most parameters: our forms have only a few, and each
# parameter costs more time than its length suggests.
MOST_ADDRESS_BYTES, MOST_PARAMETERS = 2048, 32
# How long a connection may take to show its right, and how long one request may take.
ASK_S = 3.0
REQUEST_S = 10.0
# The end of the head of a request, as `h11` finds it.
HEAD_END = re.compile(rb"\n\r?\n")
# The headers that say where the body of a request ends.
LENGTHS = {b"content-length", b"transfer-encoding"}
# The most bytes read at once: even the shortest chunks and frames in it take less than two
# milliseconds.
READ_BYTES = 512
# How long a client may take to read what it was sent.
UNREAD_S = 20.0
# The most frames in a second that bring no message.  A browser answers a ping every twenty seconds,
# and may split a long message.
MOST_FRAMES = 50
# The most messages of a page in a second; more of them wait. A player's held key repeats some
# thirty times, and a spectator's page only sends heartbeats.
MOST_MESSAGES = {PLAY: 50, WATCH: 10}


class Peer(Protocol):
    """A connection that is counted; ``right`` is "" until it has shown one."""

    host: str
    right: str

    def is_gone(self) -> bool: ...

    def let_go(self) -> None: ...


class ConnectionLimits:
    """All connections of a server, the oldest first."""

    def __init__(self) -> None:
        self._peers: list[Peer] = []

    def enter(self, peer: Peer) -> None:
        """Admit a new connection without a right.

        Rule: above the limit the oldest connection of the address with the most is closed: a player
        shows a key at once, and an address that floods harms only itself.
        """
        self._peers = [each for each in self._peers if not each.is_gone()]
        self._peers.append(peer)
        strangers = [each for each in self._peers if not each.right]
        if len(strangers) > MOST[""]:
            # Of several with equally many, the first one.
            [(busiest, _count)] = Counter(each.host for each in strangers).most_common(1)
            next(each for each in strangers if each.host == busiest).let_go()

    def admit(self, peer: Peer, right: str) -> bool:
        """Return whether there is room for a connection with this right, and take its place."""
        others = [each for each in self._peers if each is not peer and not each.is_gone()]
        alike = [each for each in others if each.right == right]
        of_one = sum(each.host == peer.host for each in alike)
        if len(alike) >= MOST[right] or of_one >= MOST_OF_ONE:
            return False
        peer.right = right
        return True


class BoundedProtocol(BufferedProtocol, StreamProtocol):
    """A protocol that reads little at once, and closes when its client does not read.

    Shape: the loop handles all connections in turn, so that the read of one delays all others.
    """

    loop: AbstractEventLoop
    transport: Transport
    _unread: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        self._buffer = bytearray(READ_BYTES)
        # Any unsent byte pauses writing.
        transport.set_write_buffer_limits(0)
        super().connection_made(transport)

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        # On Windows the transport reads more, and passes on all of it.
        if not self.transport.is_closing():
            self.data_received(bytes(self._buffer[:nbytes]))

    def pause_writing(self) -> None:
        super().pause_writing()
        # Without an end, a closed connection would wait for its client as well.
        self._unread = self.loop.call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        self._forget_unread()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_unread()
        super().connection_lost(exc)

    def _forget_unread(self) -> None:
        if self._unread:
            self._unread.cancel()
            self._unread = None


class RequestReader(h11.Connection):
    """The requests of a connection; those that are not for us have no effect."""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return the next part of a request.

        Raises: h11.RemoteProtocolError, also for two lengths of one body, because a proxy may use
        the other one.
        """
        if self.their_state is h11.IDLE:
            head = HEAD_END.split(self.trailing_data[0], 1)[0]
            if head.count(b"\n") >= MOST_LINES:
                raise h11.RemoteProtocolError("Too many lines")
        event = super().next_event()
        if isinstance(event, h11.Request):
            if {name for name, _ in event.headers} >= LENGTHS:
                raise h11.RemoteProtocolError("Two lengths")
            if len(event.target) > MOST_ADDRESS_BYTES:
                raise h11.RemoteProtocolError("Too long an address")
            if event.target.count(b"&") >= MOST_PARAMETERS:
                raise h11.RemoteProtocolError("Too many parameters")
        return event


class Handshake(ServerProtocol):
    """The protocol of a websocket, whose refusals have the usual headers."""

    def reject(self, status: HTTPStatus | int, text: str) -> Response:
        """Return a refusal."""
        response = super().reject(status, text)
        response.headers.update(HEADERS)
        return response


class PageSocket(BoundedProtocol, WebSocketsSansIOProtocol):  # type: ignore[misc]
    """The websocket of a page, or of an attacker."""

    # When the next message may come.
    _next_at = 0.0
    _second_ends = 0.0
    _frames = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin with a handshake."""
        super().connection_made(transport)
        self.conn = Handshake(max_size=self.config.ws_max_size, logger=self.logger)

    def data_received(self, data: bytes) -> None:
        """Read on; a handshake that cannot be read is refused."""
        super().data_received(data)
        if self.conn.handshake_exc and not self.transport.is_closing():
            self.transport.write(self.conn.reject(HTTPStatus.BAD_REQUEST, "").serialize())
            self.transport.close()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message of the browser, at the rate of its right."""
        message = await super().receive()
        now = self.loop.time()
        # A burst may have the messages of one second.
        most = MOST_MESSAGES[self.app_state[CONNECTION].right]
        self._next_at = max(self._next_at, now - 1) + 1 / most
        if self._next_at > now:
            await sleep(self._next_at - now)
        return message

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the page; its browser may now send what its right allows."""
        if message["type"] == "websocket.accept":
            right = self.app_state[CONNECTION].right
            self.conn.max_message_size = MOST_MESSAGE_BYTES[right]
        await super().send(message)

    def handle_cont(self, event: Frame) -> None:
        if self._has_room():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._has_room():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._has_room():
            super().handle_pong(event)

    def _has_room(self) -> bool:
        """Count a frame that brings no message; too many close the socket."""
        now = self.loop.time()
        if now >= self._second_ends:
            self._second_ends, self._frames = now + 1, 0
        self._frames += 1
        if self._frames > MOST_FRAMES:
            self.transport.abort()
        return not self.transport.is_closing()


class BrowserConnection(BoundedProtocol, H11Protocol):  # type: ignore[misc]
    """A connection from a browser, or from an attacker.

    Shape: ``is_let_in`` says of a request whether it has a right.
    """

    limits: ConnectionLimits
    is_let_in: Callable[[Scope], bool]
    host = ""
    right = ""
    _limit: TimerHandle | None = None
    _patience: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin; a connection that shows no right in time is closed."""
        super().connection_made(transport)
        self.conn = RequestReader(h11.SERVER, MOST_HEAD_BYTES)
        self.host = self.client[0] if self.client else ""
        # Requests find the connection here, even after a protocol upgrade.
        self.app_state = {**self.app_state, CONNECTION: self}
        self.limits.enter(self)
        self._patience = self.loop.call_later(ASK_S, self._let_go_of_a_stranger)

    def data_received(self, data: bytes) -> None:
        """Read on; a request that has begun has a limited time to become complete."""
        super().data_received(data)
        if not self._is_in_request():
            self._forget_limit()
            return
        if self.conn.their_state is h11.SEND_BODY:
            # Our pages send no bodies: the rest is not read, and the connection closes after the
            # answer.
            self.flow.pause_reading()
            self.cycle.keep_alive = False
        if self._limit is None:
            self._limit = self.loop.call_later(REQUEST_S, self.let_go)

    def _should_upgrade(self) -> bool:
        """Return whether a request opens a websocket; all others are answered as plain requests."""
        is_meant = self.scope["method"] == "GET" and super()._should_upgrade()
        return is_meant and self.is_let_in(dict(self.scope))

    def send_400_response(self, msg: str) -> None:
        """Answer an invalid request with the usual headers, without a body."""
        headers = {**HEADERS, "content-length": "0", "connection": "close"}
        status = h11.Response(status_code=HTTPStatus.BAD_REQUEST, headers=[*headers.items()])
        self.transport.write(self.conn.send(status) or b"")
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """End; drop all references, so that the buffer is freed at once."""
        self._forget_limit()
        if self._patience:
            self._patience.cancel()
        self.app_state = {}
        super().connection_lost(exc)

    def admit(self, right: str) -> bool:
        """Return whether there is room for one more connection with this right."""
        return self.right == right or self.limits.admit(self, right)

    def is_gone(self) -> bool:
        """Return whether it has ended."""
        return self.transport.is_closing()

    def let_go(self) -> None:
        """End it at once."""
        self.transport.abort()

    def _let_go_of_a_stranger(self) -> None:
        if not self.right:
            self.let_go()

    def _is_in_request(self) -> bool:
        """Return whether a request was received in part."""
        if self.transport.is_closing():
            return False
        if self.transport.get_protocol() is not self:
            # It has been upgraded to a page's socket, which sends no more requests.
            return False
        if self.conn.their_state is h11.SEND_BODY:
            return True
        return self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])

    def _forget_limit(self) -> None:
        if self._limit:
            self._limit.cancel()
            self._limit = None
