"""The keys of the links to a table: for who may touch, and for who may only look on.

Decides how they are made and kept: a phone that was let in once finds the table again after it was
begun anew, until somebody asks for new ones.  A file that cannot be read or written is ignored.
"""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from typing import NamedTuple

from schiri.disk import as_host_error
from schiri.json_object import parse_json

PLAY, WATCH = "play", "watch"
FILE = "page-keys.json"
# So many letters nobody guesses.
LEAST_LETTERS = 22
# How long the browser of this PC may take to open.
OPENING_MS = 120_000


class Keys(NamedTuple):
    """The keys of a link that may touch, and of one that may only look on."""

    player: str
    watcher: str

    def right_of(self, key: str) -> str:
        """Return what whoever has this key may do, "" for nothing."""
        for own, right in zip(self, (PLAY, WATCH)):
            if compare_digest(own.encode(), key.encode()):
                return right
        return ""


class OneTimeLink:
    """What the browser of this PC is let in by: whoever reads its command line comes too late.

    Shape: ``now_ms`` is a clock that only goes on.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        # Until when a token is good.
        self._good: dict[str, int] = {}

    def make(self) -> str:
        """Return a new token, the only one that is good for anything."""
        token = token_urlsafe(16)
        self._good = {token: self._now_ms() + OPENING_MS}
        return token

    def take(self, token: str) -> bool:
        """Return whether this is the token; it is none any more."""
        return self._now_ms() < self._good.pop(token, 0)


def new_keys() -> Keys:
    """Return keys that nobody can guess."""
    return Keys(token_urlsafe(16), token_urlsafe(16))


def keys_path() -> Path:
    """Return the path of the file."""
    from platformdirs import user_state_path

    return user_state_path("schiri", appauthor=False) / FILE


def kept_keys(path: Path) -> Keys:
    """Return the keys that a file has; new ones, which it then has, where it has none."""
    with suppress(OSError, ValueError, TypeError):
        found = Keys(**parse_json(path.read_bytes()))  # type: ignore[arg-type]
        if found.player != found.watcher and all(map(_is_key, found)):
            return found
    made = new_keys()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        # Nobody else at this PC reads it, not even for a moment.
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(number, "w", encoding="utf-8") as file:
            json.dump(made._asdict(), file)
    return made


def forget_keys(path: Path) -> None:
    """Let the next table have new keys, so that nobody comes in by the old ones.

    Raises: HostError (file-unwritable).
    """
    with as_host_error(path):
        path.unlink(missing_ok=True)


def _is_key(text: object) -> bool:
    return isinstance(text, str) and len(text) >= LEAST_LETTERS and text.isascii()
