"""A device as the panel of a card game: what its lights show, which of its presses count.

Decides pictures, and who has which colour.  Must not know who was first, nor what is legal; no
I/O: requests go to whoever asks the device.
"""

from collections.abc import Callable, Iterable, Sequence

from schiri_device.builds import Build
from schiri_device.builds.build import COLOURED
from schiri_device.builds.panels import CONTROLS, LETTER
from schiri_engines.grid import cell_text

from schiri.device.reports import Answered, Connected, Lost, Pressed, Report
from schiri.games.zwoggel.field import FieldView, Place

ON = "on"
AWAY = "off"
# What a picture shows for a card, and for one that was turned up just now.
CARDS = {"": ".", "down": "b", "red": "r", "green": "g", "hole": "u"}
TURNED = {"red": "R", "green": "G"}


class Panel:
    """The panel of one table.

    Shape: ``ask`` brings a request to the device.  One picture is on its way at a time; of those
    that follow only the newest is sent.
    """

    def __init__(self, build: Build, ask: Callable[[str], None]) -> None:
        self.build = build
        self._ask = ask
        self._is_connected = False
        self._is_on = False
        # Whether a run of ours was asked for, and was begun.
        self._is_asked = False
        self._is_begun = False
        self._wanted = ""
        self._shown = ""
        self._is_waiting = False

    @property
    def is_up(self) -> bool:
        """Whether presses count."""
        return self._is_connected and self._is_on

    def begin(self) -> None:
        """Begin: a device is connected."""
        self._is_connected = True
        self._shown = ""
        if not self._is_begun:
            self._is_asked = self._is_waiting = True
            self._ask("panel new")
        else:
            self._is_waiting = False
            self._send()

    def show(self, picture: str) -> None:
        """Show this."""
        self._wanted = picture
        self._send()

    def press(self, button: str) -> None:
        """Press a button from afar; the device stamps it, as it does all others."""
        self._ask(f"press {button}")

    def end(self) -> None:
        """Let go of the device."""
        if self._is_asked:
            self._ask("panel off")

    def take(self, report: Report) -> Pressed | None:
        """Take a report; return a press that counts, or the beginning and end of presses."""
        if isinstance(report, Connected):
            self.begin()
        elif isinstance(report, Lost):
            self._is_connected = False
        elif isinstance(report, Answered) and self._is_waiting:
            self._is_begun, self._is_waiting = True, False
            self._send()
        elif isinstance(report, Pressed) and self._is_begun:
            if report.name in (ON, AWAY):
                self._is_on = report.name == ON
            return report
        return None

    def _send(self) -> None:
        if self._is_connected and not self._is_waiting and self._wanted not in ("", self._shown):
            self._shown, self._is_waiting = self._wanted, True
            self._ask(f"panel {self._wanted}")


class Seats:
    """Who has which coloured button, and what each button of a build means.

    >>> from schiri_device.builds import load
    >>> seats = Seats(load("cursor"), 3)
    >>> [seats.take(button) for button in ("blue", "blue", "press", "red", "black", "green")]
    [True, False, False, True, True, False]
    >>> seats.meaning("red"), seats.meaning("press"), seats.meaning("white"), seats.is_full
    (1, 'turned', None, True)
    """

    def __init__(self, build: Build, count: int) -> None:
        self.buttons: list[str] = []
        self._count = count
        self._controls = {
            button: control
            for control, buttons in CONTROLS[build.name].items()
            for button in buttons
        }

    @property
    def is_full(self) -> bool:
        """Whether everybody has a colour."""
        return len(self.buttons) == self._count

    def take(self, button: str) -> bool:
        """Let the next player have this colour; return whether they have it now."""
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


def turn_picture(size: int, letter: str) -> str:
    """Return a square in the colour of who is on turn.

    >>> turn_picture(5, "r")
    '......rrr..rrr..rrr......'
    """
    middle = range((size - 3) // 2, (size - 3) // 2 + 3)
    cells = ((row, file) for row in range(size) for file in range(size))
    return "".join(letter if row in middle and file in middle else "." for row, file in cells)


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


def field_picture(
    size: int, view: FieldView, low: Place, cursor: Place, chosen: Iterable[Place]
) -> str:
    """Return the part of a field that a grid shows, and its cursor where that is in it.

    >>> field_picture(2, FieldView({(0, 0): "red", (1, 1): "down"}, (0, 0)), (0, 0), (1, 0), ())
    'R..b b1'
    """
    letters = []
    for row in range(size):
        for file in range(size):
            place = low[0] + file, low[1] + row
            card, mark = view.at(place)
            letter = TURNED.get(card, CARDS[card]) if mark == "turned" else CARDS[card]
            letters.append("!" if mark == "three" else "o" if place in chosen else letter)
    file, row = cursor[0] - low[0], cursor[1] - low[1]
    if not (0 <= file < size and 0 <= row < size):
        return "".join(letters)
    return f"{''.join(letters)} {cell_text(row * size + file, size)}"
