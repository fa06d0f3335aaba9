"""The settings of this user: a TOML file in the user's folder for settings.

Decides which settings exist and their valid values.  Must not know what they are used for.
Command-line options override them.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from schiri_engines.refusals import MalformedText
from schiri_engines.registry import names as game_names

from schiri.disk import as_host_error, write_whole
from schiri.errors import HostError, reason_of
from schiri.languages import LANGUAGES

# The text of a setting without a value; names of players are separated by commas.
UNSET, SEPARATOR = "-", ","


class Config(NamedTuple):
    """The settings; "" and () mean not set."""

    language: str = ""
    names: tuple[str, ...] = ()
    logs: str = ""
    game: str = ""

    def text(self, key: str) -> str:
        """Return one setting as it is typed.

        >>> Config(names=("Ann", "Ben")).text("names"), Config().text("game")
        ('Ann,Ben', '-')
        """
        value = self._asdict()[key]
        return (value if isinstance(value, str) else SEPARATOR.join(value)) or UNSET


def _names(text: str) -> tuple[str, ...]:
    # Slow to load, and needed only if names are set.
    from schiri.names import composed, is_name, person_of

    names = tuple(composed(name.strip()) for name in text.split(SEPARATOR) if name.strip())
    people = [*map(person_of, names)]
    for at, name in enumerate(names):
        if not is_name(name):
            raise MalformedText("bad-name", name)
        if people[at] in people[:at]:
            raise MalformedText("doubled-name", name)
    return names


def _one_of(choices: Callable[[], tuple[str, ...]]) -> Callable[[str], str]:
    def chosen(text: str) -> str:
        if text not in choices():
            raise MalformedText("bad-setting", text, "|".join(choices()))
        return text

    return chosen


def _folder(text: str) -> str:
    # The file of settings may be read from any current folder, so paths become absolute.
    return os.path.abspath(os.path.expanduser(text))


READERS: Mapping[str, Callable[[str], str | tuple[str, ...]]] = {
    "language": _one_of(lambda: LANGUAGES),
    "names": _names,
    "logs": _folder,
    "game": _one_of(lambda: tuple(game_names())),
}


def config_path() -> Path:
    from platformdirs import user_config_path

    return user_config_path("schiri", appauthor=False) / "config.toml"


def settings() -> Config:
    """Return the settings of the file, empty if there is none."""
    path = config_path()
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise HostError("file-unreadable", path=path, reason=reason_of(error)) from error
    except (ValueError, RecursionError) as error:
        # The parser's message is English; the place where it stopped is enough in any language.
        place = ":".join([path.name, *re.findall(r"(?:line|column) (\d+)", str(error))])
        raise HostError("config-malformed", path=path, reason=place) from error
    values: dict[str, str | tuple[str, ...]] = {}
    for key, value in found.items():
        texts = value if isinstance(value, list) and key == "names" else [value]
        if key not in READERS or not all(isinstance(text, str) for text in texts):
            raise HostError("config-malformed", path=path, reason=key)
        text = SEPARATOR.join(texts)
        try:
            values[key] = READERS[key](text)
        except MalformedText as error:
            raise HostError("config-malformed", path=path, reason=f"{key} {text}") from error
    return Config(**values)  # type: ignore[arg-type]


def change(key: str, text: str | None) -> None:
    """Change a setting, or reset it with None; comments in the file stay."""
    # Slow to load, and needed only for a change.
    import tomlkit

    # A file that cannot be read is not overwritten.
    settings()
    path = config_path()
    document = tomlkit.parse(path.read_text("utf-8") if path.exists() else "")
    if text is None:
        document.pop(key, None)
    else:
        value = READERS[key](text)
        try:
            text.encode()
        except UnicodeEncodeError:
            raise MalformedText("bad-setting", text, "UTF-8") from None
        document[key] = value if isinstance(value, str) else list(value)
    with as_host_error(path):
        write_whole(path, document.as_string().encode())
