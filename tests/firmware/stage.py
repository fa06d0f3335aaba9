"""A stage for the device: commands of a readable script in, its lights and messages out.

Commands: ``press NAME...`` taps buttons or cells, ``choose GAME`` browses to it, ``hold NAME``,
``wait MS``, ``plug`` and ``unplug`` the host, ``noise`` on the wire, ``ask TEXT`` from the host,
``cut`` the power, ``spoil`` the store as a cut erasure does, ``see`` shows the lights. On a build
with a stick a cell's name moves the stick there and presses it.  On `pads` a name is that of a key
of the 8x8 grid: a smaller board is in its middle, and a1 of Switch is the key b2.

A build that feels its stones is calibrated; ``stones ROWS`` lays a board, ``lift CELL...`` and
``drop STONE...``, such as c3b, move single ones.

Keeps to the device's subset, because the interpreters' tests run it on MicroPython as well.
"""

from array import array

from schiri_device.app.device import Device
from schiri_device.app.gestures import HOLD_MS
from schiri_device.builds import load
from schiri_device.link.lines import LONGEST_LINE
from schiri_device.link.session import HOST, Session
from schiri_device.pc.messages import now_text
from schiri_device.sensing.levels import A_MT, HALF, Levels
from schiri_device.ticks import PERIOD, Edge, later
from schiri_engines.game_rows import names_for

from hardware.pages.light_words import BASE_NAMES, MARK_NAMES
from tests.entropy import Entropy
from tests.stores import new_store

STEP_MS = 5
TAP_MS = 30
START = PERIOD - 65000
# What a stone makes at its field.
STONE = 27 * A_MT
STEP_OF = {"b": STONE, "w": -STONE, ".": 0}

# One letter a mark; without a mark, one a base.
LETTERS = {
    "none": "",
    "picked": "P",
    "move": "o",
    "swap": "s",
    "last": "l",
    "cause": "!",
    "careful": "?",
    "due": "%",
    "full": "$",
    "won": "*",
    "hint": "h",
    "field-red": "R",
    "field-green": "G",
    "field-blue": "B",
    "field-yellow": "Y",
    "put": "p",
    "take": "t",
    "seat": "2",
    "turn-dark": "-",
    "turn-light": "=",
    "counter-dark": "<",
    "counter-light": ">",
    "again-dark": "~",
    "again-light": "+",
    "linked": "L",
    "unsent": "U",
    "repeat": "r",
    "drawn": "d",
    "score": "#",
    "glyph": "g",
    "value": "v",
    "ask": "a",
    "alarm": "A",
    "cursor": "X",
}
BASE_LETTERS = {"off": ".", "dark": "b", "light": "w", "linked": "i"}


def with_the_stick(device: Device, cell: int) -> list[str]:
    """Return the buttons that move the cursor to a cell and press it."""
    at, size = device.screen.cursor_cell, device.mode.board.size
    across, up = cell % size - at % size, cell // size - at // size
    ways = ["right" if across > 0 else "left"] * abs(across)
    ways += ["up" if up > 0 else "down"] * abs(up)
    return ways + ["press"]


