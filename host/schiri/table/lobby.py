"""What can go on: the games of a folder that are unfinished.

Decides which are offered, newest first.  Must not know devices, or how an offer reads.
"""

from datetime import datetime
from pathlib import Path

from schiri_engines.registry import names, row_of

from schiri.log.finding import first_and_last
from schiri.log.lines import Log
from schiri.log.writer import logs_in
from schiri.table.state import Offer

# So many are offered.
MOST = 5


def offers_in(folder: Path, played: Path | None = None) -> tuple[Offer, ...]:
    """Return the games of cards in a folder that can go on, the one played last first.

    Shape: ``played`` is the log of the one that is played already, which is not offered.
    """
    found = [
        offer_of(path, log)
        for path, log in logs_in(folder, may_go_on)
        if log and can_go_on(log) and path != played
    ]
    return tuple(sorted(found, key=lambda offer: offer.last, reverse=True)[:MOST])


def may_go_on(data: bytes) -> bool:
    """Return whether a file may be the log of a game that can go on."""
    match first_and_last(data):
        case {"game": str(game)}, {"event": str(event)}:
            return event != "end" and game in names() and not row_of(game).size
    return False


def can_go_on(log: Log) -> bool:
    """Return whether a game is unfinished, and kept by a PC and not by a device."""
    game = log.header.game
    return not log.is_finished and game in names() and not row_of(game).size


def offer_of(path: Path, log: Log) -> Offer:
    """Return the offer to go on with the game of a log."""
    moves = sum(line.entry is not None for line in log.lines)
    last = datetime.fromisoformat(log.lines[-1].at)
    return Offer(str(path), log.header.game, tuple(log.header.players), moves, last)
