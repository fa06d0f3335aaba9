"""Races: presses with the times of one clock, and the proof of each race.

Decides which presses belong to a window, the form of a race in a log, the buttons and keys of the
players, and the lights.  Must not decide who was first: the engines' judge does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, Self, cast

from schiri_device.builds import COLOURED, Build
from schiri_engines.race import HALF_PERIOD, PERIOD, RaceConditions, Verdict, elapsed

from schiri.json_object import Record
from schiri.panels import CARD_CONTROLS, LETTER

if TYPE_CHECKING:
    from schiri_engines.race import Claims
    from schiri_engines.table import Table

# The option that selects races, its value with races, and its value without them, when each card is
# entered instead.
MODE, WITH_RACES, WITHOUT_RACES = "mode", "fast", "full"
# How late a press from before the turning may arrive, because its contact bounced or a view was
# slow.
LATEST_MS = 1000
# The resolution of times: the device's two scanners run apart, each once a tick, and a tick is cut
# to whole ms; a touch screen is read 60 times a second.
PANEL_SCAN_MS = 2
VIEW_SCAN_MS = 16
# How far a view's clock may be off before it is set again; it stops while a phone sleeps.
MOST_OFF_MS = 1000


def has_races(options: Mapping[str, str]) -> bool:
    """Return whether a match with these options has races.

    >>> has_races({"mode": "fast", "lockout-ms": "1000"}), has_races({"mode": "fast"})
    (True, False)
    """
    return "lockout-ms" in options and options[MODE] == WITH_RACES


class RaceProof(Record):
    """The data that decided a race.

    Shape: ``closed`` is None while it is open; ``presses`` are pairs of a tick and a seat.
    Units: milliseconds, or ticks of the device's clock.
    """

    idle: int
    opened: int
    closed: int | None
    scan_ms: int
    false_start_ms: int
    lockout_ms: int
    presses: tuple[tuple[int, int], ...]

    @classmethod
    def parse(cls, value: object) -> Self:
        """Return the proof of an object without other keys.

        Raises: ValueError (no proof).
        """
        proof = super().parse(value)
        assert isinstance(value, Mapping)
        if set(value) != set(proof.json()) or any(len(press) != 2 for press in proof.presses):
            raise ValueError(value)
        return proof

    def race(self, turner: int, seats: int) -> RaceConditions:
        """Return the race that is to be judged."""
        race = RaceConditions(turner, seats, self.idle, self.opened, self.closed)
        race.scan_ms, race.false_start_ms = self.scan_ms, self.false_start_ms
        race.lockout_ms = self.lockout_ms
        return race


def proof_of(race: RaceConditions, presses: Sequence[tuple[int, int]]) -> RaceProof:
    """Return the proof of a race.

    >>> proof_of(RaceConditions(0, 3, 5, 5, None), [(9, 1)]).json()["presses"]
    [[9, 1]]
    """
    ticks = race.idle, race.opened, race.closed
    limits = race.scan_ms, race.false_start_ms, race.lockout_ms
    return RaceProof(*ticks, *limits, tuple(presses))


class Racing(Protocol):
    """A game of a match with races: who turned a pile last, and the ms of each seat that claimed.

    Shape: while a race is open the phase is "race".
    """

    turner: int
    claims: Claims


class RacingMatch(Protocol):
    """A match with races, and its game."""

    game: Racing


def claims_of(proof: RaceProof, table: Table) -> str:
    """Return the command for the claims of a proof, "" if there are none.

    Claims that are already known are left out.
    Raises: ValueError (no race is open now).
    """
    if table.phase != "race":
        raise ValueError(table.phase)
    names, game = table.names, cast(RacingMatch, table.game).game
    order = proof.race(game.turner, len(names)).judge(proof.presses).order
    named = dict(game.claims)
    # A tie with an earlier claim gets that claim's ms.
    ties = {ms: named[seat] for seat, ms, _ in order if seat in named}
    claims = [f"{names[seat]}:{ties.get(ms, ms)}" for seat, ms, _ in order if seat not in named]
    return " ".join(["race", *claims]) if claims else ""


class ViewClocks:
    """The clocks of views, set by the table's clock.

    The first press of a view counts from its arrival, later ones by the view's own clock: so
    presses at one view keep their intervals, whatever their delays.

    >>> clocks = ViewClocks()
    >>> clocks.time(5000, (1, 70)), clocks.time(5290, (1, 320))
    (5000, 5250)
    """

    def __init__(self) -> None:
        self._ahead_ms: dict[int, int] = {}

    def forget(self) -> None:
        """Set each clock again at the next press, because clocks drift."""
        self._ahead_ms = {}

    def time(self, received_ms: int, stamp: tuple[int, int] | None) -> int:
        """Return the time of a press by the table's clock.

        Shape: ``stamp`` is the number of a view, and the ms of its clock.
        """
        if stamp is None:
            return received_ms
        view, ms = stamp
        ahead = received_ms - ms
        if abs(ahead - self._ahead_ms.get(view, ahead)) > MOST_OFF_MS:
            del self._ahead_ms[view]
        return ms + self._ahead_ms.setdefault(view, ahead)


class RaceWindow:
    """The window that is open, or the last one and the time since it closed.

    Units: ``now_ms`` is the time of any monotonic clock.
    """

    def __init__(self, seats: int, options: Mapping[str, str], now_ms: int) -> None:
        self._seats = seats
        self._options = options
        self._idle_ms = now_ms
        self._presses: list[tuple[int, int]] = []
        self._race: RaceConditions | None = None
        self.is_open = False

    def open(self, now_ms: int, turner: int) -> None:
        """Open a window; one that was open until now closes."""
        self.close(now_ms)
        self._race = RaceConditions(
            turner, self._seats, self._idle_ms % PERIOD, now_ms % PERIOD, None
        )
        self._race.scan_ms = PANEL_SCAN_MS
        self._race.false_start_ms = int(self._options["false-start-ms"])
        self._race.lockout_ms = int(self._options["lockout-ms"])
        self.is_open = True

    def close(self, now_ms: int) -> None:
        """Close the window, if one is open."""
        if self.is_open:
            self.is_open, self._idle_ms, self._presses = False, now_ms, []

    def go_back(self, turner: int, named: Sequence[int]) -> None:
        """Restore the window of this turner with these claims, after an undo.

        An earlier window is no longer known and stays closed.
        """
        self.is_open = self._race is not None and self._race.turner == turner
        if self._race:
            opened = self._race.opened
            self._presses = [
                (tick, seat)
                for tick, seat in self._presses
                if seat in named or elapsed(tick, opened) < 0
            ]

    def press(self, now_ms: int, seat: int, scan_ms: int = PANEL_SCAN_MS) -> None:
        """Add a press with its precision; the worst precision decides what counts as a tie.

        In a window that was open for days, a press gets the latest possible time.
        """
        tick = now_ms % PERIOD
        if self._race and self.is_open:
            self._race.scan_ms = max(self._race.scan_ms, scan_ms)
            if elapsed(tick, self._race.opened) < -LATEST_MS:
                tick = (self._race.opened + HALF_PERIOD - 1) % PERIOD
        self._presses.append((tick, seat))

    def verdict(self) -> Verdict:
        """Return the verdict so far."""
        assert self._race is not None
        return self._race.judge(self._presses)

    def proof(self) -> RaceProof:
        """Return the proof so far."""
        assert self._race is not None
        return proof_of(self._race, self._presses)


class Seats:
    """The coloured buttons of the seats, and the meaning of each button of a build.

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
        self._controls = CARD_CONTROLS[build.name]

    @property
    def letters(self) -> str:
        """The colours of the players who have one, in order, as letters of a picture."""
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

    def free(self, command: str) -> str | None:
        """Return a button for a command that is nobody's seat, or None.

        >>> from schiri_device.builds import load
        >>> seats = Seats(load("feel5"), 2, ("red", "green"))
        >>> seats.free("turned"), seats.meaning("yellow"), seats.meaning("red")
        ('yellow', 'turned', 0)
        """
        buttons = self._controls.get(command, ())
        return next((button for button in buttons if button not in self.buttons), None)

    def meaning(self, button: str) -> int | str | None:
        """Return the seat of a button, or its command, or None."""
        if button in self.buttons:
            return self.buttons.index(button)
        found = (control for control, buttons in self._controls.items() if button in buttons)
        return next(found, None)


def buttons_of(letters: str, count: int) -> tuple[str, ...]:
    """Return the buttons of the seats in a log, empty unless all are named.

    >>> buttons_of("uwr", 3), buttons_of("uw", 3), buttons_of("xyz", 3), buttons_of("rrr", 3)
    (('blue', 'white', 'red'), (), (), ())
    """
    found = [button for letter in letters for button in COLOURED if LETTER[button] == letter]
    return tuple(found) if len(set(found)) == count == len(letters) else ()


def race_picture(
    size: int, order: Sequence[str], false_starts: Iterable[str], is_open: bool = True
) -> str:
    """Return the claims from the top, earlier ones longer; at the right the false starts and the
    window.

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
