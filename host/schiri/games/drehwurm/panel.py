"""A device as the panel of races: who has which button, and what its lights show.

Decides pictures and colours.  Must not know who was first, nor what is legal.
"""

from collections.abc import Iterable, Sequence

from schiri_device.builds import Build
from schiri_device.builds.build import COLOURED
from schiri_device.builds.panels import CARD_CONTROLS, LETTER


class Seats:
    """Who has which coloured button, and what each button of a build means.

    >>> from schiri_device.builds import load
    >>> seats = Seats(load("cursor"), 3)
    >>> [seats.assign(button) for button in ("blue", "blue", "press", "red", "black", "green")]
    [True, False, False, True, True, False]
    >>> seats.meaning("red"), seats.meaning("press"), seats.meaning("white"), seats.is_full
    (1, 'turned', None, True)
    """

    def __init__(self, build: Build, count: int, buttons: Sequence[str] = ()) -> None:
        self.buttons = list(buttons)
        self._count = count
        self._controls = {
            button: control
            for control, buttons in CARD_CONTROLS[build.name].items()
            for button in buttons
        }

    @property
    def letters(self) -> str:
        """The colours of those who have one, in their order."""
        return "".join(LETTER[button] for button in self.buttons)

    @property
    def is_full(self) -> bool:
        """Whether everybody has a colour."""
        return len(self.buttons) == self._count

    def assign(self, button: str) -> bool:
        """Assign this colour to the next player; return whether it was free."""
        if self.is_full or button not in COLOURED or button in self.buttons:
            return False
        self.buttons.append(button)
        return True

    def meaning(self, button: str) -> int | str | None:
        """Return the seat of a button, or what it says; None for nothing."""
        if button in self.buttons:
            return self.buttons.index(button)
        return self._controls.get(button)

    def letter(self, seat: int) -> str:
        """Return the colour of a seat in a picture."""
        return LETTER[self.buttons[seat]]


def buttons_of(letters: str, count: int) -> tuple[str, ...]:
    """Return the buttons of the seats that a log names, none where it does not name them all.

    >>> buttons_of("uwr", 3), buttons_of("uw", 3), buttons_of("xyz", 3), buttons_of("rrr", 3)
    (('blue', 'white', 'red'), (), (), ())
    """
    found = [button for letter in letters for button in COLOURED if LETTER[button] == letter]
    return tuple(found) if len(set(found)) == count == len(letters) else ()


def race_picture(
    size: int, order: Sequence[str], false_starts: Iterable[str], is_open: bool = True
) -> str:
    """Return the claims from the top, longer the earlier; at the right false starts and the window.

    Shape: colours of seats, as letters.

    >>> race_picture(5, "yr", "b")
    '....o....ob...!rrr.oyyyyo'
    """
    late = [letter for letter in false_starts if letter not in order]
    side = "o" if is_open else "."
    rows = []
    for at, letter in enumerate([*order, *late][:size]):
        length = max(1, size - 1 - at) if at < len(order) else 1
        mark = "!" if letter in false_starts else side
        rows.append((letter * length).ljust(size - 1, ".") + mark)
    rows += ["." * (size - 1) + side] * (size - len(rows))
    return "".join(reversed(rows))
