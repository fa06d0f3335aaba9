"""The modes of the device, and which follows which.

Decides the way from one to the next; what a mode does is in its own file.
"""

from ..link.lines import row_of

# A mode, the word it ended with, the next mode; "table" is the one that the game's phase needs,
# "before" the one that was shown before.  One string, for so many pairs would fill a small heap.
TRANSITIONS = """
choose chosen options
choose back resume
options chosen lay
options back choose
options rules rules
rules back options
rules paint paint
paint done rules
lay done table
lay back options
place done table
place undone table
place menu menu
play over finished
play undone put-right
play menu menu
dice over finished
dice undone put-right
dice menu menu
finished again lay
finished undone put-right
finished menu menu
put-right done table
put-right undone put-right
put-right menu menu
menu back table
menu ask ask
menu correct correct
menu pause pause
menu leave choose
ask done table
correct done table
pause done table
resume done table
resume back choose
keep done before
failed done table
failed leave choose
panel gone choose
panel off choose
"""

# Which mode a phase of the table needs.
OF_PHASE = {
    "place": "place",
    "choose": "place",
    "play": "play",
    "roll": "dice",
    "move": "dice",
    "over": "finished",
}


def next_mode(mode: str, word: str) -> str:
    """Return the mode that follows one which ended with a word.

    >>> next_mode("lay", "done")
    'table'
    """
    return row_of(TRANSITIONS, mode + " " + word)
