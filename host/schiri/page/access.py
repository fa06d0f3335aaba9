"""Access control: who may see the page and who may play, checked before any page code.

Decides by the host name and the origin of a request, and by its key.  Keys
are kept, so that a phone finds the table again; a file of them that cannot be read or written is
ignored.  Must not know what is served.
"""

import json
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from http import HTTPStatus
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from typing import NamedTuple
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schiri.disk import as_host_error, write_whole
from schiri.errors import HostError
from schiri.json_object import parse_json
from schiri.languages import asked_language
from schiri.page.request import cookies_in
from schiri.texts import Words

PLAY, WATCH = "play", "watch"
FILE = "page-keys.json"
# Long enough that it cannot be guessed.
LEAST_LETTERS = 22
# How long the browser of this PC may take to open.
OPENING_MS = 120_000


class Keys(NamedTuple):
    """The keys of the players' link and of the spectators' link."""

    player: str
    watcher: str

    def right_of(self, key: str) -> str:
        """Return the right of this key, "" for none."""
        for own, right in zip(self, (PLAY, WATCH)):
            if compare_digest(own.encode(), key.encode()):
                return right
        return ""


class OneTimeLink:
    """The link for the browser of this PC. It works only once, because others can read command
    lines.

    Shape: ``now_ms`` is a monotonic clock.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        # When a token expires.
        self._good: dict[str, int] = {}

    def make(self) -> str:
        """Return a new token, which replaces any other."""
        token = token_urlsafe(16)
        self._good = {token: self._now_ms() + OPENING_MS}
        return token

    def take(self, token: str) -> bool:
        """Return whether this is the token, and use it up."""
        return self._now_ms() < self._good.pop(token, 0)


def new_keys() -> Keys:
    """Return new keys that cannot be guessed."""
    return Keys(token_urlsafe(16), token_urlsafe(16))


def keys_path() -> Path:
    """Return the path of the file."""
    from platformdirs import user_state_path

    return user_state_path("schiri", appauthor=False) / FILE


def kept_keys(path: Path) -> Keys:
    """Return the keys of a file; without a file make new ones and store them."""
    if found := _read_keys(path):
        return found
    made = new_keys()
    with suppress(OSError):
        _store_keys(path, made)
    return made


def renew_keys(path: Path) -> None:
    """Store new keys: old links are revoked, in running programs too.

    Raises: HostError (file-unwritable).
    """
    with as_host_error(path):
        _store_keys(path, new_keys())


class CurrentKeys:
    """The current keys of a file, which another program may renew."""

    def __init__(self, path: Path) -> None:
        self._path, self._keys = path, kept_keys(path)
        self._version = self._newest()

    def __call__(self) -> Keys:
        version = self._newest()
        if version != self._version:
            self._version = version
            # A missing or damaged file revokes nothing.
            self._keys = _read_keys(self._path) or self._keys
        return self._keys

    def _newest(self) -> tuple[int, ...]:
        with suppress(OSError):
            found = self._path.stat()
            return found.st_ino, found.st_mtime_ns, found.st_size
        return ()


def _read_keys(path: Path) -> Keys | None:
    with suppress(OSError, ValueError, TypeError):
        found = Keys(**parse_json(path.read_bytes()))  # type: ignore[arg-type]
        if found.player != found.watcher and all(map(_is_key, found)):
            return found
    return None


def _store_keys(path: Path, keys: Keys) -> None:
    write_whole(path, json.dumps(keys._asdict()).encode())


def _is_key(text: object) -> bool:
    return isinstance(text, str) and len(text) >= LEAST_LETTERS and text.isascii()


# The key of a request's right in its scope.
RIGHT = "schiri.right"
# The key of its access key there.
KEY_OF = "schiri.key"
# The parameter of a link with a key, and of a one-time link.
KEY, ONCE = "key", "once"
# The key of the connection in a request's state.
CONNECTION = "schiri.connection"
# Values of Sec-Fetch-Site for requests that come from no other site.
OWN_SITES = ("", "none", "same-origin")
YEAR_S = 31_536_000
HTTP_PORT = 80
# The close code that a page receives.
GOODBYE = {"type": "websocket.disconnect", "code": 1008}
# A host name that is safe to repeat in an error.
NAME = re.compile(r"[a-z0-9.:\[\]-]{1,255}")

# Styles and scripts come only from this server, and no other page may frame a page.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        # Pieces and cards are in the style sheet.
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Not "no-referrer": with that, a form of our own pages is sent without its origin.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def _query_of(scope: Scope) -> dict[str, list[str]]:
    """Return the parameters of a request's address."""
    return parse_qs(scope["query_string"].decode("latin-1"))


