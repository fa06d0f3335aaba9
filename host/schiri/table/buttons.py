"""The buttons of a device that have an effect now, so that views can disable the others.

Decides nothing: it repeats the behaviour of the device's modes, and a test compares the two.
"""

from typing import NamedTuple

from schiri.table.state import TableState

STICK = "up down left right press "
# By mode, or by mode and phase, the buttons that do something; in a mode that is not here all do.
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


class Step(NamedTuple):
    """The state of a device: its mode, the phase of the game, and whether a refusal is lit.

    Shape: ``mode`` is "" while no device answers; ``phase`` is "thinking" while it searches for its
    own move, "device" while it shows one.
    """

    mode: str
    phase: str = ""
    is_refused: bool = False


def step_of(state: TableState) -> Step:
    now, phase = state.device.status, state.state.phase if state.state else ""
    phase = (now.own_step if now else "") or phase
    return Step(now.mode if now else "", phase, state.refusal is not None)


def does_something(step: Step, button: str) -> bool:
    """Return whether a button does something.

    >>> does_something(Step("play", "play"), "red"), does_something(Step("dice", "roll"), "red")
    (False, True)
    >>> does_something(Step("play", "play"), "a1"), does_something(Step("pause"), "red")
    (True, True)
    """
    named = BUTTONS.get(f"{step.mode} {step.phase}") or BUTTONS.get(step.mode)
    if named is None:
        return True
    if button == "white" and step.is_refused:
        # It may have wanted a second press.
        return True
    # A key of a grid is a cell.
    return button in named.split() or button[-1:].isdigit()
