"""The modes there are, all loaded at the start: loading one takes longer than a press may."""

from .ask import Ask
from .choose import Choose, Options
from .correct import Correct
from .finished import Finished
from .lay import Lay
from .menu import Menu
from .pause import Pause
from .place import Place
from .play import Play
from .put_right import PutRight

MODES = {
    "choose": Choose,
    "options": Options,
    "lay": Lay,
    "place": Place,
    "play": Play,
    "finished": Finished,
    "put-right": PutRight,
    "menu": Menu,
    "ask": Ask,
    "correct": Correct,
    "pause": Pause,
}