@dataclass(eq=False)
class Access:
    """The middleware before an app.

    Shape: ``names`` are those of this PC; ``keys`` returns the valid ones; without it everybody may
    play, for an address that no other PC can reach; ``once`` is the link for the browser of this
    PC; ``allowed`` are names, with or without a port, of a router or a proxy that leads here.
    """

    app: ASGIApp
    names: Collection[str]
    port: int
    keys: Callable[[], Keys] | None
    language: str = "en"
    once: OneTimeLink | None = None
    allowed: Collection[str] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        query = _query_of(scope)
        key = self._key_in(scope, query)
        if key is not None:
            token = query.get(ONCE, [""])[-1]
            if self.once and scope.get("method") == "GET" and self.once.take(token):
                # The browser of this PC gets the key, and goes to the table.
                assert self.keys
                more = {"location": "/", "set-cookie": self._cookie(self.keys().player)}
                await answer(send, HTTPStatus.SEE_OTHER, more)
                return
            if right := self._right_of(key):
                await self._pass_on(scope, receive, send, right, key, KEY in query)
                return
        reason = self._reason(scope, Headers(scope=scope))
        await self._refuse(scope, send, reason, HTTPStatus.FORBIDDEN)

    def is_let_in(self, scope: Scope) -> bool:
        """Return whether a request has any right here."""
        key = self._key_in(scope, _query_of(scope))
        return key is not None and self._right_of(key) != ""

    def _key_in(self, scope: Scope, query: Mapping[str, list[str]]) -> str | None:
        """Return the key of a request, "" for none, or None if the request is not for us."""
        headers = Headers(scope=scope)
        link = query.get(KEY, [""])[-1]
        if not self._is_ours(scope, headers, bool(self.keys) and self._right_of(link) != ""):
            return None
        return link or (self._kept_key(headers) if self.keys else "")

    async def _pass_on(
        self, scope: Scope, receive: Receive, send: Send, right: str, key: str, is_link: bool
    ) -> None:
        """Let a request through if there is room for one more connection with its right."""
        connection = scope.get("state", {}).get(CONNECTION)
        if connection and not connection.admit(right):
            full = HTTPStatus.SERVICE_UNAVAILABLE
            await self._refuse(scope, send, HostError("page-full"), full)
            return
        scope[RIGHT], scope[KEY_OF] = right, key if self.keys else ""

        def is_revoked() -> bool:
            # A page stays connected for hours.
            is_page = self.keys is not None and scope["type"] == "websocket"
            return is_page and self._right_of(key) != right

        async def receive_safely() -> Message:
            message = await receive()
            return GOODBYE if is_revoked() else message

        async def send_safely(message: Message) -> None:
            if is_revoked():
                # The message of a server for a closed connection.
                raise ConnectionResetError
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                # Pages, manifests and files of games are private; public files have their own
                # header.
                headers.setdefault("cache-control", "no-store")
                if self.keys and is_link:
                    headers.append("set-cookie", self._cookie(key))
            await send(message)

        await self.app(scope, receive_safely, send_safely)

    def _right_of(self, key: str) -> str:
        return self.keys().right_of(key) if self.keys else PLAY

    def _is_ours(self, scope: Scope, headers: Headers, has_key: bool) -> bool:
        """Return whether a request names this PC as its host, and comes from our own page or from
        none.

        Rule: a foreign name that leads here is refused, and so is a request from a foreign page,
        except a link that a person follows or that has a key.
        """
        host = headers.get("host", "").lower()
        if host not in self._hosts(scope):
            return False
        if headers.get("origin", f"http://{host}").lower() not in self._origins(host):
            return False
        where = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest"))
        is_meant = has_key or headers.get("sec-fetch-user") == "?1"
        is_link = is_meant and where == ("navigate", "document")
        return is_link or headers.get("sec-fetch-site", "") in OWN_SITES

    def _hosts(self, scope: Scope) -> set[str]:
        # A dual-stack socket has IPv4 addresses in the form of IPv6.
        own = str((scope.get("server") or ("", 0))[0]).removeprefix("::ffff:")
        names = {*self.names, f"[{own}]" if ":" in own else own}
        hosts = {f"{name}:{self.port}" for name in {*names, *self.allowed}}
        return hosts.union(self.allowed, names if self.port == HTTP_PORT else ())

    def _origins(self, host: str) -> set[str]:
        """Return the origins of our own pages; a proxy may use https and another host name."""
        hosts = {*self.allowed, *(f"{name}:{self.port}" for name in self.allowed)}
        return {
            f"http://{host}",
            *(f"{way}://{each}" for each in hosts for way in ("http", "https")),
        }

    def _reason(self, scope: Scope, headers: Headers) -> HostError:
        host = headers.get("host", "").lower()
        if host in self._hosts(scope) or not NAME.fullmatch(host):
            return HostError("page-refused")
        return HostError("page-unknown-name", name=host.removesuffix(f":{self.port}"))

    def _cookie(self, key: str) -> str:
        return f"{self._cookie_name}={key}; Path=/; Max-Age={YEAR_S}; HttpOnly; SameSite=Strict"

    @property
    def _cookie_name(self) -> str:
        # A browser has one cookie for all ports of a host.
        return f"schiri-{self.port}"

    def _kept_key(self, headers: Headers) -> str:
        # Other services of this host may have set cookies, even one of this name.
        assert self.keys
        keys, name, kept = self.keys(), self._cookie_name, ""
        for each, value in cookies_in(";".join(headers.getlist("cookie"))):
            if each == name:
                kept = value
                if keys.right_of(kept):
                    break
        return kept

    async def _refuse(self, scope: Scope, send: Send, why: HostError, status: HTTPStatus) -> None:
        """Refuse a request, for want of a right or of room, and close its connection."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        accept = Headers(scope=scope).get("accept-language", "")
        text = Words(asked_language(accept, self.language)).error(why)
        await answer(send, status, {"connection": "close"}, text)


# Readable on a phone and in dark mode, without further files.
HEAD = (
    '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<meta name="color-scheme" content="light dark"><title>Schiri</title><p>'
)


async def answer(send: Send, status: HTTPStatus, more: Mapping[str, str], text: str = "") -> None:
    """Answer with a text, and with the headers that all our answers have."""
    kind = "text/html; charset=utf-8"
    headers = Headers({**HEADERS, "content-type": kind, "cache-control": "no-store", **more})
    await send({"type": "http.response.start", "status": status, "headers": headers.raw})
    await send({"type": "http.response.body", "body": (HEAD + escape(text)).encode()})
