"""The address of the page, and the links to it.

Decides the port, and the host names that a browser may use.  Must not know what is served.
"""

from __future__ import annotations

import errno
import re
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING, NamedTuple

from schiri_engines.refusals import MalformedText

from schiri.errors import HostError, reason_of

if TYPE_CHECKING:
    import ifaddr

# The default port stays the same, so that bookmarks and icons on phones stay valid: the letters
# SCHI on a telephone keypad.
USUAL_PORT = 7244
HERE = "127.0.0.1"
FORM = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<host>[^\s:/\[\]]+)):(?P<port>[0-9]{1,5})")
# An address of no network: nothing is sent to it; the system only reports the route.
ELSEWHERE = ("192.0.2.1", 9)


class Address(NamedTuple):
    """A host, as a name or an IP address, and a port; port 0 is any free one."""

    host: str
    port: int

    @property
    def text(self) -> str:
        """The address in the form of a link.

        >>> Address("::1", 80).text, Address("localhost", 80).text
        ('[::1]:80', 'localhost:80')
        """
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_here(self) -> bool:
        """Whether only this PC can use it.

        >>> [Address(host, 80).is_here for host in ("127.0.0.1", "::1", "192.168.0.2", "board")]
        [True, True, False, False]
        """
        try:
            return ip_address(self.host.partition("%")[0]).is_loopback
        except ValueError:
            return self.host.lower() == "localhost"


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
        # In the form for the system.
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
        if family == socket.AF_INET6 and socket.has_dualstack_ipv6():
            # "[::]" means all addresses, even where the system takes it for IPv6 alone.
            found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        found.bind(where)
        found.listen()
    except OSError:
        found.close()
        raise
    return found


def link_addresses(listening: socket.socket, host: str) -> list[Address]:
    """Return the addresses under which a phone in the same network may reach us, the likeliest
    first.

    Shape: ``host`` is the requested one.  If the server listens on all addresses, the result has
    those of all networks of this PC.
    """
    bound, port = listening.getsockname()[:2]
    if not ip_address(str(bound).partition("%")[0]).is_unspecified:
        return [Address(host, port)]
    versions = (4,) if listening.family == socket.AF_INET else (4, 6)
    return [Address(each, port) for each in _own_hosts() if ip_address(each).version in versions]


def _own_hosts() -> list[str]:
    """Return the addresses of this PC in its networks, or else the loopback address.

    Rule: private addresses come first, and home networks before point-to-point tunnels, which a
    phone cannot reach.  Then the system's own choice comes first.
    """
    # Loaded only for other devices.
    import ifaddr

    chosen = _usual_host()

    def rank(found: ifaddr.IP) -> tuple[bool, ...]:
        host = ip_address(_text_of(found))
        is_tunnel = found.network_prefix >= host.max_prefixlen - 1
        is_private = host.is_private and not host.is_link_local
        return not is_private, is_tunnel, host.version == 6, str(host) != chosen

    own = [each for adapter in ifaddr.get_adapters() for each in adapter.ips]
    reachable = [each for each in own if _is_reachable(ip_address(_text_of(each)))]
    return list(dict.fromkeys(_text_of(each) for each in sorted(reachable, key=rank))) or [HERE]


def _text_of(found: ifaddr.IP) -> str:
    return found.ip[0] if isinstance(found.ip, tuple) else found.ip


def _is_reachable(host: IPv4Address | IPv6Address) -> bool:
    # A link cannot name the interface that such an IPv6 address needs.
    return not host.is_loopback and not (host.version == 6 and host.is_link_local)


def _usual_host() -> str:
    """Return the address that the system would use to reach another network, "" for none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def names_of(host: str) -> frozenset[str]:
    """Return the names that a browser may use for a host, besides the address of its socket.

    >>> sorted(names_of("Board.local") - names_of("127.0.0.1"))
    ['board.local']
    """
    own = socket.gethostname().lower()
    return frozenset((host.lower(), "localhost", own, f"{own}.local"))


def parse_name(text: str) -> str:
    """Return a name, with or without a port, as a browser sends it.

    Raises: MalformedText (bad-host).

    >>> parse_name("Board.fritz.box"), parse_name("games.example:8443")
    ('board.fritz.box', 'games.example:8443')
    """
    try:
        parse_address(text if FORM.fullmatch(text) else f"{text}:0")
    except MalformedText:
        raise MalformedText("bad-host", text, "NAME") from None
    if not text.isprintable():
        raise MalformedText("bad-host", text, "NAME")
    return text.lower()
