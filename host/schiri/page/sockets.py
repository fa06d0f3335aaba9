"""Which socket speaks for which page: one that may do what the page may, whatever name it gives.

Decides what of NiceGUI's socket reaches a page: it looks for a page by the name in each message
alone.  Must not know what a message wants.
"""

import inspect
from typing import Protocol
from urllib.parse import parse_qs

from nicegui import Client, core
from socketio.exceptions import ConnectionRefusedError as Refused  # type: ignore[import-untyped]

from schiri.page.access import RIGHT

# What a socket says of a page, by NiceGUI's names; what it wants to have written down nobody reads.
MESSAGES, COMPLAINT = ("handshake", "event", "javascript_response", "ack"), "log"


class Handler(Protocol):
    """What is done with a message of a socket."""

    def __call__(self, *given: object) -> object: ...


# What NiceGUI itself does with each of them.
_theirs: dict[str, Handler] = {}


def check_sockets() -> None:
    """Let a socket speak for pages alone that may do what it may; nothing but sockets speaks."""
    sio = core.sio
    sio.eio.transports = ["websocket"]
    for name in ("connect", *MESSAGES):
        theirs = _theirs.setdefault(name, sio.handlers["/"][name])
        sio.on(name, _checked_connect(theirs) if name == "connect" else _checked(theirs))
    sio.on(COMPLAINT, lambda *_given: None)


def may_speak(socket_right: object, page_right: object) -> bool:
    """Return whether a socket that may do this speaks for a page that may do that.

    Rule: a socket that may do more than the page is another person's as well.

    >>> may_speak("play", "play"), may_speak("watch", "play"), may_speak("play", "watch")
    (True, False, False)
    """
    return bool(socket_right) and socket_right == page_right


def _checked(theirs: Handler) -> Handler:
    async def heard(*given: object) -> object:
        sid, message = given[0], given[1] if len(given) > 1 else None
        page = message.get("client_id") if isinstance(message, dict) else None
        if not _may_speak(core.sio.get_environ(sid), page):
            return False
        found = theirs(*given)
        return await found if inspect.isawaitable(found) else found

    return heard


def _checked_connect(theirs: Handler) -> Handler:
    async def connected(*given: object) -> object:
        environ = given[1]
        text = environ.get("QUERY_STRING", "") if isinstance(environ, dict) else ""
        if not _may_speak(environ, parse_qs(text).get("client_id", [""])[0]):
            # In these words a page loads itself anew, as who its browser is by now.
            raise Refused("Implicit handshake failed")
        found = theirs(*given)
        return await found if inspect.isawaitable(found) else found

    return connected


def _may_speak(environ: object, page: object) -> bool:
    """Return whether a socket may speak for a page; what there is no page of does no harm."""
    client = Client.instances.get(page) if isinstance(page, str) else None
    if client is None:
        return True
    scope = environ.get("asgi.scope", {}) if isinstance(environ, dict) else {}
    return may_speak(scope.get(RIGHT), client.request.scope.get(RIGHT))
