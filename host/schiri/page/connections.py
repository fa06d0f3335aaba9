"""The connections that a server has at a time: so many, and none that asks for nothing.

Decides which are let go before anybody has asked for anything.  Must not know what is asked for.
"""

from asyncio import Transport

from uvicorn.protocols.http.h11_impl import H11Protocol

# How many there may be, and how many of one address: a page has one, and a few while it loads.  So
# whoever takes all that one address may have leaves room for everybody else.
MOST_CONNECTIONS = 256
MOST_OF_ONE = 96
# How many of one address may have asked for nothing yet, and how long one may take to.
MOST_SILENT = 24
ASK_S = 5.0


class Connection(H11Protocol):
    """A connection from a browser, or from somebody who keeps others from getting one."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin, or let go at once of one too many."""
        super().connection_made(transport)
        own = [each for each in self.connections if host_of(each) == host_of(self)]
        silent = [each for each in own if isinstance(each, Connection) and each.is_silent]
        if (
            len(self.connections) > MOST_CONNECTIONS
            or len(own) > MOST_OF_ONE
            or len(silent) > MOST_SILENT
        ):
            transport.abort()
        else:
            self.loop.call_later(ASK_S, self._let_go)

    @property
    def is_silent(self) -> bool:
        """Whether nothing was asked for."""
        return not self.cycle

    def _let_go(self) -> None:
        """Let go of it where nothing was asked for; a websocket has another protocol by now."""
        if self.is_silent and self.transport.get_protocol() is self:
            self.transport.abort()


def host_of(connection: object) -> str:
    """Return where a connection comes from, "" for nowhere in a network."""
    client = getattr(connection, "client", None)
    return client[0] if client else ""
