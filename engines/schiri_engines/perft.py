"""Counting move sequences: the fingerprint of a game's rules.

Decides what perft counts.  Must not know any game.
"""


def perft(game, depth: int) -> int:
    """Return the number of move sequences of exactly ``depth`` plies.

    What a ply is the game says: in Joggle a roll with its move, or a roll that passes.

    A game that ends earlier contributes nothing beyond its end.  Every position, leaves
    included, is made and its outcome determined: nothing is counted in bulk.

    >>> from schiri_engines.switch import Switch
    >>> perft(Switch({"repetition": "off"}), 2)
    1248
    """
    if depth == 0:
        return 1
    total = 0
    # The moves still to be tried at each ply; devices have no stack for recursion.
    plies = [game.plies()]
    while plies:
        for move in plies[-1]:
            game.push(move)
            over = game.outcome()
            if len(plies) == depth:
                total += 1
            elif not over:
                plies.append(game.plies())
                break
            game.pop()
        else:
            plies.pop()
            if plies:
                game.pop()
    return total
