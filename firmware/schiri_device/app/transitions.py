"""The modes of the device, and which follows which.

Decides which mode follows; what a mode does is in its own file.
"""

from ..link.texts import row_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .protocols import Classes

# A mode, the word it ended with, the next mode; "table" is the one that the game's phase needs, and
# says that the real board lies right; "game" is the same, unless that is still to be put right;
# "before" the one that was shown before, "first" the one to begin with.  The rows of a game's own
# modes are its adapter's.  One string, for so many pairs would fill a small heap.
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
restart undone keep
keep done before
aside cleared choose
rescue cleared choose
rescue kept first
failed done game
failed leave choose
panel gone first
panel off first
"""

# Why we start anew.
CHOOSING, GOING_ON, LEAVING = 1, 2, 3
# What lies in memory only while it is shown.
CORRECT = "correct"
# What lies in memory only until a game begins.
CHOOSING_MODES = ("choose", "options", "rules", "paint")


def next_mode(mode: str, word: str, rows: str = "\n") -> str:
    """Return the mode that follows one which ended with a word.

    Shape: ``rows`` are those of the modes that only the game in memory has.

    >>> next_mode("lay", "done"), next_mode("swap", "done", chr(10) + "swap done table" + chr(10))
    ('table', 'table')
    """
    pair = mode + " " + word
    return row_of(rows if "\n" + pair + " " in rows else TRANSITIONS, pair)


def common_modes() -> "Classes":
    """Return the class of each mode that there is with any game in memory, loading it."""
    from . import notices, play, table

    return {
        "lay": play.Lay,
        "resume": play.Resume,
        "play": play.Play,
        "finished": table.Finished,
        "menu": table.Menu,
        "ask": table.Ask,
        "pause": table.Pause,
        "put-right": table.PutRight,
        "keep": notices.CompactingNotice,
        "restart": notices.Restart,
        "aside": notices.Aside,
        "rescue": notices.Aside,
        "failed": notices.Failed,
    }


def correcting_mode() -> "Classes":
    """Return the class of the mode that corrects the lights, loading it."""
    from .correct import Correct

    return {CORRECT: Correct}


def choosing_modes() -> "Classes":
    """Return the class of each mode that there is before a game begins, loading it."""
    from . import choosing

    return {
        "choose": choosing.Choose,
        "options": choosing.Options,
        "rules": choosing.Rules,
        "paint": choosing.Paint,
    }
