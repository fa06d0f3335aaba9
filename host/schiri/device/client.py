"""The PC's end of the link to a device, without I/O.

Decides the requests to a device, and which of its messages are reports.  Must not know ports,
threads or the meaning of an event.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from secrets import token_hex

from schiri_device.link.session import HOST, Session

from schiri.device import readers, reports

# How long a device may take to restart with another game; it is busy meanwhile.
RESTART_MS = 15_000
# Without an end.
FOREVER_MS = inf
BUSY = "busy"
# Called with the device's refusal of a request, or None if it was carried out.
Done = Callable[[reports.RefusalReport | None], object]


def ignore(_refusal: reports.RefusalReport | None) -> None:
    """Receive the answer to a request that nobody waits for."""


@dataclass(eq=False)
class Request:
    """A request to the device that has no answer yet.

    Shape: it is asked from ``from_ms`` on, and while the device is busy again until ``until_ms``,
    which the caller may change.  ``was_sent`` says whether it was sent: then it may be carried out
    although no answer comes.
    """

    number: int
    text: str
    done: Done
    from_ms: int
    until_ms: float
    was_sent: bool = False


class RequestQueue:
    """The requests that have no answer yet, in order.

    Shape: ``last`` is the number of the last one.
    Units: times in ms of the PC's own clock.
    """

    def __init__(self) -> None:
        self._requests: deque[Request] = deque()
        self.last = 0
        # When the first one was sent, None if not yet in this connection.
        self._asked_ms: int | None = None

    @property
    def is_asking(self) -> bool:
        return bool(self._requests)

    def ask(self, now_ms: int, text: str, done: Done = ignore, busy_ms: float = 0) -> Request:
        """Append a request to the queue.

        >>> queue = RequestQueue()
        >>> queue.ask(0, "undo", print).number, queue.ask(0, "draw", print).number
        (1, 2)
        >>> queue.question(0), queue.read_answer(0, ["1", "ok"])
        None
        ('ask 1 undo', None)
        >>> queue.question(50), queue.question(1049), queue.question(1050)
        ('ask 2 draw', None, 'ask 2 draw')
        """
        self.last += 1
        request = Request(self.last, text, done, now_ms, now_ms + busy_ms)
        self._requests.append(request)
        return request

    def cancel(self, request: Request) -> None:
        """Forget a request, if it is still open; its answer is ignored."""
        if request in self._requests:
            if request is self._requests[0]:
                self._asked_ms = None
            self._requests.remove(request)

    def forget(self) -> None:
        """Forget all requests; later ones have other numbers."""
        self._requests.clear()

    def restart(self) -> None:
        """Repeat requests without an answer at once: the connection is new."""
        self._asked_ms = None

    def question(self, now_ms: int) -> str | None:
        """Return the message to send, None while nothing is due."""
        is_asked = self._asked_ms is not None and now_ms - self._asked_ms < readers.ASK_AGAIN_MS
        if is_asked or not self._requests or now_ms < self._requests[0].from_ms:
            return None
        self._asked_ms = now_ms
        self._requests[0].was_sent = True
        return f"ask {self._requests[0].number} {self._requests[0].text}"

    def read_answer(self, now_ms: int, words: list[str]) -> None:
        """Read the words of an answer; call back if they complete the request that was sent."""
        if len(words) < 2 or not self._requests or words[0] != str(self._requests[0].number):
            return
        request = self._requests.popleft()
        self._asked_ms = None
        if words[1] == BUSY and now_ms < request.until_ms:
            # Under a new number: the old one would get the same answer.
            self.last += 1
            request.number, request.from_ms = self.last, now_ms + readers.ASK_AGAIN_MS
            self._requests.append(request)
            return
        request.done(reports.RefusalReport.of(words[1:]) if len(words) >= 4 else None)


EPOCH = re.compile("[0-9a-f]{8}")
FIGURE = re.compile(r"\d{1,3} \d{1,3} [a-z][a-z0-9.-]* \d{1,9}(\.\d{1,9})? ([A-Za-z]+|-)")
SETTINGS = re.compile(r"([0-9a-f]{2})+( ([0-9a-f]{2})+)*")
LEFT = re.compile(r"(\d{1,9}|-) (\d{1,9}|-) [01-]")
EDGE = re.compile(r"[0-9a-f]{4} \d{1,9} \d{1,9} \S+")
# While a device still sends these, the rest of its snapshot comes by itself.
BEFORE_SNAPSHOT = ("event", "gone", "snap")
# The epoch while the journal is set aside.
NO_EPOCH = "-"


class DeviceClient:
    """A device as the PC sees it over the link.

    Shape: ``wants_lights`` requests the lights; ``received_ms`` is the time of the last read.
    Units: times in ms of the PC's own clock.
    """

    def __init__(self, wants_lights: bool = False) -> None:
        self.wants_lights = wants_lights
        self._session = Session(HOST, lambda: "", lambda now, then: now - then)
        self._now_ms = 0
        self.received_ms = 0
        self._requests = RequestQueue()
        # The run of the panel's presses, and how many of them were received.
        self._run = ""
        self._taken = 0
        self._clock = readers.DeviceClock()
        self._forget()

    def _forget(self) -> None:
        """Reset the state of one connection."""
        self.connected: reports.Connected | None = None
        self._events = readers.EventReader(NO_EPOCH)
        self._aside = readers.AsideReader()
        # When a device that has set its journal aside sent its greeting.
        self._up_ms: int | None = None
        self._has_edges = False
        self._requests.restart()
        self._snapshot = readers.SnapshotReader(self._now_ms)
        self._lights = readers.LightsReader()
        self._has_lights = False
        self._lights_ms: int | None = None
        self._clock.forget()

    @property
    def is_up(self) -> bool:
        return self.connected is not None

    @property
    def is_asking(self) -> bool:
        return self._requests.is_asking

    def open(self, now_ms: int) -> None:
        """Begin to greet, as after a port was opened."""
        self._forget()
        self._session.open(now_ms, token_hex(2))

    def close(self) -> None:
        """End the connection because the port is gone; requests without an answer are dropped."""
        self._requests.forget()
        self._forget()

    def go_on_from(self, number: int) -> None:
        """Request the events from this number on."""
        self._events.go_on_from(number)

    def acknowledge(self, number: int) -> None:
        """Acknowledge the events up to this one: they are on our disk, or lost."""
        self._events.acknowledge(number)

    def mark_stored(self, crc: str) -> None:
        """Report to the device that its set-aside journal with this CRC is on our disk."""
        self._aside.store(crc)

    def ask(self, text: str, done: Done = ignore, busy_ms: float = 0) -> Request:
        """Queue a request; while the device is busy, repeat it for ``busy_ms``.

        Rule: ``done`` is called once, or never if the request is cancelled or the port is lost.
        """
        return self._requests.ask(self._now_ms, text, done, busy_ms)

    def cancel(self, request: Request) -> None:
        self._requests.cancel(request)

    def receive(self, now_ms: int, data: bytes) -> Iterator[reports.Report]:
        """Yield the reports in these bytes, each before the next line is read."""
        self._now_ms = self.received_ms = now_ms
        return filter(None, map(self._read, self._session.receive(now_ms, data)))

    def send(self, now_ms: int) -> bytes:
        self._now_ms = now_ms
        if self._up_ms is not None and not self._aside.is_known and self._is_due(self._up_ms):
            # It reports a set-aside journal only after a greeting, and that line was lost.
            self._up_ms = None
            self._session.open(now_ms, self._session.token)
        return self._session.send(now_ms, self._pull)

    # Sending

    def _pull(self, is_calm: bool) -> str | None:
        if self.connected is None:
            # It has not identified itself, so its answer would be ignored.
            return None
        if not self._clock.was_asked:
            # Before any event is requested, so that the age of the first one is known.
            return self._clock.question(self._now_ms)
        if text := self._events.question() or self._snapshot.question(self._now_ms):
            return text
        if self._has_edges:
            self._has_edges = False
            return f"edges {self._run} {self._taken}"
        if text := self._requests.question(self._now_ms):
            return text
        if self.wants_lights and not self._has_lights and self._is_due(self._lights_ms):
            self._lights_ms = self._now_ms
            return "lights"
        return self._aside.question(self._now_ms) or self._clock.question(self._now_ms)

    def _is_due(self, asked_ms: int | None) -> bool:
        return asked_ms is None or self._now_ms - asked_ms >= readers.ASK_AGAIN_MS

    # Receiving

    def _read(self, words: list[str]) -> reports.Report | None:
        kind, rest = words[0], words[1:]
        if kind == "up":
            return self._read_greeting(rest)
        if kind == "down":
            self._forget()
            return reports.Lost(reports.ANEW if rest else reports.SILENT)
        if kind == "refused" and self._session.state == "refused":
            return reports.WrongVersion(int(rest[0]), int(rest[1]))
        if self.connected is None:
            return None
        if kind in BEFORE_SNAPSHOT:
            self._snapshot.wait(self._now_ms)
        return self._read_more(kind, rest)

    def _read_more(self, kind: str, rest: list[str]) -> reports.Report | None:
        match kind:
            case "event":
                return self._read_event(rest)
            case "gone":
                return self._events.read_gone(rest)
            case "holds":
                self._events.ask_again()
            case "snap":
                return self._snapshot.read(rest)
            case "aside":
                self._aside.begin(rest)
            case "bytes":
                return self._aside.read(rest)
            case "clock":
                self._clock.read(self._now_ms, rest)
            case "settings" if SETTINGS.fullmatch(" ".join(rest)):
                return reports.SettingsReceived(" ".join(rest))
            case "refused" if len(rest) >= 3:
                return reports.RefusalReport.of(rest)
            case "answer":
                self._requests.read_answer(self._now_ms, rest)
            case "left" if LEFT.fullmatch(" ".join(rest)):
                first, second = (None if word == "-" else int(word) for word in rest[:2])
                running = None if rest[2] == "-" else int(rest[2])
                return reports.TimeLeft((first, second), running)
            case "now" if len(rest) == 3:
                return reports.DeviceStatus(*rest)
            case "edge" if EDGE.fullmatch(" ".join(rest)):
                return self._read_edge(rest)
            case "figure" if FIGURE.fullmatch(" ".join(rest)):
                at, total, name, value, unit = rest
                return reports.Figure(int(at), int(total), name, float(value), unit)
            case "colours" | "frame":
                return self._read_lights([kind, *rest])
        return None

    def _read_greeting(self, rest: list[str]) -> reports.Report | None:
        self._forget()
        if len(rest) < 7 or not (readers.is_number(rest[4]) and readers.is_number(rest[5])):
            return None
        device, firmware, build, epoch, *numbers, rules = rest[:7]
        first, last = (int(number) for number in numbers)
        if not device or ":" in device or not (EPOCH.fullmatch(epoch) or epoch == NO_EPOCH):
            # Logs have both as the source of each event.
            return None
        self.connected = reports.Connected(device, firmware, build, epoch, first, last, rules)
        self._events = readers.EventReader(epoch)
        self._up_ms = self._now_ms if epoch == NO_EPOCH else None
        return self.connected

    def _read_event(self, rest: list[str]) -> reports.Report | None:
        event = self._events.read_event(rest)
        if event is None:
            return None
        ago_ms, within_ms = self._clock.ago(self._now_ms, event.at_ms) or (None, None)
        return event._replace(ago_ms=ago_ms, within_ms=within_ms)

    def _read_edge(self, rest: list[str]) -> reports.Report | None:
        run, number = rest[0], int(rest[1])
        if run != self._run:
            self._run, self._taken = run, 0
        self._has_edges = True
        if number != self._taken + 1:
            return None
        self._taken = number
        return reports.Pressed(run, number, int(rest[2]), rest[3])

    def _read_lights(self, words: list[str]) -> reports.Report | None:
        lights = self._lights.read(words)
        if words[0] == "frame":
            self._has_lights = lights is not None
            if not self._has_lights:
                # Only now, because each request restarts the colours as well.
                self._lights_ms = None
        return lights
