"""The buttons of a device that have an effect now, so that views can disable the others.

It repeats the behaviour of the device's modes, and a test compares the two.
"""

from schiri.table.state import TableState

STICK = "up down left right press "
# The buttons with an effect, by mode, or by mode and step.  In any other mode all have one.
# The step is the phase of the game, or the stage of the device's own move.
BUTTONS = {
    "choose": "left right red blue white press black",
    "options": "left right red blue white press black yellow",
    "rules": "left right red blue white press black",
    "place": STICK + "white black hold-black",
    "play": STICK + "yellow hold-yellow black hold-black",
    "play device": STICK + "white black hold-black",
    "play thinking": STICK + "black hold-black",
    "dice": STICK + "yellow black hold-black",
    "dice roll": STICK + "red green blue yellow white hold-white black hold-black",
    "finished": "yellow white black hold-black",
    "menu": "left right red blue white press black",
    "correct": STICK + "blue black white",
}


def does_something(table: TableState, button: str) -> bool:
    """Return whether a button of the device does something now.

    >>> from schiri.device.reports import DeviceStatus, DeviceView
    >>> menu = TableState(device=DeviceView(status=DeviceStatus("menu", "-", "-")))
    >>> does_something(menu, "red"), does_something(menu, "up"), does_something(menu, "a1")
    (True, False, True)
    >>> does_something(TableState(), "up")
    True
    """
    now = table.device.status
    if now is None:
        return True
    step = now.own_step or (table.game.state.phase if table.game else "")
    named = BUTTONS.get(f"{now.mode} {step}") or BUTTONS.get(now.mode)
    # A refusal may have wanted a second press.
    if named is None or (button == "white" and table.refusal):
        return True
    # A key of a grid is a cell.
    return button in named.split() or button[-1:].isdigit()
