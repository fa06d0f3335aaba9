"""Reports of a connection about a device, and the view of it that they add up to.

Decides their form.  Must not know the messages behind them, or their handlers.
"""

import re
from typing import NamedTuple

from schiri_device.builds import Build
from schiri_device.builds.cursor import BUILD as USUAL
from schiri_device.link import modes

from schiri.errors import HostError

# A cell; a move of a board game as the device shows it, of two cells or of one with a sign: a cell
# alone is picked.
CELL = re.compile(r"[a-h][1-8]")
MOVE = re.compile(rf"({CELL.pattern})(?:[-x]({CELL.pattern})|!)")
# The buttons of presses that differ between builds.
STICK = {modes.CELL: ("press",), modes.MOVE: ("up", "down", "left", "right")}
# A hint: a move, and its value, "" if it is not known; with dice no end is certain.
HINT = re.compile(rf"({CELL.pattern})(?:[-x]({CELL.pattern}))?([-=+?])")
COMES_TO = {
    "play": {"-": "loss", "=": "draw", "+": "win", "?": ""},
    "dice": {"-": "unlikely", "=": "even", "+": "likely", "?": ""},
}


class Connected(NamedTuple):
    """A device has answered.

    Shape: in this ``epoch`` it holds the events from ``first`` to ``last``; with none of them
    ``first`` is ``last`` + 1.  ``epoch`` is "-" while its journal is set aside.
    """

    device: str
    firmware: str
    build: str
    epoch: str
    first: int
    last: int
    rules: str


# Why a device is gone although its port is open: it has restarted and wants a greeting, or it was
# silent.
ANEW = "anew"
SILENT = "silent"


class Lost(NamedTuple):
    """The device is gone for now."""

    reason: str


class WrongVersion(NamedTuple):
    """The device speaks only other versions of the protocol."""

    oldest: int
    newest: int


class EventReceived(NamedTuple):
    """An event of the device, in order and once.

    Shape: ``ago_ms`` and ``within_ms`` are None if they cannot be known.
    Units: ``at_ms`` since the beginning of the epoch, on the device's clock; it was ``ago_ms``
    before its line was read, with an error of ``within_ms``.
    """

    number: int
    at_ms: int
    text: str
    ago_ms: int | None = None
    within_ms: int | None = None


class Gone(NamedTuple):
    """Events of the device are lost: those from ``first`` to ``last``, which come next."""

    first: int
    last: int


class SetAside(NamedTuple):
    """A journal from which the device cannot continue.

    Shape: ``why`` is "broken", "rules" or "device"; ``data`` are its bytes, whole.
    """

    why: str
    data: bytes


class Snapshot(NamedTuple):
    """The game on the device's table: its beginning, and the entries not undone.

    Shape: ``began`` is empty without a game; ``last`` is the number of the last event in it.
    """

    last: int
    began: str
    entries: list[str]


class SettingsReceived(NamedTuple):
    """The settings of the device.

    Shape: words of hex digits, each an id and the values from there on.
    """

    settings: str


class RefusalReport(NamedTuple):
    """A refusal: its code, the rule's id or "", and the cells that cause it."""

    code: str
    rule: str = ""
    cells: tuple[str, ...] = ()

    @classmethod
    def of(cls, words: list[str]) -> "RefusalReport":
        """Return the refusal that a device shows or sends as an answer.

        >>> RefusalReport.of(["cell-empty", "SW-4", "c3,a1"])
        RefusalReport(code='cell-empty', rule='SW-4', cells=('c3', 'a1'))
        """
        code, rule, cells = words[:3]
        return cls(code, "" if rule == "-" else rule, () if cells == "-" else (*cells.split(","),))


class DeviceStatus(NamedTuple):
    """The state of the device.

    Shape: ``mode`` is the name of its mode, ``detail`` its state: a cell, an entry, "-"; ``cursor``
    the cell of the cursor, "-" for none.
    """

    mode: str
    detail: str
    cursor: str

    @property
    def is_thinking(self) -> bool:
        """Whether the device searches for its own move."""
        return self.mode in COMES_TO and self.detail == "thinking"

    @property
    def own_move(self) -> tuple[str, ...]:
        """The cells of the move that the device shows as its own, in their order; none without.

        >>> DeviceStatus("play", "a1xa4", "-").own_move, DeviceStatus("play", "a1", "-").own_move
        (('a1', 'a4'), ())
        >>> DeviceStatus("dice", "d4!", "-").own_move
        ('d4',)
        """
        found = MOVE.fullmatch(self.detail) if self.mode in COMES_TO else None
        return tuple(filter(None, found.groups())) if found else ()

    @property
    def hint(self) -> tuple[tuple[str, ...], str] | None:
        """The cells of a hint's move, and its value, "" if it is not known.

        >>> DeviceStatus("play", "a1-c3+", "-").hint, DeviceStatus("dice", "d4=", "-").hint
        ((('a1', 'c3'), 'win'), (('d4',), 'even'))
        """
        found = HINT.fullmatch(self.detail) if self.mode in COMES_TO else None
        if found is None:
            return None
        *cells, value = found.groups()
        return tuple(filter(None, cells)), COMES_TO[self.mode][value]

    @property
    def own_step(self) -> str:
        """The stage of a move or hint: "thinking", "device" for the device's move, a hint, or "".

        >>> [DeviceStatus("play", detail, "-").own_step for detail in ("a1xa4", "thinking", "a1")]
        ['device', 'thinking', '']
        >>> DeviceStatus("play", "a1-c3?", "-").own_step
        'hint'
        """
        if self.hint:
            return "-".join(filter(None, ("hint", self.hint[1])))
        return "device" if self.own_move else "thinking" if self.is_thinking else ""

    @property
    def felt_move(self) -> str:
        """The move that felt stones seem to be, "" for none: it may become another one.

        >>> DeviceStatus("play", "a1-c3~", "-").felt_move, DeviceStatus("play", "a1", "-").felt_move
        ('a1-c3', '')
        """
        return self.detail[:-1] if self.mode == "play" and self.detail.endswith("~") else ""

    @property
    def awaits_board(self) -> bool:
        """Whether the device waits until a real board is as it shows.

        >>> [DeviceStatus("play", detail, "-").awaits_board for detail in ("a1xa4", "a1")]
        [True, False]
        """
        return self.mode in ("lay", "resume", "put-right") or self.own_step == "device"


