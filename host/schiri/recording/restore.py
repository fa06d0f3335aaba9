"""Restores a device that has lost its journal from its logs.

Decides the requests and their order: its settings, then an unfinished game and its position.  Must
not know the link.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from schiri_engines.clock import with_names
from schiri_engines.game import BoardGame

from schiri.device.client import EPOCH
from schiri.log.annotations import hints_in, settings_in
from schiri.log.index import index_in
from schiri.log.lines import BrokenLog, Line, Log
from schiri.log.replay import referee_of, replay
from schiri.recording.device_text import requests_for
from schiri.recording.event_store import is_taken_back

SETTINGS = "settings"
RESTORE = "restore"
SET = "set "
# The text that marks a log with settings.
MARK = '"settings"'


def restore_requests(folder: Path, device: str, epoch: str) -> list[str]:
    """Return the requests that restore a device from its logs.

    Shape: ``epoch`` is its new one; events of that are not restored.
    """
    logs = [each for each in index_in(folder).logs if each.header.device == device]
    logs.sort(key=lambda each: each.last.at, reverse=True)
    # Nothing can be restored from other logs.
    log = next(filter(None, (each.read() for each in logs)), None)
    new = f"{device}:{epoch}:"
    game = _game(log, [line for line in log.lines if not line.src.startswith(new)]) if log else []
    noted = filter(None, (each.read() for each in logs if each.has(MARK)))
    settings = next((texts for each in noted if (texts := settings_in(each.events))), [""])[-1]
    return ([f"{SETTINGS} {settings}"] if settings else []) + game


def resume_requests(log: Log) -> list[str]:
    """Return the requests by which a device resumes its own game.

    Shape: none if the game is over, or if an old firmware reported it.
    """
    return [re.sub(f"^{RESTORE} ", "resume ", each) for each in _game(log, log.lines)]


def set_requests(log: Log) -> list[str]:
    """Return the requests that set the position of the last restored game again."""
    taken = [at for at, line in enumerate(log.lines) if is_taken_back(line.event)]
    before = log.lines[: taken[-1]] if taken else ()
    if all(line.entry is None for line in before):
        # It was at its start.
        return []
    return [request for request in _game(log, before) if request.startswith(SET)]


def _game(log: Log, lines: Sequence[Line]) -> list[str]:
    """Return the requests that restore an unfinished game after these lines of its log.

    Shape: none for a finished game, or one from an old firmware.
    """
    header = log.header
    seats, src = header.seats, [line.src for line in lines if line.src != "pc"]
    try:
        referee = referee_of(header)
        replay(lines, referee)
    except BrokenLog:
        return []
    table = referee.table
    if table.turn is None or not seats or not src:
        return []
    _, epoch, number = src[-1].split(":")
    if not EPOCH.fullmatch(epoch):
        # An old firmware reported it, with epochs of another form.
        return []
    *board, begins = requests_for(referee.game, len(seats), referee.options)
    _, game, _, *pairs = begins.split(" ")
    letters = with_names(table, tuple(seats))
    had = hints_in(log.events)
    counts = [had.get(referee.names[seats.index(person)], 0) for person in sorted(seats)]
    return [
        *board,
        " ".join([RESTORE, epoch, number, game, seats, *pairs]),
        *map(letters.text, cast(BoardGame, table.game).setup_entries(table.turn)),
        *([table.clock.set_text()] if table.clock else []),
        *([" ".join(["hints", *map(str, counts)])] if had else []),
    ]
