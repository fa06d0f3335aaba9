"""What a device is asked so that a game begins.

Decides which options need not be told, for lines are short, and that a painted board goes before
its game.
"""

from collections.abc import Mapping

from schiri_device.link.texts import new_text
from schiri_engines.options import chosen_options
from schiri_engines.registry import game_class
from schiri_engines.table import SEAT_LETTERS


def requests_for(game: str, seats: int, options: Mapping[str, str]) -> list[str]:
    """Return the requests that begin a game for so many people.

    >>> requests_for("switch", 2, {"layout": "2", "start": "b"})
    ['new switch AB layout=2']
    >>> requests_for("switch", 2, {"device-b": "4", "hints-b": "3"})
    ['new switch AB device-b=4']
    """
    usual = chosen_options(game_class(game).OPTIONS, {})
    told = {name: value for name, value in options.items() if value != usual[name]}
    for name in [name for name in told if name.startswith("device-")]:
        # The device needs no hints.
        told.pop(name.replace("device-", "hints-"), None)
    requests = []
    if "board" in told:
        requests.append("board " + told["board"])
    return [*requests, new_text(game, told, SEAT_LETTERS[:seats])]
