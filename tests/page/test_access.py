"""Access to a page: names, origins and keys, of requests and of websockets."""

import asyncio
import os
import socket
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ifaddr
import pytest
from schiri.errors import HostError
from schiri.page.access import (
    CONNECTION,
    FILE,
    HEADERS,
    KEY_OF,
    OPENING_MS,
    PLAY,
    POLICY,
    RIGHT,
    WATCH,
    Access,
    CurrentKeys,
    Keys,
    OneTimeLink,
    kept_keys,
    keys_path,
    renew_keys,
)
from schiri.page.address import Address, link_addresses, listen_at, parse_address, parse_name
from schiri_engines.refusals import MalformedText
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

KEYS = Keys("player-key", "watcher-key")
HERE = "127.0.0.1:7244"


class Asked:
    """The answer to a request: its status, its headers and its right."""

    def __init__(
        self,
        kind: str,
        keys: Keys | None,
        query: str,
        once: OneTimeLink | None = None,
        method: str = "GET",
        has_room: bool = True,
        kept: str = "",
        port: int = 7244,
        server: object = ("127.0.0.1", 7244),
        cookies: Sequence[str] = (),
        allowed: Sequence[str] = (),
        **headers: str,
    ) -> None:
        self.right, self.key = "", ""
        self.admitted: list[str] = []
        self.sent: list[Message] = []
        self._has_room, self._kept = has_room, kept
        scope: Scope = {
            "type": kind,
            "method": method,
            "query_string": query.encode("latin-1"),
            "server": server,
            "headers": [
                (name.replace("_", "-").encode(), value.encode())
                for name, value in [*headers.items(), *(("cookie", each) for each in cookies)]
            ],
            "state": {CONNECTION: self},
        }
        valid = (lambda: keys) if keys else None
        access = Access(self._app, {"localhost"}, port, valid, once=once, allowed=allowed)
        asyncio.run(access(scope, self._receive, self._send))

    def admit(self, right: str) -> bool:
        """Return whether there is room for a connection."""
        self.admitted.append(right)
        return self._has_room

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.right, self.key = scope[RIGHT], scope[KEY_OF]
        headers = [(b"cache-control", self._kept.encode())] if self._kept else []
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    async def _receive(self) -> Message:
        raise AssertionError

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the answer."""
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}


def right(query: str = "", keys: Keys | None = None, **headers: Any) -> str:
    """Return what a request may do, or "" for a request that gets a refusal."""
    asked = [Asked(kind, keys, query, **headers) for kind in ("http", "websocket")]
    rights = [each.right for each in asked]
    assert rights[0] == rights[1]
    # Without a right, a request takes no place.
    assert [each.admitted for each in asked] == [[rights[0]] if rights[0] else []] * 2
    if not rights[0]:
        assert asked[0].sent[0]["status"] == 403 and asked[0].sent[1]["body"]
        assert asked[1].sent == [{"type": "websocket.close", "code": 1008}]
    return rights[0]


@pytest.mark.parametrize(
    ("host", "origin", "expected"),
    [
        (HERE, "", PLAY),
        ("localhost:7244", "", PLAY),
        (HERE, f"http://{HERE}", PLAY),
        ("LOCALHOST:7244", "http://localhost:7244", PLAY),
        # A foreign name that resolves to this server, another port, and no name.
        ("evil.example:7244", "", ""),
        ("evil.example", "", ""),
        ("127.0.0.1", "", ""),
        ("127.0.0.1:80", "", ""),
        ("10.0.0.1:7244", "", ""),
        ("", "", ""),
        # A page of another site.
        (HERE, "http://evil.example", ""),
        (HERE, f"https://{HERE}", ""),
        (HERE, "http://localhost:7244", ""),
        (HERE, "null", ""),
    ],
)
def test_only_our_own_page_under_our_own_name_reaches_the_table(
    host: str, origin: str, expected: str
) -> None:
    headers = {"host": host} | ({"origin": origin} if origin else {})
    assert right("", None, **headers) == expected
    assert right("", None) == ""


@pytest.mark.parametrize(
    ("server", "port", "host", "expected"),
    [
        (("::1", 7244), 7244, "[::1]:7244", PLAY),
        (("::1", 7244), 7244, "::1:7244", ""),
        (("192.168.1.5", 7244), 7244, "192.168.1.5:7244", PLAY),
        (("192.168.1.5", 7244), 7244, HERE, ""),
        # The port that a browser leaves out, and only that one.
        (("192.168.1.5", 80), 80, "192.168.1.5", PLAY),
        (("192.168.1.5", 80), 80, "192.168.1.5:80", PLAY),
        (("192.168.1.5", 80), 80, "localhost", PLAY),
        (("192.168.1.5", 80), 80, "evil.example", ""),
        (None, 7244, "localhost:7244", PLAY),
        (None, 7244, HERE, ""),
    ],
)
def test_a_page_is_found_at_the_address_of_its_socket(
    server: object, port: int, host: str, expected: str
) -> None:
    assert right("", None, server=server, port=port, host=host) == expected


def test_lifespan_events_pass_through() -> None:
    given: list[object] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        given.extend((scope, receive, send))

    async def receive() -> Message:
        raise AssertionError

    async def send(message: Message) -> None:
        raise AssertionError

    scope: Scope = {"type": "lifespan"}
    asyncio.run(Access(app, (), 7244, lambda: KEYS)(scope, receive, send))
    assert given == [scope, receive, send]
    # A request without a connection in its state has no limit.
    asked = {"type": "http", "query_string": b"", "headers": [(b"host", b"here:7244")]}
    asyncio.run(Access(app, ("here",), 7244, None)({**asked}, receive, send))
    assert given[3] == {**asked, RIGHT: PLAY, KEY_OF: ""}


@pytest.mark.parametrize(
    ("query", "cookie", "expected"),
    [
        ("", "", ""),
        ("key=player-key", "", PLAY),
        ("key=watcher-key", "", WATCH),
        ("key=wrong", "", ""),
        ("key=", "", ""),
        ("key=player-key%00", "", ""),
        ("key=pl%C3%A4yer", "", ""),
        ("key=plÄyer", "", ""),
        ("", "schiri-7244=player-key", PLAY),
        ("", "a=b; schiri-7244=watcher-key", WATCH),
        ("", "schiri-7244=player-key; schiri-7244=x", PLAY),
        ("", "schiri-7244=x; schiri-7244=watcher-key", WATCH),
        ("", "schiri-7244=wrong", ""),
        # The key of a table at another port of this PC.
        ("", "schiri-7245=player-key", ""),
        # A link takes precedence over a saved key.
        ("key=watcher-key", "schiri-7244=player-key", WATCH),
        ("key=wrong", "schiri-7244=player-key", ""),
    ],
)
def test_without_a_key_nothing_is_shown(query: str, cookie: str, expected: str) -> None:
    assert right(query, KEYS, host=HERE, cookie=cookie) == expected


@pytest.mark.parametrize(
    ("site", "mode", "destination", "query", "expected"),
    [
        ("none", "navigate", "document", "", PLAY),
        ("same-origin", "no-cors", "image", "", PLAY),
        ("same-origin", "websocket", "empty", "", PLAY),
        # A page of another site, or of another program of this PC.
        ("cross-site", "no-cors", "image", "", ""),
        ("cross-site", "navigate", "iframe", "", ""),
        ("cross-site", "navigate", "document", "", ""),
        ("same-site", "no-cors", "image", "", ""),
        ("nonsense", "no-cors", "image", "", ""),
        # A link with a key may be sent to another person and followed; a picture may not.
        ("cross-site", "navigate", "document", "key=player-key", PLAY),
        ("cross-site", "navigate", "document", "key=watcher-key", WATCH),
        ("cross-site", "navigate", "document", "key=wrong", ""),
        ("cross-site", "no-cors", "image", "key=player-key", ""),
        ("cross-site", "navigate", "iframe", "key=player-key", ""),
    ],
)
@pytest.mark.parametrize("keys", [None, KEYS], ids=["here", "everywhere"])
def test_cross_site_requests_are_refused_first(
    keys: Keys | None, site: str, mode: str, destination: str, query: str, expected: str
) -> None:
    headers = {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": destination}
    cookie = "schiri-7244=player-key"
    if keys is None and query:
        # A server without keys accepts none.
        expected = ""
    assert right(query, keys, host=HERE, cookie=cookie, **headers) == expected


@pytest.mark.parametrize(
    ("mode", "destination", "user", "expected"),
    [
        ("navigate", "document", "?1", PLAY),
        ("navigate", "document", "?0", ""),
        ("navigate", "iframe", "?1", ""),
        ("no-cors", "document", "?1", ""),
    ],
)
def test_a_person_may_follow_a_link_that_stands_elsewhere(
    mode: str, destination: str, user: str, expected: str
) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": mode, "sec-fetch-user": user}
    assert right("", None, host=HERE, sec_fetch_dest=destination, **headers) == expected
    # If there are keys, a link without one gives no right.
    assert right("", KEYS, host=HERE, sec_fetch_dest=destination, **headers) == ""


@pytest.mark.parametrize(
    "other",
    [
        'other={"theme":"dark","n":1}',
        "other=x y",
        "other=café",
        "a[b]=1",
        "=; ;;, a",
        'quoted="a; b',
        "schiri-7245=other",
        "a=b=c; $Version=1",
    ],
)
def test_no_cookie_of_another_service_hides_ours(other: str) -> None:
    for cookie in (f"{other}; schiri-7244=player-key", f"schiri-7244=player-key; {other}"):
        assert right("", KEYS, host=HERE, cookie=cookie) == PLAY
    assert right("", KEYS, host=HERE, cookie=other) == ""
    # A blank between two cookies is usual, but not required.
    for cookie in ("schiri-7244=x;schiri-7244=player-key", "schiri-7244=player-key;schiri-7244=x"):
        assert right("", KEYS, host=HERE, cookie=cookie) == PLAY
    for cookies in ((other, "schiri-7244=player-key"), ("schiri-7244=player-key", other)):
        assert right("", KEYS, host=HERE, cookies=cookies) == PLAY


def test_many_cookies_of_a_stranger_cost_as_much_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # What is between quotation marks is not read: to undo its escapes takes its length squared.
    monkeypatch.delattr("http.cookies._unquote")
    read: list[Keys] = []

    def keys() -> Keys:
        # Each time the file may be another one.
        read.append(KEYS)
        return KEYS

    access = Access(lambda *_: None, {"localhost"}, 7244, keys)  # type: ignore[arg-type, return-value]
    for cookie in (";" * 9000, "schiri-7244=a;" * 900, 'a="' + r"\1" * 5000 + '"'):
        assert access._kept_key(Headers({"cookie": cookie})) in ("", "a")
    assert len(read) == 3


def test_a_connection_that_has_no_room_is_told_so() -> None:
    asked = Asked("http", KEYS, "key=watcher-key", has_room=False, host=HERE, accept_language="de")
    assert (asked.sent[0]["status"], asked.right, asked.admitted) == (503, "", [WATCH])
    assert asked.headers["connection"] == "close" and "Schließe" in asked.sent[1]["body"].decode()
    # A websocket gets the refusal as well.
    sent = Asked("websocket", KEYS, "key=watcher-key", has_room=False, host=HERE).sent
    assert sent == [{"type": "websocket.close", "code": 1008}]


class Clock:
    """A clock that only moves when a test moves it."""

    def __init__(self) -> None:
        self.now_ms = 0

    def __call__(self) -> int:
        return self.now_ms


def test_the_browser_of_this_pc_is_let_in_once_and_by_no_key() -> None:
    clock = Clock()
    once = OneTimeLink(clock)
    token = once.make()
    assert not {token} & set(KEYS) and len(token) == 22
    for query, method in ((f"once={token}x", "GET"), ("once=", "GET"), (f"once={token}", "HEAD")):
        asked = Asked("http", KEYS, query, once, method, host=HERE)
        assert asked.sent[0]["status"] == 403
    assert Asked("websocket", KEYS, f"once={token}", once, "", host=HERE).right == ""
    elsewhere: dict[str, Any] = {"sec-fetch-site": "cross-site"}
    asked = Asked("http", KEYS, f"once={token}", once, host=HERE, **elsewhere)
    assert asked.sent[0]["status"] == 403
    asked = Asked("http", KEYS, f"once={token}", once, host=HERE)
    assert (asked.sent[0]["status"], asked.headers["location"]) == (303, "/")
    cookie = asked.headers["set-cookie"]
    assert cookie.startswith("schiri-7244=player-key;") and "HttpOnly" in cookie
    assert HEADERS.items() <= asked.headers.items()
    assert asked.headers["cache-control"] == "no-store"
    # A link works once. A second reader of it is refused.
    assert Asked("http", KEYS, f"once={token}", once, host=HERE).sent[0]["status"] == 403
    # An unopened link expires, and a new link revokes the previous one.
    first, second = once.make(), once.make()
    assert not once.take(first) and once.take(second)
    token = once.make()
    clock.now_ms += OPENING_MS
    assert not once.take(token)
    assert not OneTimeLink(clock).take("")


def test_a_key_is_kept_where_no_script_and_no_other_site_reads_it() -> None:
    told = Asked("http", KEYS, "key=player-key", host=HERE).headers["set-cookie"]
    assert told.startswith("schiri-7244=player-key;")
    assert "HttpOnly" in told and "SameSite=Strict" in told
    assert "set-cookie" not in Asked("http", KEYS, "", host=HERE, cookie=told.split(";")[0]).headers


def test_keys_are_kept_for_nobody_else_until_they_are_renewed(tmp_path: Path) -> None:
    path = tmp_path / "state" / FILE
    keys = kept_keys(path)
    assert kept_keys(path) == keys and keys.player != keys.watcher
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    there = CurrentKeys(path)
    assert there() == keys
    # Another program renews them: a program that runs has the new ones, and no old one.
    renew_keys(path)
    assert there() == kept_keys(path) and not set(there()) & set(keys)
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    # A file that is gone or damaged revokes nothing.
    new = there()
    path.write_text("{}")
    assert there() == new
    path.unlink()
    assert there() == new and not set(kept_keys(path)) & set(new)
    with pytest.raises(HostError, match="file-unwritable") as refused:
        renew_keys(tmp_path)
    assert refused.value.details["path"] == tmp_path
    assert [each.name for each in path.parent.iterdir()] == [FILE]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no variable says where it lies")
def test_keys_lie_where_programs_keep_their_state() -> None:
    assert keys_path() == Path(os.environ["XDG_STATE_HOME"]) / "schiri" / "page-keys.json"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 100_000,
        "\xff",
        "{}",
        '{"player": "", "watcher": ""}',
        '{"player": "a", "watcher": "b"}',
        '{"player": 1, "watcher": 2}',
        '{"player": "aaaaaaaaaaaaaaaaaaaaaa", "watcher": "aaaaaaaaaaaaaaaaaaaaaa"}',
        '{"player": "aaaaaaaaaaaaaaaaaaaaaa", "watcher": "aaaaaaaaaaaaaaaaaaaaa"}',
        '{"player": "aaaaaaaaaaaaaaaaaaaaaa", "watcher": "bbbbbbbbbbbbbbbbbbbbbb", "x": 1}',
        '{"player": "aaaaaaaaaaaaaaaaaaaaaa", "watcher": "aaaaaaaaaaaaaaaaaaaaaä"}',
    ],
    ids=lambda text: text[:60],
)
def test_a_file_that_has_no_keys_gets_new_ones(text: str, tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text(text, "latin-1")
    keys = kept_keys(path)
    assert min(map(len, keys)) >= 22 and kept_keys(path) == keys
    # A table also works if its keys cannot be saved.
    assert kept_keys(path / FILE) != keys


def test_each_answer_says_what_a_page_may_load_and_is_nobody_elses() -> None:
    for headers in (
        Asked("http", None, "", host=HERE).headers,
        Asked("http", KEYS, "", host=HERE).headers,
        Asked("http", None, "", host="evil.example").headers,
        Asked("http", None, "", host=HERE, has_room=False).headers,
    ):
        assert headers["content-security-policy"] == POLICY
        assert headers["x-frame-options"] == "DENY" and headers["referrer-policy"] == "same-origin"
        assert HEADERS.items() <= headers.items()
        assert headers["cache-control"] == "no-store"
    # Responses that never change may be cached.
    assert Asked("http", None, "", host=HERE, kept="max-age=9").headers["cache-control"] == (
        "max-age=9"
    )


def test_a_request_knows_its_key() -> None:
    cookie = "schiri-7244=watcher-key"
    assert Asked("http", KEYS, "", host=HERE, cookie=cookie).key == "watcher-key"
    assert Asked("http", None, "key=player-key", host=HERE).key == ""
    assert "set-cookie" not in Asked("http", None, "key=player-key", host=HERE).headers


def test_refusals_are_in_the_language_of_the_reader() -> None:
    asked = Asked("http", KEYS, "", host=HERE, accept_language="de")
    start, body = asked.sent
    assert "Link" in body["body"].decode() and "Tisch" in body["body"].decode()
    assert [each["type"] for each in asked.sent] == ["http.response.start", "http.response.body"]
    assert start["status"] == 403 and asked.headers["connection"] == "close"
    assert asked.headers["content-type"] == "text/html; charset=utf-8"
    # A reader with no supported language gets the language of the table.
    assert b"table" in Asked("http", KEYS, "", host=HERE).sent[1]["body"]


@pytest.mark.parametrize(
    "text",
    ["", "7244", ":7244", "localhost", "localhost:", "a b:1", "x:65536", "::1:80", "http://x:1"]
    # Texts that are no address on any system.
    + ["a..b:1", ".a:1", "[a..b]:1", f"{'a' * 64}:1", "\udcff:1"],
)
def test_malformed_addresses_are_refused(text: str) -> None:
    with pytest.raises(MalformedText, match="bad-address"):
        parse_address(text)


def test_the_usual_port_that_is_taken_leaves_any_other_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen_at(Address("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr("schiri.page.address.USUAL_PORT", port)
        with listen_at(None) as found:
            assert found.getsockname()[1] not in (0, port)
        # The chosen port is taken.
        with pytest.raises(HostError, match="address-unusable") as refused:
            listen_at(Address("127.0.0.1", port))
        assert refused.value.details["reason"] == "EADDRINUSE"


def adapter(*addresses: tuple[str, int]) -> ifaddr.Adapter:
    """Return a network card with these addresses and lengths of their networks."""
    ips = [ifaddr.IP((ip, 0, 2) if ":" in ip else ip, bits, "") for ip, bits in addresses]
    return ifaddr.Adapter("", "", ips)


@pytest.mark.parametrize(
    ("cards", "usual", "expected"),
    [
        # A hotspot without a way out.
        ([("192.168.12.1", 24)], "", "192.168.12.1"),
        # A tunnel that takes everything, and one whose addresses are not private.
        ([("10.8.0.2", 32), ("192.168.1.5", 24)], "10.8.0.2", "192.168.1.5 10.8.0.2"),
        ([("100.64.0.7", 32), ("10.0.0.5", 8)], "100.64.0.7", "10.0.0.5 100.64.0.7"),
        # Networks of virtual machines.
        ([("172.17.0.1", 16), ("10.0.0.5", 24)], "10.0.0.5", "10.0.0.5 172.17.0.1"),
        # Without a router.
        ([("169.254.3.4", 16)], "", "169.254.3.4"),
        (
            [("2001:db9::1", 64), ("fd00::1", 64), ("fe80::1", 64), ("10.0.0.5", 24)],
            "10.0.0.5",
            "10.0.0.5 [fd00::1] [2001:db9::1]",
        ),
        ([], "", "127.0.0.1"),
    ],
)
def test_a_server_on_all_addresses_has_a_link_in_each_network(
    cards: list[tuple[str, int]], usual: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = [("127.0.0.1", 8), ("::1", 128), *cards]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [adapter(each) for each in cards])
    monkeypatch.setattr("schiri.page.address._usual_host", lambda: usual)
    for host, is_shown in (("::", lambda _each: True), ("0.0.0.0", lambda each: "[" not in each)):
        with listen_at(Address(host, 0)) as found:
            port = found.getsockname()[1]
            links = [each.text.removesuffix(f":{port}") for each in link_addresses(found, host)]
        assert links == [each for each in expected.split() if is_shown(each)]


def test_a_server_on_all_addresses_of_ipv6_takes_those_of_ipv4_as_well() -> None:
    with listen_at(Address("::", 0)) as found:
        phone = socket.create_connection(("127.0.0.1", found.getsockname()[1]))
        there, _address = found.accept()
        with phone, there:
            server = there.getsockname()[:2]
            host = "{}:{}".format(*phone.getpeername())
    assert right("", None, server=server, port=server[1], host=host) == PLAY


def test_a_server_links_to_its_own_address_alone() -> None:
    with listen_at(Address("localhost", 0)) as found:
        assert [each.host for each in link_addresses(found, "localhost")] == ["localhost"]
    with pytest.raises(HostError, match="address-unusable"):
        listen_at(Address("no such host.invalid", 0))


ROUTER, PROXY = "board.fritz.box", "games.example:8443"


@pytest.mark.parametrize(
    ("host", "origin", "expected"),
    [
        (f"{ROUTER}:7244", f"http://{ROUTER}:7244", PLAY),
        (f"{ROUTER}:80", "", ""),
        # A proxy that speaks https passes on the name, or names this PC.
        (ROUTER, f"https://{ROUTER}", PLAY),
        (PROXY, f"https://{PROXY}", PLAY),
        (HERE, f"https://{ROUTER}", PLAY),
        (HERE, "https://evil.example", ""),
        ("games.example", "https://games.example", ""),
        ("evil.example", f"https://{ROUTER}", ""),
        (HERE, f"https://{HERE}", ""),
    ],
)
def test_a_router_or_a_proxy_leads_here_by_a_name_that_is_allowed(
    host: str, origin: str, expected: str
) -> None:
    headers = {"host": host} | ({"origin": origin} if origin else {})
    assert right("", None, allowed=(ROUTER, PROXY), **headers) == expected


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("board.lan:7244", "--host board.lan."),
        ("games.example:8443", "--host games.example:8443."),
        # Nothing is repeated that is no name.
        ("<b>:7244", "This link"),
        (HERE, "This link"),
    ],
)
def test_a_name_that_is_not_known_is_named(host: str, said: str) -> None:
    assert said in Asked("http", KEYS, "", host=host).sent[1]["body"].decode()


@pytest.mark.parametrize("text", ["", "a b", "http://a", "a/b", "::1", "a:x", "a..b"])
def test_malformed_names_are_refused(text: str) -> None:
    with pytest.raises(MalformedText, match="bad-host"):
        parse_name(text)
