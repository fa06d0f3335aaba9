"""The PC's end of the conversation with a device, without I/O.

Decides what is asked of a device, and what of its answers is a report.  Must not know ports,
threads or what an event means.
"""

import re
from collections.abc import Iterable
from secrets import token_hex

from schiri_device.link.session import HOST, Session

from schiri.device.actions import Acknowledge, Action, Ask, Cancel, GoOnFrom, MarkStored
from schiri.device.aside import AsideReader
from schiri.device.asking import ASK_AGAIN_MS, RequestQueue
from schiri.device.clock import DeviceClock
from schiri.device.events import EventReader, is_number
from schiri.device.lights import LightsReader
from schiri.device.reports import (
    ANEW,
    Connected,
    DeviceRefusal,
    DeviceStatus,
    Figure,
    Lost,
    Pressed,
    Report,
    SettingsReceived,
    WrongVersion,
)
from schiri.device.snapshot import SnapshotReader

EPOCH = re.compile("[0-9a-f]{8}")
FIGURE = re.compile(r"\d{1,3} \d{1,3} [a-z.-]+ \d{1,9}(\.\d{1,9})? ([A-Za-z]+|-)")
EDGE = re.compile(r"[0-9a-f]{4} \d{1,9} \d{1,9} \S+")
# While a device still tells these, the rest of its snapshot comes by itself.
TOLD_FIRST = ("event", "gone", "snap")
# What stands for the epoch while the journal is set aside.
NO_EPOCH = "-"


