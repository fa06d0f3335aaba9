"""The modes there are, all loaded at the start: loading one takes longer than a press may."""

from .ask import Ask
from .choose import Choose, Options
from .correct import Correct
from .dice import Dice
from .finished import Finished
from .lay import Lay
from .menu import Menu
from .paint import Paint
from .pause import Pause
from .place import Place
from .play import Play
from .put_right import PutRight
from .rules import Rules

MODES = {
    "choose": Choose,
    "options": Options,
    "rules": Rules,
    "paint": Paint,
    "lay": Lay,
    "place": Place,
    "play": Play,
    "dice": Dice,
    "finished": Finished,
    "put-right": PutRight,
    "menu": Menu,
    "ask": Ask,
    "correct": Correct,
    "pause": Pause,
}