class TimeLeft(NamedTuple):
    """What both sides of a game with a clock have left.

    Shape: ``left_ms`` has None for a side without a limit; ``running`` is the side whose clock
    runs, None while both stand.
    Units: ``at_ms`` is when it was received, by the clock of the connection.
    """

    left_ms: tuple[int | None, int | None]
    running: int | None
    at_ms: int = 0


class Lights(NamedTuple):
    """The frame that the lights show.

    Shape: ``colours`` has red, green and blue of each pixel in the order of the chain.
    """

    colours: list[tuple[int, int, int]]


class Pressed(NamedTuple):
    """A press of a panel button; or ``on`` or ``off``, from where presses count or stop counting.

    Shape: each once and in order, number 1 the first of its ``run``.
    Units: ``tick`` in ms of the device's clock.
    """

    run: str
    number: int
    tick: int
    name: str


class Figure(NamedTuple):
    """A measurement of the device itself: figure ``at`` of ``total``, from 0."""

    at: int
    total: int
    name: str
    value: float
    unit: str


Report = (
    Connected
    | Lost
    | WrongVersion
    | EventReceived
    | Gone
    | SetAside
    | Snapshot
    | SettingsReceived
    | RefusalReport
    | DeviceStatus
    | TimeLeft
    | Lights
    | Pressed
    | Figure
)


class StonesView(NamedTuple):
    """The stones of a simulated board that feels them; each colour has half of the fields.

    Shape: ``letters`` has what lies on each cell from a1 on, ``b``, ``w`` or ``.``; ``hand`` are
    the stones in people's hands, the one lifted last at the end.  All others lie beside the board.
    ``wanted`` is what the device waits for, "" if it does not.
    """

    letters: str
    hand: str = ""
    wanted: str = ""

    def beside(self, letter: str) -> int:
        """Return how many stones of a colour lie beside the board.

        >>> StonesView("bb" + 23 * ".", "w").beside("b"), StonesView(25 * ".", "w").beside("w")
        (10, 11)
        """
        return len(self.letters) // 2 - (self.letters + self.hand).count(letter)


class DeviceView(NamedTuple):
    """Everything that a device has reported, and how it is connected.

    Shape: ``connected`` is None while no device answers, and ``missing`` says why if one is needed.
    ``build`` is that of the device, or of the last one; ``is_plugged`` is of a simulated cable,
    None for a real one; ``has_board`` says whether people have a real board.  ``disagreement`` is
    the difference between device and referee, ``refusal`` the last refusal, while it is shown.
    ``stones`` are those of a simulated board that feels them, else None.
    """

    connected: Connected | None = None
    build: Build = USUAL
    is_plugged: bool | None = None
    status: DeviceStatus | None = None
    left: TimeLeft | None = None
    lights: Lights | None = None
    missing: HostError | None = None
    disagreement: str | None = None
    refusal: RefusalReport | None = None
    has_board: bool = True
    stones: StonesView | None = None

    @property
    def feels_stones(self) -> bool:
        """Whether its board feels its stones: no field is a key."""
        return self.build.sensors is not None

    @property
    def is_confirmed(self) -> bool:
        """Whether the device waits for its real board, and nobody has one: the PC confirms."""
        is_here = self.connected is not None and not self.has_board
        return is_here and self.status is not None and self.status.awaits_board

    def has_effect(self, button: str, phase: str) -> bool:
        """Return whether a button of the device does something now, in a game of this phase.

        >>> menu = DeviceView(status=DeviceStatus("menu", "-", "-"))
        >>> [menu.has_effect(button, "") for button in ("red", "up", "a1")]
        [True, False, True]
        >>> DeviceView().has_effect("up", "")
        True
        >>> from schiri_device.builds.feel5 import BUILD
        >>> felt = DeviceView(build=BUILD, status=DeviceStatus("play", "a1-c3~", "-"))
        >>> felt.has_effect("white", "play"), felt.has_effect("up", "play")
        (True, False)
        """
        now = self.status
        presses = [modes.ANY]
        if now and now.mode in modes.MODES:
            presses = modes.presses_in(now.mode, self.feels_stones)
        # A refusal may have asked for a second press.
        if now is None or modes.ANY in presses or (button == "white" and self.refusal):
            return True
        step = now.own_step or ("felt" if now.felt_move else phase)
        idle = modes.IDLE.get(f"{now.mode} {step}", modes.IDLE.get(now.mode, "")).split()
        buttons = {name for press in presses for name in STICK.get(press, (press,))} - {*idle}
        # A key of a grid is a cell.
        return button in buttons or button[-1:].isdigit()


# Before a device has answered.
NOBODY = DeviceView()
