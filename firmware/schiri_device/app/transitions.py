"""The modes of the device, and which follows which.

Decides the way from one to the next; what a mode does is in its own file.
"""

from ..link.texts import row_of

# A mode, the word it ended with, the next mode; "table" is the one that the game's phase needs, by
# the rows of that name, "before" the one that was shown before, "first" the one to begin with.  One
# string, for so many pairs would fill a small heap.
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
lay leave choose
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
aside cleared choose
rescue cleared choose
rescue kept first
failed done table
failed leave choose
panel gone first
panel off first
table place place
table choose place
table play play
table roll dice
table move dice
table over finished
"""

# What lies in memory only until a game begins.
CHOOSING_MODES = ("choose", "options", "rules", "paint")


def next_mode(mode: str, word: str) -> str:
    """Return the mode that follows one which ended with a word.

    >>> next_mode("lay", "done")
    'table'
    """
    return row_of(TRANSITIONS, mode + " " + word)


def modes_for(game: str) -> dict:
    """Return the class of each mode that there is with this game in memory, loading it.

    >>> sorted(set(modes_for("joggle")) ^ set(modes_for("switch")))
    ['dice', 'place']
    """
    from . import notices, play, table

    modes = {
        "lay": play.Lay,
        "resume": play.Resume,
        "play": play.Play,
        "finished": table.Finished,
        "menu": table.Menu,
        "ask": table.Ask,
        "pause": table.Pause,
        "correct": table.Correct,
        "put-right": table.PutRight,
        "keep": notices.CompactingNotice,
        "restart": notices.Restart,
        "aside": notices.Aside,
        "rescue": notices.Aside,
        "failed": notices.Failed,
    }
    if game == "joggle":
        from ..games.dice import Dice

        modes["dice"] = Dice
    else:
        from ..games.place import Place

        modes["place"] = Place
    return modes


def choosing_modes() -> dict:
    """Return the class of each mode that there is before a game begins, loading it."""
    from . import choosing

    return {
        "choose": choosing.Choose,
        "options": choosing.Options,
        "rules": choosing.Rules,
        "paint": choosing.Paint,
    }
