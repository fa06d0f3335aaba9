"""The modes there are, loaded at the start: loading one takes longer than a press may.

Decides which of them a grid has: boards that fill eight by eight need two more.  Those that no
press leads to are loaded when they are needed.
"""

from .ask import Ask
from .choose import Choose, Options
from .correct import Correct
from .finished import Finished
from .lay import Lay, Resume
from .menu import Menu
from .pause import Pause
from .place import Place
from .play import Play
from .put_right import PutRight
from .rules import Rules

MODES = {
    "choose": Choose,
    "options": Options,
    "rules": Rules,
    "lay": Lay,
    "place": Place,
    "play": Play,
    "finished": Finished,
    "put-right": PutRight,
    "menu": Menu,
    "ask": Ask,
    "correct": Correct,
    "pause": Pause,
    "resume": Resume,
}
FULL_SIZE = 8


def modes_for(size: int) -> dict:
    """Return the class of each mode that a grid of this size has.

    >>> sorted(set(modes_for(8)) - set(modes_for(5)))
    ['dice', 'paint']
    """
    modes = dict(MODES)
    if size >= FULL_SIZE:
        from .dice import Dice
        from .paint import Paint

        modes["dice"] = Dice
        modes["paint"] = Paint
    return modes


def rare_mode(name: str):
    """Return the class of a mode that no press leads to.

    >>> rare_mode("keep").__name__
    'Keep'
    """
    from .signs import Failed, Keep

    return Keep if name == "keep" else Failed
