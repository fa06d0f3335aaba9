"""The buttons of a device that have an effect now, so that views can disable the others.

`schiri_device.link.modes` has them by mode.
"""

from schiri_device.link.modes import ANY, CELL, IDLE, MODES, MOVE, presses_in

from schiri.table.state import TableState

# The buttons of presses that the builds do in different ways.
STICK = {CELL: ("press",), MOVE: ("up", "down", "left", "right")}


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
    presses = presses_in(now.mode) if now and now.mode in MODES else [ANY]
    # A refusal may have wanted a second press.
    if now is None or ANY in presses or (button == "white" and table.refusal):
        return True
    step = now.own_step or (table.game.state.phase if table.game else "")
    idle = IDLE.get(f"{now.mode} {step}", IDLE.get(now.mode, "")).split()
    buttons = {name for press in presses for name in STICK.get(press, (press,))} - {*idle}
    # A key of a grid is a cell.
    return button in buttons or button[-1:].isdigit()