class Stage:
    """A device with a host that can be plugged in."""

    def __init__(self, build: str, seed: int = 1) -> None:
        found = load(build)
        assert found is not None
        self.build = found
        self.store = new_store()
        self.now_ms = 0
        # What the sensors count, if there are any.
        self.counts = array("H", [HALF] * len(found.order)) if found.sensors else None
        self._entropy = Entropy(seed)
        self._start()
        self.host: Session | None = None
        self.heard: list[str] = []
        self._to_say: list[str] = []
        self._asked = 0
        self._token = 0
        self._noise = b""

    def do(self, line: str) -> list[str]:
        """Execute one line of a script; return the output to write below it."""
        verb, _, rest = line.partition(" ")
        if verb == "see":
            return self.see()
        self.heard = []
        getattr(self, "do_" + verb)(rest)
        return self.heard + [now_text(self.device)]

    def do_press(self, rest: str) -> None:
        for name in rest.split():
            for button in self.buttons_for(name):
                self.tap(button, TAP_MS)

    def do_choose(self, rest: str) -> None:
        """Browse to a game, however many come before it."""
        offered, mode = names_for(self.build.size), self.device.mode_name
        if mode != "choose" or rest not in offered:
            raise ValueError(f"no {rest} in mode {mode}: {self.build.name} offers {offered}")
        while self.device.mode.detail() != rest:
            self.do_press("blue")
        # Blinking lights are then as after more presses.
        self.run(-self.now_ms % 4000)

    def do_hold(self, rest: str) -> None:
        self.tap(rest, HOLD_MS + TAP_MS)

    def do_wait(self, rest: str) -> None:
        self.run(int(rest))

    def do_plug(self, rest: str) -> None:
        self._token += 1
        self.host = Session(HOST, str, lambda now, then: now - then)
        self.host.open(self.now_ms, f"t{self._token}")
        self.run(200)

    def do_unplug(self, rest: str) -> None:
        self.host = None
        self._to_say = []

    def do_cut(self, rest: str) -> None:
        self.host = None
        self._start()
        self.run(10)

    def do_spoil(self, rest: str) -> None:
        self.store[0:3] = b"\x00\x00\x00"
        self.do_cut(rest)

    def do_noise(self, rest: str) -> None:
        self._noise = rest.encode() + b"\n"
        self.run(10)

    def do_ask(self, rest: str) -> None:
        self._asked += 1
        self._to_say.append(f"ask {self._asked} {rest}")
        self.run(200)
        if self.device.mode_name == "restart":
            # It has to load another game first, and expects the request again.
            self.run(2000)
            self.heard = []
            self.do_ask(rest)

    def do_stones(self, rest: str) -> None:
        """Lay a board, in rows from the top."""
        letters = "".join(reversed(rest.split("/")))
        for cell in range(len(letters)):
            self._put(cell, letters[cell])
        self.run(TAP_MS)

    def do_lift(self, rest: str) -> None:
        for name in rest.split():
            self._put(self._cell(name), ".")
            self.run(TAP_MS)

    def do_drop(self, rest: str) -> None:
        for name in rest.split():
            self._put(self._cell(name), name[2])
            self.run(TAP_MS)

    def _put(self, cell: int, letter: str) -> None:
        assert self.counts is not None
        self.counts[cell] = HALF + STEP_OF[letter]

    def _cell(self, name: str) -> int:
        return (int(name[1]) - 1) * self.build.size + "abcdefgh".index(name[0])

    def _start(self) -> None:
        """Switch the device on."""
        identity = ("TEST", "1")
        self.device = Device(self.build, self.store, self._entropy, identity, self.ticks())
        fields = self.device.fields
        if fields and fields.is_due and not self.device.journal.problem:
            count = len(self.build.order)
            levels = Levels(count)
            for cell in range(count):
                levels.dark[cell], levels.light[cell] = HALF + STONE, HALF - STONE
            fields.save(levels)
            self.device.follow(self.ticks(), "done")

    def tap(self, button: str, for_ms: int) -> None:
        """Press a button and release it."""
        self.step([Edge(self.build.key_of(button), True, self.ticks())])
        self.run(for_ms)
        self.step([Edge(self.build.key_of(button), False, self.ticks())])
        self.run(TAP_MS)
        while self.device.mode_name == "restart":
            self.run(TAP_MS)

    def buttons_for(self, name: str) -> list[str]:
        """Return the buttons that press a cell, or the button of that name."""
        if name in self.build.buttons or not (len(name) == 2 and name[1].isdigit()):
            return [name]
        size = self.device.mode.board.size
        return with_the_stick(self.device, (int(name[1]) - 1) * size + "abcdefgh".index(name[0]))

    def run(self, for_ms: int) -> None:
        """Let time pass."""
        for _ in range(max(1, for_ms // STEP_MS)):
            self.step([])

    def ticks(self) -> int:
        return later(START, self.now_ms)

    def step(self, edges: list[Edge]) -> None:
        """Let the device and the host make one step."""
        self.now_ms += STEP_MS
        data, self._noise = self._noise, b""
        if self.host:
            data += self.host.send(self.now_ms, self.pull)
        room = LONGEST_LINE if self.host else 0
        output = self.device.step(self.ticks(), edges, data, room, self.counts)
        if self.host:
            for words in self.host.receive(self.now_ms, output.sent):
                self.receive(words)
        if output.is_restart:
            self._start()

    def pull(self, is_calm: bool) -> str | None:
        return self._to_say.pop(0) if self._to_say else None

    def receive(self, words: list[str]) -> None:
        """Collect the messages to the host."""
        if words[0] == "up":
            self._to_say.append(f"again {words[4]} 1")
            # Without the digest of the rules, which changes with them.
            words = words[:7]
        elif words[0] == "event":
            self._to_say.append(f"ack {self.device.journal.epoch} {words[1]}")
            # Its time is checked elsewhere; here it would only make scripts hard to change.
            words = words[:2] + words[3:]
        elif words[0] == "edge":
            self._to_say.append(f"edges {words[1]} {words[2]}")
        if words[0] != "beat":
            self.heard.append("< " + " ".join(words))

    def see(self) -> list[str]:
        """Return the meanings on the grid as letters, and their brightness by phase."""
        painter = self.device.screen.painter
        size, order, scene = self.build.size, self.build.order, painter.scene
        rows = []
        for row in reversed(range(size)):
            places = [order[row * size + column] for column in range(size)]
            rows.append(" ".join(letter_of(scene[place]) for place in places))
        light = f"brightness {painter.brightness} phase {painter._phase}"
        light += " limited" * (painter.frame is not painter.full)
        return rows + [light + " dimmed" * (painter.dipped_ms >= 0)]


def letter_of(meaning: int) -> str:
    """Return the letter of a meaning: its mark over its base, or only its base."""
    mark, base = LETTERS[MARK_NAMES[meaning >> 2]], BASE_LETTERS[BASE_NAMES[meaning & 3]]
    return f"{mark}{base}" if mark else f" {base}"
