"""Recorded sessions at a shell: typed commands and all that they print.

``schiri ...`` is a command. ``{a,b}`` runs it once with each choice,
and ``$X`` is the output of ``let X TEXT``.  The output follows below: first standard output, then
standard error with the prefix ``! ``, then ``= STATUS`` for a status other than 0.  Equal outputs
of several choices appear once, below these choices. Many one-word lines share lines. `` | tail N``
leaves out all but the last N lines.  Moments that depend on the day or the time zone are masked,
and so are click's own usage errors.

``file NAME TEXT`` writes a file, with Python's escapes; ``log NAME GAME PLAYERS [KEY=VALUE...] :
ENTRY; ...`` writes the log of a game; ``forge NAME JSON ...`` writes a log with a valid chain, from
its header on; ``swap NAME OLD NEW`` replaces bytes; ``cut NAME BYTES`` removes this many bytes from
its end; ``join NAME FILE...`` concatenates files; ``folder NAME`` makes a folder; ``remove NAME``
removes a file; ``config TEXT`` writes the settings; ``env NAME VALUE`` sets a variable.
"""

import json
import os
import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import chdir
from itertools import product
from pathlib import Path
from unittest.mock import patch

from schiri.config import config_path

from tests import golden
from tests.cli.command import Ran, typed
from tests.cli.scripts import read_answers
from tests.closing import folder_for_now
from tests.log.chain import event, forged, header
from tests.log.typed_games import Game, write_log

MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+Z)?")
# A comma outside a choice is escaped with a backslash, which shlex removes.
COMMA = re.compile(r"(?<!\\),")
CHOICE = re.compile(r"\{([^{}]*,[^{}]*)\}")
# More than FEW words of at most SHORT characters share lines.
FEW, SHORT = 6, 12
SURROUNDINGS = {
    "COLUMNS": "80",
    "LANGUAGE": "en",
    "SCHIRI_LOGS": "logs",
}


class CommandPlayer:
    """A person at a shell, in their own folder."""

    def __init__(self) -> None:
        self._folder = folder = folder_for_now()
        # Each XDG home must be a full path.
        homes = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "STATE")}
        self._surroundings = {**SURROUNDINGS, **homes}
        self._texts: dict[str, str] = {}

    def __call__(self, line: str) -> list[str]:
        """Execute a line of a script, and return its output."""
        with chdir(self._folder), patch.dict(os.environ, self._surroundings):
            verb, _, rest = line.partition(" ")
            if verb == "schiri":
                return self._typed(self._filled(rest))
            told = VERBS[verb](self, *self._filled(rest).split(" ", 1))
            return told or []

    def _filled(self, text: str) -> str:
        for name, value in sorted(self._texts.items(), reverse=True):
            text = text.replace(f"${name}", value)
        return text

    def _typed(self, line: str) -> list[str]:
        """Run a command with each choice; equal outputs appear once."""
        line, _, last = line.partition(" | tail ")
        answers: dict[tuple[str, ...], list[str]] = {}
        for chosen, words in chosen_from(line):
            told = self._lines(words)[-int(last or 0) :]
            answers.setdefault(tuple(told), []).append(f"[{chosen}]")
        if len(answers) == 1:
            return list(*answers)
        return [
            line for told, chosen in answers.items() for line in (*golden.wrapped(chosen), *told)
        ]

    def _lines(self, words: list[str]) -> list[str]:
        ran = typed(*words)
        if "--json" in words and words[:1] == ["referee"] and not ran.status:
            read_answers(ran.out)
        return [self._masked(line) for line in lines_of(ran)]

    def _masked(self, line: str) -> str:
        line = MOMENT.sub("<moment>", line).replace(str(config_path()), "<settings>")
        return line.replace(os.sep, "/")

    def _let(self, name: str, text: str) -> None:
        self._texts[name] = text

    def _env(self, name: str, value: str = "") -> None:
        self._surroundings[name] = value

    def _write(self, name: str, text: str = "") -> None:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(bytes_of(text))

    def _config(self, *words: str) -> None:
        config_path().parent.mkdir(parents=True, exist_ok=True)
        config_path().write_bytes(bytes_of(" ".join(words)))

    def _log(self, name: str, text: str) -> None:
        begun, _, entries = text.partition(" : ")
        game, players, *options = begun.split()
        pairs = dict(option.split("=", 1) for option in options)
        Path(name).unlink(missing_ok=True)
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        commands = entries.split("; ") if entries else []
        write_log(Path(name), Game(game, players.split(","), pairs, commands))

    def _forge(self, name: str, text: str = "{}") -> None:
        first, *others = map(json.loads, text.split(" ; "))
        lines = [
            {**event(number, each.pop("kind", "move")), **each}
            for number, each in enumerate(others, 2)
        ]
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(forged([header(**first), *lines]))

    def _swap(self, name: str, text: str) -> None:
        old, new = map(bytes_of, shlex.split(text))
        before = Path(name).read_bytes()
        assert before.count(old) == 1, before
        Path(name).write_bytes(before.replace(old, new))

    def _cut(self, name: str, size: str) -> None:
        Path(name).write_bytes(Path(name).read_bytes()[: -int(size)])

    def _join(self, name: str, files: str) -> None:
        Path(name).write_bytes(b"".join(Path(file).read_bytes() for file in files.split()))

    def _make(self, name: str) -> None:
        Path(name).mkdir(parents=True)

    def _remove(self, name: str) -> None:
        Path(name).unlink()


VERBS: dict[str, Callable[..., list[str] | None]] = {
    "let": CommandPlayer._let,
    "env": CommandPlayer._env,
    "file": CommandPlayer._write,
    "config": CommandPlayer._config,
    "log": CommandPlayer._log,
    "forge": CommandPlayer._forge,
    "swap": CommandPlayer._swap,
    "cut": CommandPlayer._cut,
    "join": CommandPlayer._join,
    "folder": CommandPlayer._make,
    "remove": CommandPlayer._remove,
}


def bytes_of(text: str) -> bytes:
    r"""Return the bytes of a text with escapes.

    >>> bytes_of(r"é\n\xff")
    b'\xc3\xa9\n\xff'
    """
    return text.encode().decode("unicode_escape").encode("latin-1")


def chosen_from(line: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the commands of a line, each with the choices made for it.

    >>> list(chosen_from("log {list,stats} -x"))
    [('list', ['log', 'list', '-x']), ('stats', ['log', 'stats', '-x'])]
    """
    parts = CHOICE.split(line)
    for chosen in product(*(COMMA.split(part) for part in parts[1::2])):
        words = parts[:]
        words[1::2] = chosen
        yield " ".join(chosen), shlex.split("".join(words))


def lines_of(ran: Ran) -> list[str]:
    """Return the output of a command as lines; only a newline ends a line."""
    out, err = (text.removesuffix("\n").split("\n") if text else [] for text in (ran.out, ran.err))
    if len(out) > FEW and not any(" " in line or len(line) > SHORT for line in out):
        out = golden.wrapped(out)
    if any(line.startswith(("Usage: ", "Error: ")) for line in err):
        err = ["(usage)"]
    elif err and err[0].startswith(("Aufruf: ", "Utilisation")) and "" in err:
        # In other languages our own text names the error.
        err = [err[err.index("") + 1]]
    return [*out, *(f"! {line}" for line in err), *([f"= {ran.status}"] if ran.status else [])]
