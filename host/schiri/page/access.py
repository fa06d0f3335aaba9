"""Who may see the page, and who may touch it: asked of every request before anything else is.

Decides by the names that a browser asks for, where it comes from, and the key that it has.  Must
not know what is served.
"""

from collections.abc import Collection, MutableMapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schiri.errors import HostError
from schiri.page.keys import PLAY, Keys
from schiri.page.language import asked_language
from schiri.texts import Words

# What a request may do, under this name in its scope.
RIGHT = "schiri.right"
# The key that it has, where one is asked for.
KEY_OF = "schiri.key"
# The parameter of a link that has a key.
KEY = "key"
YEAR_S = 31_536_000
HTTP_PORT = 80

# Scripts may stand in the page and be made of text: NiceGUI begins a page so, and Vue compiles its
# templates in the browser.  Nothing comes from anywhere else, and no other page may frame this one.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
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


class Access:
    """What stands before an app.

    Shape: ``names`` are those of this PC; without ``keys`` whoever reaches the app may play, which
    is for an address that nobody else's PC reaches.
    """

    def __init__(
        self,
        app: ASGIApp,
        names: Collection[str],
        port: int,
        keys: Keys | None,
        language: str = "en",
    ) -> None:
        # NiceGUI looks for the app behind this one by that name.
        self.app = app
        self._names = names
        self._port = port
        self._keys = keys
        self._language = language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        is_ours = self._is_ours(scope, headers)
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        key = query.get(KEY, [""])[-1] or self._kept_key(headers.get("cookie", ""))
        right = self._keys.right_of(key) if self._keys else PLAY
        if not is_ours or not right:
            await self._refuse(scope, send, headers.get("accept-language", ""))
            return
        scope[RIGHT], scope[KEY_OF] = right, key if self._keys else ""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                told.update(HEADERS)
                if self._keys and KEY in query:
                    told.append("set-cookie", self._cookie(key))
            await send(message)

        await self.app(scope, receive, send_safely)

    def _is_ours(self, scope: Scope, headers: MutableMapping[str, str]) -> bool:
        """Return whether a request asks for this PC, and comes from our own page or from none.

        Rule: a name that somebody else has made lead here is none of ours, nor is their page.
        """
        host = headers.get("host", "").lower()
        if host not in self._hosts(scope):
            return False
        return headers.get("origin", f"http://{host}").lower() == f"http://{host}"

    def _hosts(self, scope: Scope) -> set[str]:
        own = str((scope.get("server") or ("", 0))[0])
        names = {*self._names, f"[{own}]" if ":" in own else own}
        hosts = {f"{name}:{self._port}" for name in names}
        return hosts | names if self._port == HTTP_PORT else hosts

    def _cookie(self, key: str) -> str:
        return f"{self._cookie_name}={key}; Path=/; Max-Age={YEAR_S}; HttpOnly; SameSite=Strict"

    @property
    def _cookie_name(self) -> str:
        # A browser keeps one for all ports of a host.
        return f"schiri-{self._port}"

    def _kept_key(self, cookies: str) -> str:
        try:
            found = SimpleCookie(cookies).get(self._cookie_name)
        except CookieError:
            return ""
        return found.value if found else ""

    async def _refuse(self, scope: Scope, send: Send, accept: str) -> None:
        """Tell a browser that it may not."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        words = Words(asked_language(accept, self._language))
        text = words.error(HostError("page-refused"))
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 403, "headers": headers})
        await send({"type": "http.response.body", "body": f"{text}\n".encode()})
