"""Tapes: a device's input turn by turn, and its output; recorded from the sources.

Decides the form of a tape: ``S BUILD NOW RESCUE STORE`` begins a start (STORE is in hex if
something else has changed it, otherwise ``-``); ``T NOW ROOM EDGES RECEIVED IDLE PACE`` is a turn,
followed by IDLE empty ones PACE ms apart; ``E BYTES`` are the random bytes drawn in it. ``F WHAT
TURN``, before all of these, breaks a part of the board from that turn on.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from zlib import crc32

from schiri_device import VERSION
from schiri_device.app.device import Device, Output
from schiri_device.app.meter import Meter, attend
from schiri_device.ticks import PERIOD, Edge

if TYPE_CHECKING:
    from schiri_device.journal import Store

# The chip's own number as in `replay.py`, and the scan interval of `hal`.
IDENTITY = ("0102", VERSION)
KNOWN = (("scan", 1, "ms"),)
ERASED = b"\xff" * 4096


class Tape:
    """A tape that is being recorded.

    Shape: ``lines`` is the device's input, ``seen`` its output, in the form of `replay.py`.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.seen: list[str] = []
        self._store: Store = bytearray(ERASED)
        self._left = ERASED
        self._turn = 0
        self._now = self._idle = self._pace = 0
        self._words: list[object] = []
        self._meter: Meter | None = None
        self._is_inside = False

    def start(self, build: str, store: "Store", now_ms: int, is_rescue: bool) -> None:
        """Note a start of the device."""
        self._end_turn()
        self._meter, self._store = None, store
        found = bytes(store[:])
        patch = found.hex() if found != self._left else "-"
        self.lines.append(f"S {build} {now_ms} {int(is_rescue)} {patch}")
        self.seen.append(f"start {build} {crc32(found)}")

    def draw(self, given: bytes) -> None:
        """Note random bytes."""
        self._end_turn()
        self.lines.append(f"E {given.hex()}")

    def step(
        self, device: Device, now_ms: int, edges: Sequence[Edge], received: bytes, room: int
    ) -> Output:
        """Make a step as `code.py` does, and note it."""
        if self._is_inside:
            return self._see(step(device, now_ms, edges, received, room))
        self._note(now_ms, edges, received, room)
        self._is_inside = True
        try:
            output = (self._meter or device).step(now_ms, edges, received, room)
            if self._meter:
                self._meter.show()
            if output.measure:
                shown = _Shown(output)
                self._meter = attend(self._meter, device, shown, lambda: now_ms, KNOWN)
        finally:
            self._is_inside = False
        self.note_store()
        return output

    def note_store(self) -> None:
        """Note what the store holds now, by a step or by a start."""
        self._left = bytes(self._store[:])

    def end(self) -> None:
        """Note the end."""
        self._end_turn()
        self.seen += [f"store {crc32(self._left)}", "port whole"]

    def _note(self, now_ms: int, edges: Sequence[Edge], received: bytes, room: int) -> None:
        self._turn += 1
        pace = (now_ms - self._now) % PERIOD
        self._now = now_ms
        is_idle = bool(self._words) and not edges and not received and room == self._words[2]
        if is_idle and (not self._idle or pace == self._pace):
            self._idle, self._pace = self._idle + 1, pace
            return
        self._end_turn()
        pressed = ",".join(f"{edge.key}:{int(edge.pressed)}:{edge.at_ms}" for edge in edges)
        self._words = ["T", now_ms, room, pressed or "-", received.hex() or "-"]

    def _end_turn(self) -> None:
        if self._words:
            self.lines.append(" ".join(map(str, [*self._words, self._idle, self._pace])))
        self._words, self._idle, self._pace = [], 0, 0

    def _see(self, output: Output) -> Output:
        """Note the output of a step."""
        words = []
        if output.is_fresh:
            words.append(f"frame {crc32(output.frame)}")
        if output.tones:
            words.append("tones " + " ".join(f"{hz}/{ms}" for hz, ms in output.tones))
        if output.sent:
            words.append("sent " + output.sent.hex())
        if output.is_restart:
            words.append("restart")
        if output.measure:
            words.append("measure " + output.measure)
        if words:
            self.seen.append(f"{self._turn} " + " ".join(words))
        return output


class _Shown:
    """Lights that show each frame at once."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def show(self) -> bool:
        return self._output.is_fresh


begin, step = Device.__init__, Device.step


@contextmanager
def recording() -> Iterator[Tape]:
    """Record each device from here on; only one at a time."""
    tape = Tape()

    def started(
        device: Device,
        build: Any,
        store: Any,
        entropy: Any,
        _identity: object,
        now_ms: int,
        asks_rescue: bool = False,
    ) -> None:
        def chance(count: int) -> bytes:
            given: bytes = entropy(count)
            tape.draw(given)
            return given

        tape.start(build.name, store, now_ms, asks_rescue)
        begin(device, build, store, chance, IDENTITY, now_ms, asks_rescue)
        tape.note_store()

    def stepped(
        device: Device,
        now_ms: int,
        edges: Sequence[Edge],
        received: bytes,
        room: int,
        _scan: object = None,
    ) -> Output:
        return tape.step(device, now_ms, edges, received, room)

    Device.__init__, Device.step = started, stepped  # type: ignore[assignment, method-assign]
    try:
        yield tape
    finally:
        Device.__init__, Device.step = begin, step  # type: ignore[method-assign]
    tape.end()
