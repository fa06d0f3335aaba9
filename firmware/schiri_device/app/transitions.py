"""The transitions between the modes of the device.

Decides only that; what a mode does is in its own file.
"""

from ..link.texts import table_row

# A mode, its result, the next mode.  Four are no modes but *questions* that the device answers:
# `game` the mode that the game needs, `table` the same if the real board is right, `before` the
# mode before, `first` the first mode.  A game's adapter has the rows of its own modes and phases.
# One string, because so many pairs would fill a small heap.
TRANSITIONS = """
choose chosen options
choose restart restart
choose back resume
options chosen lay
options back choose
options rules rules
rules back options
rules paint paint
paint done rules
lay done table
lay back options
lay over finished
lay leave choose
play over finished
play undone put-right
play menu menu
finished again lay
finished undone put-right
finished menu menu
put-right done table
put-right undone put-right
put-right menu menu
menu back game
menu ask ask
menu correct correct
menu pause pause
menu leave choose
ask done game
correct done game
pause done game
resume done table
resume back choose
restart undone compacting
compacting done before
aside cleared choose
rescue cleared choose
rescue kept first
failed done game
failed leave choose
panel gone first
panel off first
table right game
game wrong put-right
game over finished
game play play
first broken aside
first marked compacting
first chosen options
first empty choose
first begun lay
first played resume
"""
QUESTIONS = ("game", "table", "before", "first")

# A mode and its overlay: none without a row, `any` for the loaded one.  A notice is loaded in
# addition to it, and `laying` in addition to `choosing`.
OVERLAY_OF = """
choose choosing
options choosing
rules choosing
paint choosing
menu menu
ask menu
pause menu
finished finished
correct menu
lay laying
resume laying
put-right laying
compacting notice
restart notice
aside notice
rescue notice
failed any
panel any
"""

# Why we restart.
CHOOSING, GOING_ON, LEAVING = 1, 2, 3


def next_mode(mode: str, word: str, rows: str = "\n") -> str:
    """Return the mode or question that follows a mode with this result.

    Shape: ``rows`` are those of the game in memory.

    >>> next_mode("lay", "done"), next_mode("swap", "done", chr(10) + "swap done table" + chr(10))
    ('table', 'table')
    """
    pair = mode + " " + word
    return table_row(rows if "\n" + pair + " " in rows else TRANSITIONS, pair)


def overlay_of(mode: str, now: str) -> str:
    """Return the overlay of a mode, "" for none, while another one is loaded.

    >>> overlay_of("rules", ""), overlay_of("panel", "choosing"), overlay_of("play", "choosing")
    ('choosing', 'choosing', '')
    """
    if "\n" + mode + " " not in OVERLAY_OF:
        return ""
    name = table_row(OVERLAY_OF, mode)
    return now if name == "any" else name
