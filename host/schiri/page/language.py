"""In which of our languages somebody reads, and where a browser keeps what was chosen.

Decides only that.
"""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from schiri.languages import LANGUAGES

# The cookie of the language that was chosen, and the parameter of a link that chooses it.
COOKIE = "schiri-language"
LANGUAGE = "language"
YEAR_S = 31_536_000


def language_of(request: HTTPConnection, usual: str) -> str:
    """Return the language that was chosen, now or before, else the one that is asked for."""
    kept = request.cookies.get(COOKIE, "")
    found = chosen_language(request) or (kept if kept in LANGUAGES else "")
    return found or asked_language(request.headers.get("accept-language", ""), usual)


def chosen_language(request: HTTPConnection) -> str:
    """Return the language that a link chooses, "" where it chooses none."""
    language = request.query_params.get(LANGUAGE, "")
    return language if language in LANGUAGES else ""


def keep_language(answer: Response, language: str) -> None:
    """Let a browser keep a language; a script may choose another one."""
    if language:
        answer.set_cookie(COOKIE, language, max_age=YEAR_S, samesite="strict")


def asked_language(accept: str, usual: str) -> str:
    """Return the language that ``Accept-Language`` prefers, the usual one where it has none.

    >>> asked_language("fr-CH, fr;q=0.9, en;q=0.8", "de"), asked_language("nl", "de")
    ('fr', 'de')
    >>> asked_language("en;q=0.5, de-AT", "fr"), asked_language("fr;q=x, *", "en")
    ('de', 'en')
    """
    found = []
    for part in accept.split(","):
        name, _sign, weight = part.partition(";q=")
        try:
            found.append((float(weight or 1), name.strip()[:2].lower()))
        except ValueError:
            continue
    known = [each for each in found if each[1] in LANGUAGES and each[0] > 0]
    return max(known, key=lambda each: each[0])[1] if known else usual
