"""The PC's end of the conversation with a device, without I/O.

Decides what is asked of a device, and which events count as told: each once, in order.  Must not
know ports, threads or what an event means.
"""

import re
from collections import deque
from secrets import token_hex

from schiri_device.link.session import HOST, Session

from schiri.device.clock import DeviceClock
from schiri.device.lights import LightsReader
from schiri.device.reports import (
    Answered,
    Connected,
    Kept,
    Lost,
    Now,
    Pressed,
    RefusedThere,
    Report,
    Snapshot,
    Told,
    WrongVersion,
)

ASK_AGAIN_MS = 1000
# More lines than any game's snapshot has.
MOST_PARTS = 1000
EPOCH = re.compile("[0-9a-f]{4}")


class Peer:
    """A device as the PC sees it over the link.

    Shape: ``wants_lights`` asks for what the lights show; ``heard_ms`` is when it was last listened
    to.
    Units: times in ms of the PC's own clock.
    """

    def __init__(self, wants_lights: bool = False) -> None:
        self.wants_lights = wants_lights
        self.connected: Connected | None = None
        self._session = Session(HOST, lambda: "", lambda now, then: now - then)
        self._now_ms = 0
        self.heard_ms = 0
        self._requests: deque[tuple[int, str]] = deque()
        self._last_request = 0
        # The run of the panel's presses, and how many of them were taken.
        self._run = ""
        self._taken = 0
        self._clock = DeviceClock()
        self._forget()

    def _forget(self) -> None:
        """Forget what holds only for one connection."""
        self.connected = None
        self._texts: deque[str] = deque()
        # The event that comes next, -1 until we were told; what is on our disk, and whether the
        # device is to hear that; the event that was missed last.
        self._next_number = self._kept = -1
        self._has_ack = False
        self._asked_gap = 0
        self._has_edges = False
        self._asked_ms: int | None = None
        self._parts: list[str] = []
        self._lights = LightsReader()
        self._has_lights = False
        self._lights_ms: int | None = None
        self._clock.forget()

    @property
    def is_up(self) -> bool:
        """Whether a device answers."""
        return self.connected is not None

    def open(self, now_ms: int) -> None:
        """Begin to greet, as after a port was opened."""
        self._forget()
        self._session.open(now_ms, token_hex(2))

    def close(self) -> None:
        """Take the port as gone; requests that had no answer are forgotten."""
        self._forget()
        self._requests.clear()

    def go_on_from(self, number: int) -> None:
        """Ask for the events from this number on; whatever lies below is on our disk."""
        self._next_number = number
        self._kept = number - 1
        self._has_ack = self._kept > 0
        self._say(f"again {self._epoch} {number}")

    def acknowledge(self, number: int) -> None:
        """Let the device know that the events up to this one are on our disk."""
        self._kept = number
        self._has_ack = True

    def ask(self, text: str) -> int:
        """Ask the device to do something; return the number that its answer will have."""
        self._last_request += 1
        self._requests.append((self._last_request, text))
        return self._last_request

    def receive(self, now_ms: int, data: bytes) -> list[Report]:
        """Take received bytes and the time; return what is new."""
        self._now_ms = self.heard_ms = now_ms
        reports: list[Report] = []
        for words in self._session.receive(now_ms, data):
            reports += self._take(words)
        return reports

    def send(self, now_ms: int) -> bytes:
        """Return a line to send, or nothing."""
        self._now_ms = now_ms
        line: bytes = self._session.send(now_ms, self._pull)
        return line

    # Sending

    def _pull(self, is_calm: bool) -> str | None:
        if not self._clock.was_asked:
            # Before any event is asked for, so that it is known how long ago the first one was.
            return self._clock.question(self._now_ms)
        if self._texts:
            return self._texts.popleft()
        if self._has_ack:
            self._has_ack = False
            return f"ack {self._epoch} {self._kept}"
        if self._has_edges:
            self._has_edges = False
            return f"edges {self._run} {self._taken}"
        if self._requests and self._is_due(self._asked_ms):
            request, text = self._requests[0]
            self._asked_ms = self._now_ms
            return f"ask {request} {text}"
        if self.wants_lights and not self._has_lights and self._is_due(self._lights_ms):
            self._lights_ms = self._now_ms
            return "lights"
        return self._clock.question(self._now_ms)

    def _say(self, text: str) -> None:
        """Say this as soon as there is room, once."""
        if text not in self._texts:
            self._texts.append(text)

    def _is_due(self, asked_ms: int | None) -> bool:
        return asked_ms is None or self._now_ms - asked_ms >= ASK_AGAIN_MS

    @property
    def _epoch(self) -> str:
        return self.connected.epoch if self.connected else "-"

    # Receiving

    def _take(self, words: list[str]) -> list[Report]:
        kind, rest = words[0], words[1:]
        if kind == "up":
            return self._take_up(rest)
        if kind == "down":
            self._forget()
            return [Lost("silent")]
        if kind == "refused" and self._session.state == "refused":
            return [WrongVersion(int(rest[0]), int(rest[1]))]
        if self.connected is None:
            return []
        if kind == "clock":
            self._clock.take(self._now_ms, rest)
            return []
        takers = {
            "event": self._take_event,
            "holds": self._take_holds,
            "snap": self._take_snapshot,
            "settings": self._take_settings,
            "refused": self._take_refusal,
            "answer": self._take_answer,
            "now": self._take_now,
            "edge": self._take_edge,
        }
        if kind in takers:
            return takers[kind](rest)
        if kind in ("colours", "frame"):
            return self._take_lights(words)
        return []

    def _take_up(self, rest: list[str]) -> list[Report]:
        self._forget()
        if len(rest) < 6 or not rest[4].isdigit():
            return []
        device, firmware, build, epoch, last, rules = rest[:6]
        if not device or ":" in device or not EPOCH.fullmatch(epoch):
            # Both stand in logs, as the source of each event.
            return []
        self.connected = Connected(device, firmware, build, epoch, int(last), rules)
        return [self.connected]

    def _take_event(self, rest: list[str]) -> list[Report]:
        if len(rest) < 3 or not (rest[0].isdigit() and rest[1].isdigit()):
            return []
        number = int(rest[0])
        if number == self._next_number:
            self._next_number += 1
            at_ms = int(rest[1])
            ago = self._clock.ago(self._now_ms, at_ms)
            return [Told(number, at_ms, " ".join(rest[2:]), *(ago or ()))]
        if number <= self._kept:
            # It was told again, so it has not heard from us that we have it.
            self._has_ack = True
        elif number > self._next_number > 0 and self._asked_gap != self._next_number:
            # Something was lost: it is asked for once; if that is lost too, the device's own
            # patience brings the events again.
            self._asked_gap = self._next_number
            self._say(f"again {self._epoch} {self._next_number}")
        return []

    def _take_holds(self, rest: list[str]) -> list[Report]:
        """Say once more from which event on: the device has not heard it."""
        if self._next_number > 0:
            self._say(f"again {self._epoch} {self._next_number}")
        return []

    def _take_snapshot(self, rest: list[str]) -> list[Report]:
        if len(rest) < 3 or not all(word.isdigit() for word in rest[:3]):
            return []
        part, count, last = (int(word) for word in rest[:3])
        if part == 0:
            self._parts = []
        if count == 0:
            return [Snapshot(last, "", [])]
        if part == len(self._parts) < MOST_PARTS:
            self._parts.append(" ".join(rest[3:]))
        if part == count - 1:
            if len(self._parts) != count:
                self._say("snapshot")
                return []
            began, *lines = self._parts
            return [Snapshot(last, began, _entries(lines))]
        return []

    def _take_settings(self, rest: list[str]) -> list[Report]:
        text = " ".join(rest)
        return [Kept(text)] if re.fullmatch(r"([0-9a-f]{2})+( ([0-9a-f]{2})+)*", text) else []

    def _take_refusal(self, rest: list[str]) -> list[Report]:
        return [RefusedThere(*rest[:3])] if len(rest) >= 3 else []

    def _take_answer(self, rest: list[str]) -> list[Report]:
        if len(rest) < 2 or not self._requests or rest[0] != str(self._requests[0][0]):
            return []
        request, _ = self._requests.popleft()
        self._asked_ms = None
        refusal = RefusedThere(*rest[1:4]) if len(rest) >= 4 else None
        return [Answered(request, refusal)]

    def _take_now(self, rest: list[str]) -> list[Report]:
        return [Now(*rest)] if len(rest) == 3 else []

    def _take_edge(self, rest: list[str]) -> list[Report]:
        if len(rest) != 4 or not (rest[1].isdigit() and rest[2].isdigit()):
            return []
        run, number = rest[0], int(rest[1])
        if run != self._run:
            self._run, self._taken = run, 0
        self._has_edges = True
        if number != self._taken + 1:
            return []
        self._taken = number
        return [Pressed(run, number, int(rest[2]), rest[3])]

    def _take_lights(self, words: list[str]) -> list[Report]:
        lights = self._lights.take(words)
        if lights is None and self._lights.needs_colours:
            self._say("lights")
        self._has_lights = self._has_lights or lights is not None
        return [lights] if lights else []


def _entries(lines: list[str]) -> list[str]:
    entries = []
    for line in lines:
        kind, _, text = line.partition(" ")
        entries += text.split(",") if kind == "moves" else [text]
    return entries
