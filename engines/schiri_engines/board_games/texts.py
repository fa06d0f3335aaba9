"""The moves of all board games as text, whichever of them is in memory.

Decides how a move is written; a device tells a PC those of a game that it has let go of as well.
"""

from ..registry import board_game, names_for

FILES = "abcdefgh"
DIE = "RGBYJ"
# Of a roll of Joggle, and that the device made it.
_ROLL, _BY_DEVICE = 3 << 14, 8


def switch_text(move: int, names: tuple[str, ...] = ()) -> str:
    """Return the text of a move of Switch.

    >>> switch_text(0 | 12 << 5), switch_text(1 << 11 | 12 | 1 << 5), switch_text(1 << 12)
    ('a1-c3', 'place c3 w', 'choose b')
    """
    colour = "bw"[move >> 5 & 1]
    if move & 1 << 12:
        return "choose " + colour
    first = FILES[move % 32 % 5] + str(move % 32 // 5 + 1)
    if move & 1 << 11:
        return "place " + first + " " + colour
    second = move >> 5 & 31
    return first + ("x" if move & 1 << 10 else "-") + FILES[second % 5] + str(second // 5 + 1)


def joggle_text(move: int, names: tuple[str, ...] = ()) -> str:
    """Return the text of a move or a roll of Joggle; a place counts tens of ranks, ones of files.

    >>> joggle_text(33 | 54 << 7 | 1 << 15), joggle_text(3 << 14 | 4), joggle_text(44)
    ('c3xd5', 'J', 'd4')
    """
    kind = move & _ROLL
    if kind == _ROLL:
        return DIE[move & 7]
    place = move & 127
    first = FILES[place % 10 - 1] + str(place // 10)
    if not kind:
        return first
    place = move >> 7 & 127
    return first + ("x" if kind == 1 << 15 else "-") + FILES[place % 10 - 1] + str(place // 10)


# The text of a move, and the bits that are set in a roll that the device made (0 without a die).
# A game that is not here has to be loaded to say it.
_TEXTS = {"switch": (switch_text, 0), "joggle": (joggle_text, _ROLL | _BY_DEVICE)}


def told_move(name: str, move: int, rolled: str) -> str:
    """Return the text of a move of this game, behind ``rolled`` where the device rolled it.

    Shape: ``move N`` where there is no such game.

    >>> told_move("joggle", 3 << 14 | 8 | 1, "rolled "), told_move("switch", 12 << 5, "rolled ")
    ('rolled G', 'a1-c3')
    """
    if name in _TEXTS:
        text, by_device = _TEXTS[name]
    elif name in names_for():
        game = board_game(name)()
        # Where there is a roll there is the other bit as well.
        bit = game.BY_DEVICE if game.ROLL else 0  # type: ignore[attr-defined]
        text, by_device = game.move_text, game.ROLL | bit
    else:
        return "move " + str(move)
    return rolled + text(move) if by_device and move & by_device == by_device else text(move)
