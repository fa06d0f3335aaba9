"""Putting a game where it stands: what must be set by hand in another one for that.

Decides which entries those are.  A device loads it when its journal is begun anew.
"""

# A free set-up may not end connected, though the game it leads to may stand so.
_QUIET = "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb "


def setup_entries(table) -> list:
    """Return the entries that put a table with the same options where this one stands.

    Shape: of a game that is not over; the other one is new, or stood there before.
    """
    game = table.game
    turn, position = ("set", "turn", table.turn), ("set", "position", game.position())
    if game.phase in ("roll", "move"):
        # The side tells whose turn it is, but for partners; and who is given it has not rolled.
        has_partners, has_rolled = len(game.colours) > 2, game.phase == "move"
        return [position] + [turn] * has_partners + [position] * (has_partners and has_rolled)
    if game.standing()[1]:
        return [turn, ("set", "position", _QUIET + game.side), position]
    if game.phase == "place":
        # Whoever is not on turn as the stones are laid counts as the one that starts; who placed
        # first follows from those that lie.
        before = 1 - game._setup.starter if game._setup.starter >= 0 else table.turn
        return [("set", "turn", before), position, turn]
    return [turn, position]
