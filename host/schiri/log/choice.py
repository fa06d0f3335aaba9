"""Which logs are meant: those of a folder, by game, player, day, and whether they are over.

Decides the order of logs, and what a log is in short.  Must not know words.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from schiri.errors import HostError
from schiri.events import End
from schiri.json_object import Record
from schiri.log.lines import BrokenLog, Log
from schiri.log.stored import look_at
from schiri.log.times import happened


class Kept(NamedTuple):
    """A log that is kept, and where."""

    path: Path
    log: Log

    @property
    def began(self) -> str:
        """When its game began, as it stands in the log."""
        return next(happened([self.log.lines[0]]))


class Unread(NamedTuple):
    """A file that cannot be read as a log, and why."""

    path: Path
    why: BrokenLog | HostError


@dataclass(frozen=True)
class Summary(Record):
    """A log in short: what ``schiri log list --json`` tells of each.

    Shape: ``winner`` has the names of those who have won, nobody in a draw; ``events`` counts the
    lines of the log.
    """

    file: str
    game: str
    players: tuple[str, ...]
    began: str
    over: bool
    winner: tuple[str, ...]
    events: int


class Wanted(NamedTuple):
    """What logs are asked for; what is None or empty is asked of none.

    Shape: ``players`` have all played, in any case of their letters; ``since`` has its time zone.
    """

    game: str | None = None
    players: tuple[str, ...] = ()
    since: datetime | None = None
    is_unfinished: bool = False

    def has(self, log: Summary) -> bool:
        """Return whether a log is one of those."""
        there = {name.casefold() for name in log.players}
        return (
            self.game in (None, log.game)
            and all(name.casefold() in there for name in self.players)
            and (self.since is None or datetime.fromisoformat(log.began) >= self.since)
            and not (self.is_unfinished and log.over)
        )


EVERYTHING = Wanted()


def read_all(paths: Iterable[Path]) -> tuple[list[Kept], list[Unread]]:
    """Return the logs of these files in the order in which their games began, and the others.

    Rule: they are looked at, not read through; who reads on finds what is wrong between.
    """
    kept, unread = [], []
    for path in sorted(paths):
        try:
            kept.append(Kept(path, look_at(path)))
        except (BrokenLog, HostError) as error:
            unread.append(Unread(path, error))
    return sorted(kept, key=lambda each: each.began), unread


def logs_in(folder: Path) -> Iterator[Path]:
    """Yield the logs of a folder, none where there is no such folder."""
    yield from folder.glob("*.jsonl")


def logs_under(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield these files, and the logs of those of them that are folders."""
    for path in paths:
        # Unlike `Path.is_dir`, this takes a path that is too long as one that is not there.
        if os.path.isdir(path):
            yield from logs_in(path)
        else:
            yield path


def summary_of(kept: Kept) -> Summary:
    """Return a log in short."""
    header, last = kept.log.header, kept.log.lines[-1].event
    return Summary(
        kept.path.name,
        header.game,
        header.players,
        kept.began,
        kept.log.is_finished,
        last.winner if isinstance(last, End) else (),
        len(kept.log.lines),
    )
