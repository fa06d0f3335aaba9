"""Which buttons of a device have an effect now, so that views can disable the others.

`schiri_device.link.modes` has them by mode.
"""

from schiri_device.link.modes import ANY, CELL, IDLE, MODES, MOVE, presses_in

from schiri.device.reports import DeviceView

# The buttons of presses that differ between builds.
STICK = {CELL: ("press",), MOVE: ("up", "down", "left", "right")}


def does_something(device: DeviceView, phase: str, button: str) -> bool:
    """Return whether a button of the device does something now.

    Shape: ``phase`` is that of the game, "" for none.

    >>> from schiri.device.reports import DeviceStatus
    >>> menu = DeviceView(status=DeviceStatus("menu", "-", "-"))
    >>> [does_something(menu, "", button) for button in ("red", "up", "a1")]
    [True, False, True]
    >>> does_something(DeviceView(), "", "up")
    True
    """
    now = device.status
    presses = presses_in(now.mode) if now and now.mode in MODES else [ANY]
    # A refusal may have asked for a second press.
    if now is None or ANY in presses or (button == "white" and device.refusal):
        return True
    step = now.own_step or phase
    idle = IDLE.get(f"{now.mode} {step}", IDLE.get(now.mode, "")).split()
    buttons = {name for press in presses for name in STICK.get(press, (press,))} - {*idle}
    # A key of a grid is a cell.
    return button in buttons or button[-1:].isdigit()
