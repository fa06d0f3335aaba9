"""What each game adds to states and events, one game a file.

Decides which view is whose.
"""

from schiri_engines.refusals import MalformedText

from schiri.games.adapter import GameAdapter
from schiri.games.drehwurm.adapter import DrehwurmAdapter
from schiri.games.joggle.adapter import JoggleAdapter
from schiri.games.switch.adapter import SwitchAdapter
from schiri.games.zwoggel.adapter import ZwoggelAdapter

ADAPTERS: dict[str, GameAdapter] = {
    "switch": SwitchAdapter(),
    "joggle": JoggleAdapter(),
    "zwoggel": ZwoggelAdapter(),
    "drehwurm": DrehwurmAdapter(),
}


def adapter_of(game: str) -> GameAdapter:
    """Return the view of a game.

    Raises: MalformedText (unknown-game).
    """
    if game not in ADAPTERS:
        raise MalformedText("unknown-game", game, " ".join(ADAPTERS))
    return ADAPTERS[game]
