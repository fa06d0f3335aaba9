"""The address of the page, and the links to it.

Decides the port, and the host names that a browser may use.  Must not know what is served.
"""

import errno
import re
import socket
from ipaddress import ip_address
from typing import NamedTuple

from schiri_engines.refusals import MalformedText

from schiri.errors import HostError, reason_of

# The default, so that a bookmark and an icon on a phone stay right: the letters SCHI on the keys
# of a telephone.
USUAL_PORT = 7244
HERE = "127.0.0.1"
FORM = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<host>[^\s:/\[\]]+)):(?P<port>[0-9]{1,5})")
# An address of no network: nothing is sent to it, the system only says which way it would go.
ELSEWHERE = ("192.0.2.1", 9)


class Address(NamedTuple):
    """A host, as a name or a number, and a port; port 0 is any that is free."""

    host: str
    port: int

    @property
    def text(self) -> str:
        """The address in the form of a link.

        >>> Address("::1", 80).text, Address("localhost", 80).text
        ('[::1]:80', 'localhost:80')
        """
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """Return the address that ``HOST:PORT`` names.

    Raises: MalformedText (bad-address).

    >>> parse_address("[::]:0"), parse_address("0.0.0.0:8000")
    (Address(host='::', port=0), Address(host='0.0.0.0', port=8000))
    """
    found = FORM.fullmatch(text)
    if found is None or int(found["port"]) > 65535:
        raise MalformedText("bad-address", text, "HOST:PORT")
    host = found["six"] or found["host"]
    try:
        # As the system is asked for it.
        host.encode("idna")
    except UnicodeError:
        raise MalformedText("bad-address", text, "HOST:PORT") from None
    return Address(host, int(found["port"]))


def listen_at(address: Address | None) -> socket.socket:
    """Return a socket that listens: at an address, or here at the usual port if that is free.

    Raises: HostError (address-unusable).
    """
    try:
        return _bound(address or Address(HERE, USUAL_PORT))
    except OSError as error:
        if address is None and error.errno == errno.EADDRINUSE:
            return listen_at(Address(HERE, 0))
        reason = "EADDRNOTAVAIL" if isinstance(error, socket.gaierror) else reason_of(error)
        where = (address or Address(HERE, USUAL_PORT)).text
        raise HostError("address-unusable", address=where, reason=reason) from error


def _bound(address: Address) -> socket.socket:
    family, kind, proto, _name, where = socket.getaddrinfo(
        address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    found = socket.socket(family, kind, proto)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(where)
        found.listen()
    except OSError:
        found.close()
        raise
    return found


def link_address(listening: socket.socket, host: str) -> Address:
    """Return the address that a phone in the same network asks for.

    Shape: ``host`` is the requested one.  If the server listens on all addresses, the result is
    this PC's own address.
    """
    bound, port = listening.getsockname()[:2]
    if not ip_address(str(bound).partition("%")[0]).is_unspecified:
        return Address(host, port)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return Address(socket.gethostname(), port)
        return Address(str(probe.getsockname()[0]), port)


def names_of(host: str) -> frozenset[str]:
    """Return the names that a browser may use for a host, besides the address of its socket.

    >>> sorted(names_of("Board.local") - names_of("127.0.0.1"))
    ['board.local']
    """
    own = socket.gethostname().lower()
    return frozenset((host.lower(), "localhost", own, f"{own}.local"))
