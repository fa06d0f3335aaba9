"""What each game adds to states and events, one game a file.

Decides which view is whose.
"""

from schiri_engines.refusals import MalformedText

from .drehwurm import DrehwurmView
from .joggle import JoggleView
from .switch import SwitchView
from .view import View
from .zwoggel import ZwoggelView

VIEWS: dict[str, View] = {
    "switch": SwitchView(),
    "joggle": JoggleView(),
    "zwoggel": ZwoggelView(),
    "drehwurm": DrehwurmView(),
}


def view_of(game: str) -> View:
    """Return the view of a game.

    Raises: MalformedText (unknown-game).
    """
    if game not in VIEWS:
        raise MalformedText("unknown-game", game, " ".join(VIEWS))
    return VIEWS[game]