class DeviceClient:
    """A device as the PC sees it over the link.

    Shape: ``wants_lights`` asks for what the lights show; ``received_ms`` is when it was last read.
    Units: times in ms of the PC's own clock.
    """

    def __init__(self, wants_lights: bool = False) -> None:
        self.wants_lights = wants_lights
        self._session = Session(HOST, lambda: "", lambda now, then: now - then)
        self._now_ms = 0
        self.received_ms = 0
        self._requests = RequestQueue()
        # The keys of the requests that went out and have no answer.
        self._sent: set[str] = set()
        # The run of the panel's presses, and how many of them were taken.
        self._run = ""
        self._taken = 0
        self._clock = DeviceClock()
        self._forget()

    def _forget(self) -> None:
        """Forget what holds only for one connection."""
        self.connected: Connected | None = None
        self._events = EventReader(NO_EPOCH)
        self._aside = AsideReader()
        # When a device greeted that has set its journal aside.
        self._up_ms: int | None = None
        self._has_edges = False
        self._requests.restart()
        self._snapshot = SnapshotReader(self._now_ms)
        self._lights = LightsReader()
        self._has_lights = False
        self._lights_ms: int | None = None
        self._clock.forget()

    @property
    def is_up(self) -> bool:
        """Whether a device answers."""
        return self.connected is not None

    @property
    def is_asking(self) -> bool:
        """Whether a request has no answer yet."""
        return self._requests.is_asking

    def open(self, now_ms: int) -> None:
        """Begin to greet, as after a port was opened."""
        self._forget()
        self._session.open(now_ms, token_hex(2))

    def close(self) -> None:
        """End the conversation, for the port is gone; requests without an answer are forgotten."""
        self._requests = RequestQueue(self._requests.last)
        self._forget()

    def carry_out(self, actions: Iterable[Action]) -> None:
        """Do what whoever handles the reports wants done, in this order."""
        for action in actions:
            match action:
                case GoOnFrom(number):
                    self.go_on_from(number)
                case Acknowledge(number):
                    self.acknowledge(number)
                case Ask(text, in_ms, key):
                    self.ask(text, in_ms, key)
                case Cancel(key):
                    self._requests.cancel(key)
                    self._sent.discard(key)
                case MarkStored(crc):
                    self._aside.store(crc)

    def has_sent(self, key: str) -> bool:
        """Return whether a request with this key went out, and may be done without an answer."""
        return key in self._sent

    def go_on_from(self, number: int) -> None:
        """Ask for the events from this number on."""
        self._events.go_on_from(number)

    def acknowledge(self, number: int) -> None:
        """Tell the device that the events up to this one are on our disk, or gone."""
        self._events.acknowledge(number)

    def ask(self, text: str, in_ms: int = 0, key: str = "") -> int:
        """Ask the device to do something; return the number that its answer will have."""
        return self._requests.ask(self._now_ms, text, in_ms, key)

    def receive(self, now_ms: int, data: bytes) -> list[Report]:
        """Read received bytes at this time; return what is new."""
        self._now_ms = self.received_ms = now_ms
        reports: list[Report] = []
        for words in self._session.receive(now_ms, data):
            reports += self._read(words)
        return reports

    def send(self, now_ms: int) -> bytes:
        """Return a line to send, or nothing."""
        self._now_ms = now_ms
        if self._up_ms is not None and not self._aside.is_known and self._is_due(self._up_ms):
            # It says only after a greeting what it has set aside, and that line was lost.
            self._up_ms = None
            self._session.open(now_ms, self._session.token)
        line: bytes = self._session.send(now_ms, self._pull)
        return line

    # Sending

    def _pull(self, is_calm: bool) -> str | None:
        if self.connected is None:
            # It has not said who it is, so nobody would hear what it answers.
            return None
        if not self._clock.was_asked:
            # Before any event is asked for, so that it is known how long ago the first one was.
            return self._clock.question(self._now_ms)
        if text := self._events.question():
            return text
        if text := self._snapshot.question(self._now_ms):
            return text
        if self._has_edges:
            self._has_edges = False
            return f"edges {self._run} {self._taken}"
        if text := self._requests.question(self._now_ms):
            self._sent.add(self._requests.first_key)
            return text
        if self.wants_lights and not self._has_lights and self._is_due(self._lights_ms):
            self._lights_ms = self._now_ms
            return "lights"
        return self._aside.question(self._now_ms) or self._clock.question(self._now_ms)

    def _is_due(self, asked_ms: int | None) -> bool:
        return asked_ms is None or self._now_ms - asked_ms >= ASK_AGAIN_MS

    # Receiving

    def _read(self, words: list[str]) -> list[Report]:
        kind, rest = words[0], words[1:]
        if kind == "up":
            return self._read_greeting(rest)
        if kind == "down":
            self._forget()
            return [Lost(ANEW if rest else "silent")]
        if kind == "refused" and self._session.state == "refused":
            return [WrongVersion(int(rest[0]), int(rest[1]))]
        if self.connected is None:
            return []
        if kind in TOLD_FIRST:
            self._snapshot.wait(self._now_ms)
        if kind == "clock":
            self._clock.read(self._now_ms, rest)
            return []
        if kind == "aside":
            self._aside.begin(rest)
            return []
        takers = {
            "event": self._read_event,
            "gone": self._read_gone,
            "bytes": self._read_bytes,
            "holds": self._read_holds,
            "snap": self._read_snapshot,
            "settings": self._read_settings,
            "refused": self._read_refusal,
            "answer": self._read_answer,
            "now": self._read_status,
            "edge": self._read_edge,
            "figure": self._read_figure,
        }
        if kind in takers:
            return takers[kind](rest)
        if kind in ("colours", "frame"):
            return self._read_lights(words)
        return []

    def _read_greeting(self, rest: list[str]) -> list[Report]:
        self._forget()
        if len(rest) < 7 or not (is_number(rest[4]) and is_number(rest[5])):
            return []
        device, firmware, build, epoch, *numbers, rules = rest[:7]
        first, last = (int(number) for number in numbers)
        if not device or ":" in device or not (EPOCH.fullmatch(epoch) or epoch == NO_EPOCH):
            # Both stand in logs, as the source of each event.
            return []
        self.connected = Connected(device, firmware, build, epoch, first, last, rules)
        self._events = EventReader(epoch)
        self._up_ms = self._now_ms if epoch == NO_EPOCH else None
        return [self.connected]

    def _read_event(self, rest: list[str]) -> list[Report]:
        told = self._events.read_event(rest)
        if told is None:
            return []
        ago = self._clock.ago(self._now_ms, told.at_ms)
        return [told._replace(ago_ms=ago.ago_ms, within_ms=ago.within_ms) if ago else told]

    def _read_gone(self, rest: list[str]) -> list[Report]:
        gone = self._events.read_gone(rest)
        return [gone] if gone else []

    def _read_holds(self, rest: list[str]) -> list[Report]:
        self._events.ask_again()
        return []

    def _read_bytes(self, rest: list[str]) -> list[Report]:
        aside = self._aside.read(rest)
        return [aside] if aside else []

    def _read_snapshot(self, rest: list[str]) -> list[Report]:
        snapshot = self._snapshot.read(rest)
        return [snapshot] if snapshot else []

    def _read_settings(self, rest: list[str]) -> list[Report]:
        text = " ".join(rest)
        return (
            [SettingsReceived(text)]
            if re.fullmatch(r"([0-9a-f]{2})+( ([0-9a-f]{2})+)*", text)
            else []
        )

    def _read_refusal(self, rest: list[str]) -> list[Report]:
        return [DeviceRefusal(*rest[:3])] if len(rest) >= 3 else []

    def _read_answer(self, rest: list[str]) -> list[Report]:
        answered = self._requests.read_answer(self._now_ms, rest)
        if answered is None:
            return []
        self._sent.discard(answered.key)
        return [answered]

    def _read_status(self, rest: list[str]) -> list[Report]:
        return [DeviceStatus(*rest)] if len(rest) == 3 else []

    def _read_edge(self, rest: list[str]) -> list[Report]:
        if not EDGE.fullmatch(" ".join(rest)):
            return []
        run, number = rest[0], int(rest[1])
        if run != self._run:
            self._run, self._taken = run, 0
        self._has_edges = True
        if number != self._taken + 1:
            return []
        self._taken = number
        return [Pressed(run, number, int(rest[2]), rest[3])]

    def _read_figure(self, rest: list[str]) -> list[Report]:
        if not FIGURE.fullmatch(" ".join(rest)):
            return []
        at, total, name, value, unit = rest
        return [Figure(int(at), int(total), name, float(value), unit)]

    def _read_lights(self, words: list[str]) -> list[Report]:
        lights = self._lights.read(words)
        if words[0] == "frame":
            self._has_lights = lights is not None
            if not self._has_lights:
                # Only now: colours, too, would begin anew whenever they are asked for.
                self._lights_ms = None
        return [lights] if lights else []
