"""Requests and replies as values, the same for the server and the site.

Decides which parts of a request matter to a page.  Must not know how a request arrived, or its
reply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import quote, urlencode

HTML = "text/html; charset=utf-8"
# The most cookies that are read: more than browsers keep for one host; strangers may send
# thousands.
MOST_COOKIES = 256


def cookies_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the first cookies of a header as they are written.

    Rule: ours have no quotation marks, and parsing quoted ones is expensive.

    >>> list(cookies_in('a="x"; schiri-zone=Europe%2FBerlin;'))
    [('a', '"x"'), ('schiri-zone', 'Europe%2FBerlin')]
    >>> len(list(cookies_in("a=b;" * 4000))) == MOST_COOKIES
    True
    """
    for part in text.split(";", MOST_COOKIES)[:MOST_COOKIES]:
        name, sign, value = part.partition("=")
        if sign:
            yield name.strip(), value.strip()


class PageRequest(NamedTuple):
    """A request.

    Shape: ``query`` are the parameters of the address; ``parts`` the named parts of its path;
    ``accept`` are languages, in the form of the header.

    >>> asked = PageRequest("/games", (("page", "1"), ("page", "2")))
    >>> asked.value("page"), asked.value("game"), asked.values("page")
    ('2', '', ['1', '2'])
    """

    path: str
    query: tuple[tuple[str, str], ...] = ()
    parts: Mapping[str, str] = {}
    accept: str = ""
    cookies: Mapping[str, str] = {}

    def value(self, name: str) -> str:
        """Return a parameter, or ""."""
        return dict(self.query).get(name, "")

    def values(self, name: str) -> list[str]:
        """Return all values of a parameter."""
        return [value for key, value in self.query if key == name]

    def address(self, **parameters: object) -> str:
        """Return the address with other parameters, on this host; None leaves one out.

        >>> PageRequest("/games", (("a", "1"), ("b", "2"))).address(a=None, c=3)
        '/games?b=2&c=3'
        >>> PageRequest("//evil.example/x").address(c=3), PageRequest("/\\\\evil.example").address()
        ('/evil.example/x?c=3', '/%5Cevil.example?')
        """
        others = [each for each in self.query if each[0] not in parameters]
        new = [(name, str(value)) for name, value in parameters.items() if value is not None]
        # Two slashes, or backslashes to a browser, would begin the name of a host.
        path = quote(f"/{self.path.lstrip('/')}")
        return f"{path}?{urlencode([*others, *new])}"


class PageReply(NamedTuple):
    """A reply.

    Shape: ``language`` is the one for the browser to remember, "" if none was chosen.
    """

    body: bytes
    kind: str = HTML
    status: HTTPStatus = HTTPStatus.OK
    headers: Mapping[str, str] = {}
    language: str = ""


def file_reply(name: str, data: bytes, kind: str) -> PageReply:
    """Return a reply that a browser saves as a file and never opens as a page.

    >>> file_reply("100%.svg", b"", "image/svg+xml").headers
    {'content-disposition': "attachment; filename*=UTF-8''100%25.svg"}
    """
    named = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return PageReply(data, kind, headers={"content-disposition": named})
