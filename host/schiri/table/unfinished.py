"""The unfinished games of a folder.

Decides which are offered, newest first.  Must not know how a device resumes a game, or the words of
an offer.
"""

from datetime import datetime
from itertools import islice
from pathlib import Path

from schiri_engines.registry import names, row_of

from schiri.events import EntryMade
from schiri.log.index import index_in
from schiri.log.lines import Log
from schiri.table.state import Offer

# The largest number of offers.
MOST = 5


def is_on_board(log: Log) -> bool:
    """Return whether the game of a log is one of a device."""
    return log.header.game in names() and bool(row_of(log.header.game).size)


def offers_in(
    folder: Path | None, played: Path | None = None, device: str = ""
) -> tuple[Offer, ...]:
    """Return the games in a folder that can be resumed, the latest first.

    Shape: ``played`` is the log of the current game, which is not offered; ``device`` is the
    connected one: a board game is resumed only on its own device.
    """
    if folder is None:
        return ()
    going = [
        each
        for each in index_in(folder).logs
        if each.path != played and not each.is_finished
        if is_kept(each.header.game, each.header.device, device)
    ]
    going.sort(key=lambda each: each.last.at, reverse=True)
    offers = (offer_of(each.path, log) for each in going if (log := each.read()))
    # A board game without moves is not worth resuming.
    worth = (each for each in offers if each.moves or not row_of(each.game).size)
    return tuple(islice(worth, MOST))


def is_kept(game: str, by: str | None, device: str) -> bool:
    """Return whether a game is a card game, or of the connected device ("" for no device)."""
    return game in names() and (not row_of(game).size or (bool(device) and by == device))


def offer_of(path: Path, log: Log) -> Offer:
    moves = sum(isinstance(event, EntryMade) for event in log.standing)
    last = datetime.fromisoformat(log.lines[-1].at)
    return Offer(str(path), log.header.game, tuple(log.header.players), moves, last)
