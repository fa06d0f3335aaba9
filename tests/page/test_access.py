"""Who may see a page, and who may touch it: names, origins, keys, of requests and of websockets."""

import asyncio
import os
import socket
import stat
from pathlib import Path

import pytest
from schiri.errors import HostError
from schiri.page.access import POLICY, RIGHT, Access
from schiri.page.address import Address, link_address, listen_at, parse_address
from schiri.page.keys import FILE, PLAY, WATCH, Keys, kept_keys
from schiri_engines.refusals import MalformedText
from starlette.types import Message, Receive, Scope, Send

KEYS = Keys("player-key", "watcher-key")
HERE = "127.0.0.1:7244"


class Asked:
    """What came of a request: the status, the headers, and what it may do behind the door."""

    def __init__(self, kind: str, keys: Keys | None, query: str, **headers: str) -> None:
        self.right = ""
        self.sent: list[Message] = []
        scope: Scope = {
            "type": kind,
            "query_string": query.encode(),
            "server": ("127.0.0.1", 7244),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }
        asyncio.run(Access(self._app, {"localhost"}, 7244, keys)(scope, self._receive, self._send))

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.right = scope[RIGHT]
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def _receive(self) -> Message:
        raise AssertionError

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the answer."""
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}


def right(query: str = "", keys: Keys | None = None, **headers: str) -> str:
    """Return what a request may do; "" where it comes no further, and is told so."""
    asked = [Asked(kind, keys, query, **headers) for kind in ("http", "websocket")]
    rights = [each.right for each in asked]
    assert rights[0] == rights[1]
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
        # A name of somebody else's that leads here, another port, none at all.
        ("evil.example:7244", "", ""),
        ("evil.example", "", ""),
        ("127.0.0.1", "", ""),
        ("127.0.0.1:80", "", ""),
        ("10.0.0.1:7244", "", ""),
        ("", "", ""),
        # A page of somebody else's.
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
        ("", "schiri-7244=player-key", PLAY),
        ("", "a=b; schiri-7244=watcher-key", WATCH),
        ("", "schiri-7244=wrong", ""),
        # The key of a table at another port of this PC.
        ("", "schiri-7245=player-key", ""),
        # A link counts for more than what was kept.
        ("key=watcher-key", "schiri-7244=player-key", WATCH),
        ("key=wrong", "schiri-7244=player-key", ""),
    ],
)
def test_who_has_no_key_sees_nothing(query: str, cookie: str, expected: str) -> None:
    assert right(query, KEYS, host=HERE, cookie=cookie) == expected


def test_a_key_is_kept_where_no_script_and_no_other_site_reads_it() -> None:
    told = Asked("http", KEYS, "key=player-key", host=HERE).headers["set-cookie"]
    assert told.startswith("schiri-7244=player-key;")
    assert "HttpOnly" in told and "SameSite=Strict" in told
    assert "set-cookie" not in Asked("http", KEYS, "", host=HERE, cookie=told.split(";")[0]).headers


def test_keys_are_kept_for_nobody_else_until_the_file_is_deleted(tmp_path: Path) -> None:
    path = tmp_path / "state" / FILE
    keys = kept_keys(path)
    assert kept_keys(path) == keys and keys.player != keys.watcher
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.unlink()
    assert not set(kept_keys(path)) & set(keys)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"player": "", "watcher": ""}',
        '{"player": "a", "watcher": "b"}',
        '{"player": 1, "watcher": 2}',
        '{"player": "aaaaaaaaaaaaaaaaaaaaaa", "watcher": "aaaaaaaaaaaaaaaaaaaaaa"}',
    ],
)
def test_a_file_that_has_no_keys_gets_new_ones(text: str, tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text(text)
    keys = kept_keys(path)
    assert min(map(len, keys)) >= 22 and kept_keys(path) == keys
    # Where nothing can be kept, a table is played at all the same.
    assert kept_keys(path / FILE) != keys


def test_each_answer_says_what_a_page_may_load() -> None:
    headers = Asked("http", None, "", host=HERE).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-frame-options"] == "DENY" and headers["referrer-policy"] == "no-referrer"


def test_who_is_refused_is_told_in_their_language() -> None:
    told = Asked("http", KEYS, "", **{"host": HERE, "accept-language": "de"}).sent[1]["body"]
    assert "Link" in told.decode() and "Tisch" in told.decode()


@pytest.mark.parametrize(
    "text",
    ["", "7244", ":7244", "localhost", "localhost:", "a b:1", "x:65536", "::1:80", "http://x:1"],
)
def test_what_is_no_address_is_malformed(text: str) -> None:
    with pytest.raises(MalformedText, match="bad-address"):
        parse_address(text)


def test_the_usual_port_that_is_taken_leaves_any_other_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen_at(Address("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr("schiri.page.address.USUAL_PORT", port)
        with listen_at(None) as found:
            assert found.getsockname()[1] not in (0, port)
        # Whoever wants this one is told that it is taken.
        with pytest.raises(HostError, match="address-unusable") as refused:
            listen_at(Address("127.0.0.1", port))
        assert refused.value.details["reason"] == "EADDRINUSE"


def test_who_listens_everywhere_is_found_at_an_address() -> None:
    with listen_at(Address("0.0.0.0", 0)) as found:
        address = link_address(found, "0.0.0.0")
    assert address.host != "0.0.0.0" and address.port
    with pytest.raises(HostError, match="address-unusable"):
        listen_at(Address("no such host.invalid", 0))
    assert socket.gethostname()
