"""A new epoch: the journal is begun anew, and what is still needed goes with it.

Decides what that is.  Loaded when it is needed, and that is once in an evening.
"""

from schiri_engines.putting import entries_to
from schiri_engines.seats import LETTERS

from .match import Match, new_text
from .slots import FIRST, SLOT

# How many of the last events a new epoch holds as well, and at most; how many of the epochs before
# it says that it goes on from.
CARRIED = 6
MOST = 150
REMEMBERED = 1
# So often a position comes before the game ends with it.
OFTEN = 3


def close_epoch(match: Match, now_ms: int) -> None:
    """Begin the journal anew between two games, all of which a PC has on its disk."""
    match.journal.erase(_score(match))
    match.resume(False)


def renew(match: Match, now_ms: int, acknowledged: int = 0) -> None:
    """Begin the journal anew in the midst of a game, which goes on from where it is.

    The new epoch holds how the game began, where it stood before the last events, and these.  Of
    what no PC has *acknowledged* it holds at least where that was.
    """
    journal, was_resumed = match.journal, match.is_resumed
    afters = _afters(journal)
    afters = () if acknowledged >= len(afters) else afters[-REMEMBERED:]
    if match.table is None and not afters:
        close_epoch(match, now_ms)
        return
    epoch, last, began = journal.epoch, journal.last, match.first
    first, place, base = _carried(match)
    if base or first <= last:
        # It is counted again as it ends again.
        match.count_wins(-1)
    texts = _score(match) + base
    copies = last - first + 1
    upto = len(afters) + 1 + len(texts) + copies
    afters += (f"after {epoch} {last} {copies} {upto} {began}",)
    journal.erase(afters + texts, place)
    match.resume(was_resumed)


def _carried(match: Match) -> tuple:
    """Return what goes on of the game on the table.

    Shape: the number and the place of the first event that does, and texts that lead there.
    """
    last, base_end = match.journal.last, match.base_end
    nothing = (last + 1, match.journal.end, ())
    if match.table is None:
        return nothing
    # Only all of a game tells that a position came for the third time.
    needs_all = match.game.standing()[2] >= OFTEN
    is_whole = match.first > base_end
    if is_whole and last - match.first < (MOST if needs_all else 2 * CARRIED):
        return match.first, match.place, ()
    if needs_all:
        return nothing
    before = Match(match.journal, 0)
    cuts = _cuts(before, last, max(last - 3 * CARRIED, base_end + 1))
    if not cuts:
        # It was over long ago.
        return nothing
    early = [cut for cut in cuts if cut[0] <= last - CARRIED + 1]
    first, place, _ = early[-1] if early else cuts[0]
    before.fold(first)
    return first, place, _base(before)


def _cuts(match: Match, last: int, least: int) -> list:
    """Return from where on nothing was taken back that stood before, from the least event on.

    Shape: the numbers and places of events, and how many entries stood there; only while the game
    went on.
    """
    cuts: list = []

    def look(number: int, place: int) -> None:
        if number >= least and place % SLOT == 0 and match.table:
            standing = len(match.table.entries)
            while cuts and cuts[-1][2] > standing:
                cuts.pop()
            if not match.table.outcome():
                cuts.append((number, place, standing))

    match.fold(last + 1, look)
    return cuts


def _afters(journal) -> tuple:
    """Return what the journal says of the epochs that it goes on from."""
    texts: tuple = ()
    event = journal.event(FIRST)
    while event and event[0].startswith("after "):
        texts += (event[0],)
        event = journal.event(event[4])
    return texts


def _score(match: Match) -> tuple:
    """Return the text that keeps the score of the evening, if there is one."""
    counts = [str(match.wins.get(letter, 0)) for letter in LETTERS[:4]]
    return ("score " + " ".join(counts),) if counts != ["0"] * len(counts) else ()


def _base(match: Match) -> tuple:
    """Return the texts that lead to where the game stands now."""
    board = ("board " + match.options["board"],) if "board" in match.options else ()
    new = new_text(match.game_name, match.options, match.seats)
    return board + (new,) + tuple([match.table.text(entry) for entry in entries_to(match.table)])
