"""Who may see the page, and who may touch it: asked of every request before anything else is.

Decides by the names that a browser asks for, where it comes from, and the key that it has.  Must
not know what is served.
"""

from collections.abc import Collection, Mapping
from http import HTTPStatus
from typing import Protocol
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schiri.errors import HostError
from schiri.page.keys import PLAY, Keys, OneTimeLink
from schiri.page.language import asked_language
from schiri.texts import Words

# What a request may do, under this name in its scope.
RIGHT = "schiri.right"
# The key that it has, where one is asked for.
KEY_OF = "schiri.key"
# The parameter of a link that has a key, and of one that lets a single browser in.
KEY, ONCE = "key", "once"
# Where a server keeps the connection of a request, in the request's state.
CONNECTION = "schiri.connection"
# Where a request comes from that no other site's page has made, as a browser tells it.
OWN_SITES = ("", "none", "same-origin")
YEAR_S = 31_536_000
HTTP_PORT = 80

# A page has its style and its scripts from here alone, and no other page may frame it.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        # Pieces and cards lie in the style.
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
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Admits(Protocol):
    """The connection of a request, which has room for so many of each right."""

    def admit(self, right: str) -> bool: ...


class Access:
    """What stands before an app.

    Shape: ``names`` are those of this PC; without ``keys`` whoever reaches the app may play, which
    is for an address that nobody else's PC reaches; ``once`` lets in the browser of this PC.
    """

    def __init__(
        self,
        app: ASGIApp,
        names: Collection[str],
        port: int,
        keys: Keys | None,
        language: str = "en",
        once: OneTimeLink | None = None,
    ) -> None:
        self._app = app
        self._names = names
        self._port = port
        self._keys = keys
        self._language = language
        self._once = once

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        query = parse_qs(scope["query_string"].decode("latin-1"))
        link = query.get(KEY, [""])[-1]
        if self._is_ours(scope, headers, self._right_of(link)):
            if self._takes_once(scope, query.get(ONCE, [""])[-1]):
                await self._let_in(send)
                return
            key = link or self._kept_key(headers)
            right = self._right_of(key) if self._keys else PLAY
            if right:
                await self._pass_on(scope, receive, send, right, key, KEY in query)
                return
        await self._refuse(scope, send, HostError("page-refused"), HTTPStatus.FORBIDDEN)

    async def _pass_on(
        self, scope: Scope, receive: Receive, send: Send, right: str, key: str, is_link: bool
    ) -> None:
        """Let a request through, where its connection has room for one more that may do that."""
        connection: Admits | None = scope.get("state", {}).get(CONNECTION)
        if connection and not connection.admit(right):
            full = HTTPStatus.SERVICE_UNAVAILABLE
            await self._refuse(scope, send, HostError("page-full"), full)
            return
        scope[RIGHT], scope[KEY_OF] = right, key if self._keys else ""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                told.update(HEADERS)
                # Pages, manifests and files of games are nobody else's; what is, says so itself.
                told.setdefault("cache-control", "no-store")
                if self._keys and is_link:
                    told.append("set-cookie", self._cookie(key))
            await send(message)

        await self._app(scope, receive, send_safely)

    def _right_of(self, key: str) -> str:
        return self._keys.right_of(key) if self._keys else ""

    def _is_ours(self, scope: Scope, headers: Headers, right: str) -> bool:
        """Return whether a request asks for this PC, and comes from our own page or from none.

        Rule: a name that somebody else has made lead here is none of ours, nor is their page.  A
        link may stand there: one that a person follows, or that has a key.
        """
        host = headers.get("host", "").lower()
        if host not in self._hosts(scope):
            return False
        if headers.get("origin", f"http://{host}").lower() != f"http://{host}":
            return False
        where = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest"))
        is_meant = bool(right) or headers.get("sec-fetch-user") == "?1"
        is_link = is_meant and where == ("navigate", "document")
        return is_link or headers.get("sec-fetch-site", "") in OWN_SITES

    def _hosts(self, scope: Scope) -> set[str]:
        own = str((scope.get("server") or ("", 0))[0])
        names = {*self._names, f"[{own}]" if ":" in own else own}
        hosts = {f"{name}:{self._port}" for name in names}
        return hosts | names if self._port == HTTP_PORT else hosts

    def _takes_once(self, scope: Scope, token: str) -> bool:
        if self._once is None or scope.get("method") != "GET":
            return False
        return self._once.take(token)

    async def _let_in(self, send: Send) -> None:
        """Give the key to the browser of this PC, and send it to the table."""
        assert self._keys
        more = {"location": "/", "set-cookie": self._cookie(self._keys.player)}
        await answer(send, HTTPStatus.SEE_OTHER, more)

    def _cookie(self, key: str) -> str:
        return f"{self._cookie_name}={key}; Path=/; Max-Age={YEAR_S}; HttpOnly; SameSite=Strict"

    @property
    def _cookie_name(self) -> str:
        # A browser keeps one for all ports of a host.
        return f"schiri-{self._port}"

    def _kept_key(self, headers: Headers) -> str:
        # Other services of this host may have set any, one of this name as well.
        name, kept = self._cookie_name, ""
        for part in "; ".join(headers.getlist("cookie")).split(";"):
            kept = cookie_parser(part).get(name, kept)
            if self._right_of(kept):
                break
        return kept

    async def _refuse(self, scope: Scope, send: Send, why: HostError, status: HTTPStatus) -> None:
        """Tell a browser that it may not, or that there is no room, and end its connection."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        accept = Headers(scope=scope).get("accept-language", "")
        text = Words(asked_language(accept, self._language)).error(why)
        await answer(send, status, {"connection": "close"}, text)


async def answer(send: Send, status: HTTPStatus, more: Mapping[str, str], text: str = "") -> None:
    """Answer with a text, and with the headers that each of our answers has."""
    kind = "text/plain; charset=utf-8"
    headers = Headers({**HEADERS, "content-type": kind, "cache-control": "no-store", **more})
    await send({"type": "http.response.start", "status": status, "headers": headers.raw})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})
