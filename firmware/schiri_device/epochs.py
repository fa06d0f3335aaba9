"""A new epoch: the journal is begun anew, and what is still needed goes with it.

Decides what that is.  Loaded when it is needed, and that is once in an evening.
"""

from schiri_engines.seats import LETTERS

from .match import Match, new_text

# How many of the last events a new epoch holds as well.
CARRIED = 8


def close_epoch(match: Match, now_ms: int) -> None:
    """Begin the journal anew between two games, all of which a PC has on its disk."""
    match.journal.erase(_score(match))
    match.resume(False)


def renew(match: Match, now_ms: int) -> None:
    """Begin the journal anew in the midst of a game, which goes on from where it is.

    The new epoch holds how the game began, where it stood before the last events, and these.  Then
    the position is put once more: its history begins there, for a PC that has seen all of it as
    for one that has not.
    """
    if match.table is None:
        close_epoch(match, now_ms)
        return
    journal, was_resumed = match.journal, match.is_resumed
    match.count_wins(-1)
    epoch, last, began = journal.epoch, journal.last, match.first
    first, place = began, match.place
    texts = _score(match)
    is_cut = last - began >= 2 * CARRIED
    if is_cut:
        cuts = match.fold(last + 1, last - CARRIED + 1)
        # Without one it was over long ago.
        first, place, _ = cuts[0] if cuts else (last + 1, journal.end, 0)
        if cuts:
            match.fold(first)
            texts += _base(match)
    copies = last - first + 1
    upto = 1 + len(texts) + copies
    journal.erase((f"after {epoch} {last} {copies} {upto} {began}",) + texts, place)
    match.resume(was_resumed)
    if is_cut and match.table and match.outcome is None:
        match.do(now_ms, ("set", "position", match.game.position()))


def _score(match: Match) -> tuple:
    """Return the text that keeps the score of the evening, if there is one."""
    counts = [str(match.wins.get(letter, 0)) for letter in LETTERS[:4]]
    return ("score " + " ".join(counts),) if counts != ["0"] * len(counts) else ()


def _base(match: Match) -> tuple:
    """Return the texts that lead to where the game stands now."""
    board = ("board " + match.options["board"],) if "board" in match.options else ()
    new = new_text(match.game_name, match.options, match.seats)
    turn = match.table.text(("set", "turn", match.table.turn))
    return board + (new, turn, "set position " + match.game.position())
