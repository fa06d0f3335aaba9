"""What each game adds to states and events, one game a file.

Decides which view is whose.
"""

from schiri_engines.refusals import MalformedText

from schiri.games.adapter import View
from schiri.games.drehwurm.adapter import DrehwurmView
from schiri.games.joggle.adapter import JoggleView
from schiri.games.switch.adapter import SwitchView
from schiri.games.zwoggel.adapter import ZwoggelView

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
