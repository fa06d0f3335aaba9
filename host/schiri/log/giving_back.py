"""Giving back: what a device that has lost its journal is told of its last log.

Decides what that is: its settings and, where a game was not over, where it stood.  Must not know
how it is asked.
"""

from pathlib import Path

from schiri_engines.putting import entries_to
from schiri_engines.table import Table

from schiri.device.requests import requests_for
from schiri.log.lines import BrokenLog, Log
from schiri.log.notes import settings_in
from schiri.log.replay import referee_of, replay
from schiri.log.writer import logs_in


def requests_to_give_back(folder: Path, device: str, epoch: str) -> list[str]:
    """Return what is to be asked of a device, so that it has again what its logs have.

    Shape: ``epoch`` is the one that it begins anew with; what is of that is not given back.
    """
    # What cannot be read cannot be given back.
    readable = [log for _, log in logs_in(folder) if log]
    logs = [log for log in readable if log.events[0].get("device") == device]
    logs.sort(key=lambda log: str(log.events[-1]["at"]))
    kept = [text for log in logs for text in settings_in(log.events)]
    requests = [f"settings {kept[-1]}"] if kept and kept[-1] else []
    return requests + (_game(logs[-1], f"{device}:{epoch}:") if logs else [])


def _game(log: Log, new: str) -> list[str]:
    """Return what brings an unfinished game back, nothing for one that is over."""
    header, events = log.events[0], [e for e in log.events if not e["src"].startswith(new)]
    seats, src = header.get("seats"), [e["src"] for e in events if e["src"] != "pc"]
    try:
        referee = referee_of(header)
        replay(events, referee)
    except BrokenLog:
        return []
    table = referee.table
    if table.turn is None or not seats or not src:
        return []
    _, epoch, number = src[-1].split(":")
    *board, new = requests_for(referee.game, len(seats), referee.options)
    _, game, _, *pairs = new.split(" ")
    letters = Table(table.game, tuple(seats))
    return [
        *board,
        " ".join(["after", epoch, number, game, seats, *pairs]),
        *(letters.text(entry) for entry in entries_to(table)),
    ]
