"""The connections that a server has at a time: so many, and none that asks for nothing.

Decides which are let go before anybody has asked for anything.  Must not know what is asked for.
"""

from asyncio import Transport

from uvicorn.protocols.http.h11_impl import H11Protocol

# How many there may be, a page has one or two; and how long one may take to ask for something.
MOST_CONNECTIONS = 256
ASK_S = 5.0


class Connection(H11Protocol):
    """A connection from a browser, or from somebody who keeps others from getting one."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin, or let go at once of one too many."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self.loop.call_later(ASK_S, self._let_go)

    def _let_go(self) -> None:
        """Let go of it where nothing was asked for; a websocket has another protocol by now."""
        has_asked = bool(self.cycle)
        if not has_asked and self.transport.get_protocol() is self:
            self.transport.abort()
