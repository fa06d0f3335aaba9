"""The unfinished games of a folder.

Decides which are offered, newest first.  Must not know how a device goes on, or the words of an
offer.
"""

from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from schiri_engines.registry import names, row_of

from schiri.events import EntryMade
from schiri.log.folder import read_logs
from schiri.log.lines import Log
from schiri.log.stored import first_and_last
from schiri.table.state import Offer

# The most offers.
MOST = 5


def is_on_board(log: Log) -> bool:
    """Return whether the game of a log is one of a device."""
    return log.header.game in names() and bool(row_of(log.header.game).size)


def offers_in(
    folder: Path | None, played: Path | None = None, device: str = ""
) -> tuple[Offer, ...]:
    """Return the games in a folder that can go on, the latest first.

    Shape: ``played`` is the log of the current game, which is not offered; ``device`` is the
    connected one: a board game goes on only on its own device.
    """
    if folder is None:
        return ()
    found = [
        offer_of(path, log)
        for path, log in read_logs(folder, lambda file: may_go_on(file, device))
        if log and path != played and not log.is_finished
        if is_kept(log.header.game, log.header.device, device)
    ]
    # A board game without moves is not worth resuming.
    offers = [each for each in found if each.moves or not row_of(each.game).size]
    return tuple(sorted(offers, key=lambda offer: offer.last, reverse=True)[:MOST])


def may_go_on(file: BinaryIO, device: str) -> bool:
    match first_and_last(file):
        case {"game": str(game), **header}, {"event": str(event)}:
            return event != "end" and is_kept(game, header.get("device"), device)
    return False


def is_kept(game: str, by: object, device: str) -> bool:
    """Return whether a game is a card game, or one of the connected device, "" for none."""
    return game in names() and (not row_of(game).size or (bool(device) and by == device))


def offer_of(path: Path, log: Log) -> Offer:
    moves = sum(isinstance(event, EntryMade) for event in log.standing)
    last = datetime.fromisoformat(log.lines[-1].at)
    return Offer(str(path), log.header.game, tuple(log.header.players), moves, last)
