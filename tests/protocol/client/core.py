"""The client: bytes and the time in, bytes out.

Decides what PROTOCOL.md leaves to a PC. Must not know any game's rules: the caller's `describe`
does. It turns a game into the `set` lines for its position, or into None for a finished one.
"""

import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from .lines import Lines
from .log import Game, Log, Record

VERSION = 2
Describe = Callable[[Game], list[str] | None]
_N = r"(\d{1,12})"
_WORD = r"([!-~]+)"
# Messages of a device that need more than display; those of another form are ignored.
_VALIDATORS = {
    "hello": rf"{_N} {_N}(?: {_WORD} {' '.join([_WORD] * 4)} {_N} {_N} {_WORD})?",
    "who": "",
    "clock": rf"{_N} {_N} (\d+|-)",
    "holds": _N,
    "event": rf"{_N} {_N} ([ -~]+)",
    "gone": rf"{_N} {_N}",
    "snap": rf"{_N} {_N} {_N} ?([ -~]*)",
    "settings": "((?:(?:[0-9a-f]{2})+ ?)+)",
    "edge": rf"([0-9a-f]{{4}}) {_N} {_N} {_WORD}",
    "lost": "",
    "aside": rf"(broken|rules|device) {_N} ([0-9a-f]{{8}})",
    "bytes": rf"{_N} ((?:[0-9a-f]{{2}})+)",
    "answer": rf"{_N} ([ -~]+)",
}


@dataclass
class Request:
    """A request to the device, and its answer once there is one."""

    what: str
    answer: str = ""
    identity: int = 0
    due: int = 0
    since: int = -1


class Client:
    """The PC's end: bytes and the time in ms come in, bytes go out."""

    def __init__(self, log: Log, token: str, describe: Describe | None = None) -> None:
        self.log, self.token, self._describe = log, token, describe
        self.device: tuple[str, ...] = ()
        self.epoch, self.is_greeted, self.is_refused = "-", False, False
        self.shown: dict[str, str] = {}
        self.snapshot: list[str] = []
        self.presses: list[tuple[str, int, int, str]] = []
        self.clocks: list[tuple[int, int, int, int]] = []
        self.requests: list[Request] = []
        self._lines = Lines()
        self._snap: dict[int, str] = {}
        self._is_snap_missing = False
        self._snap_due = self._clock_due = self._clock_asked = self._heard_at = 0
        self._greet_due = self._asked_from = self._upto = self._identity = 0
        self._restoring: list[Request] = []
        # A journal that was set aside: its size and check, its bytes so far, and the time of the
        # next request.
        self._aside, self._data, self._aside_due = (0, ""), b"", 0

    def ask(self, what: str) -> Request:
        """Queue a request to the device; it is sent after the earlier ones are answered."""
        self.requests.append(Request(what))
        return self.requests[-1]

    def when(self, ms: int) -> tuple[float, float] | None:
        """Return the time of an event by the PC's clock and its largest error, or None."""
        found = [
            ((sent + got) / 2 - (at - ms), (got - sent) / 2 + abs(at - ms) / 10_000 + 20)
            for sent, got, at, boot in self.clocks
            if ms > boot
        ]
        return min(found, key=lambda each: each[1], default=None)

    def receive(self, data: bytes, now: int) -> None:
        """Handle bytes from the device."""
        for text in self._lines.receive(data, now):
            word, _, rest = text.partition(" ")
            if self.is_greeted or word in ("hello", "who"):
                self._heard_at = now
                found = re.fullmatch(_VALIDATORS.get(word, ""), rest)
                if word not in _VALIDATORS:
                    self.shown[word] = rest
                elif found:
                    getattr(self, f"_on_{word}")(now, *found.groups(""))

    def tick(self, now: int) -> bytes:
        """Return the bytes to send now."""
        if self.is_greeted and now - self._heard_at >= 3000:
            self._on_who(now)
        if self.is_greeted:
            self._ask_again(now)
            self._lines.flush(now)
        elif not self.is_refused and now >= self._greet_due:
            self._greet_due = now + 500
            self._lines.restart()
            self._lines.send(f"hello {VERSION} {VERSION} {self.token}", now)
        out = bytes(self._lines.out)
        self._lines.out.clear()
        return out

    def _ask_again(self, now: int) -> None:
        """Repeat each request whose answer did not come in time."""
        if now >= self._clock_due:
            self._ask_clock(now)
        if now >= self._snap_due and (self._is_snap_missing or self._lines.has_gap):
            self._snap_due, self._lines.has_gap = now + 1000, False
            self._lines.say("snapshot")
        if self._aside[1] and now >= self._aside_due:
            self._aside_due = now + 500
            self._pull()
        if self.requests and now >= self.requests[0].due:
            self._ask_on(now, self.requests[0])

    def _on_who(self, now: int) -> None:
        self.is_greeted, self._greet_due = False, now

    def _on_hello(self, now: int, oldest: str, newest: str, token: str, *rest: str) -> None:
        self.is_refused = not int(oldest) <= VERSION <= int(newest)
        if self.is_refused or token != self.token:
            return
        self.is_greeted, self.device, self.epoch, self._upto = True, rest, rest[3], int(rest[5])
        self._aside, self._snap, self._snap_due = (0, ""), {}, now + 1000
        self._is_snap_missing = True
        if self.requests:
            self.requests[0].due = now
        self._ask_clock(now)
        self._on_holds(now)

    def _ask_clock(self, now: int) -> None:
        self._clock_asked, self._clock_due = now, now + 1000
        self._lines.say(f"clock {now % 10**9}")

    def _on_clock(self, now: int, k: str, ms: str, boot: str) -> None:
        if int(k) == self._clock_asked % 10**9:
            read = (self._clock_asked, now, int(ms), -1 if boot == "-" else int(boot))
            self.clocks, self._clock_due = [*self.clocks, read][-16:], now + 60_000

    def _on_holds(self, now: int, last: str = "") -> None:
        self._asked_from = self.log.last(self.epoch) + 1
        if self.epoch != "-":
            self._lines.say(f"again {self.epoch} {self._asked_from}")

    def _on_event(self, now: int, number: str, ms: str, text: str) -> None:
        self._keep(now, int(number), Record(self.epoch, int(number), int(ms), text))

    def _on_gone(self, now: int, first: str, last: str) -> None:
        start = max(int(first), self.log.last(self.epoch) + 1)
        self._keep(now, start, Record(self.epoch, int(last), None, f"gone {start} {last}"))

    def _keep(self, now: int, first: int, record: Record) -> None:
        due = self.log.last(self.epoch) + 1
        if first > due:
            if self._asked_from != due:
                self._on_holds(now)
            return
        if record.number >= due:
            self.log.append(record)
        self._lines.say(f"ack {self.epoch} {self.log.last(self.epoch)}")

    def _on_snap(self, now: int, k: str, count: str, last: str, text: str) -> None:
        if int(k) == 0:
            self._snap = {}
        self._snap[int(k)] = text
        if set(self._snap) >= set(range(int(count))):
            self.snapshot = [self._snap[each] for each in range(int(count))]
            self._is_snap_missing = False

    def _on_settings(self, now: int, words: str) -> None:
        record, known = Record(self.epoch, 0, None, f"settings {words}"), self.log.settings()
        if known != record:
            self.log.append(record)

    def _on_edge(self, now: int, run: str, number: str, tick: str, name: str) -> None:
        kept = self.presses[-1][1] if self.presses and self.presses[-1][0] == run else 0
        if int(number) == kept + 1:
            kept += 1
            self.presses.append((run, kept, int(tick), name))
        self._lines.say(f"edges {run} {kept}")

    def _on_lost(self, now: int) -> None:
        """Restore settings and game, unless that is already under way."""
        if any(not each.answer for each in self._restoring):
            return
        steps, known, game = [], self.log.settings(), self.log.game()
        if known and known.epoch != self.epoch:
            steps.append(known.text)
        sets = self._describe(game) if game and self._describe else None
        if game and sets is not None:
            steps += [game.board] * bool(game.board)
            steps += [f"restore {game.epoch} {game.number} {game.new.partition(' ')[2]}", *sets]
        self._restoring = [Request(step) for step in steps]
        self.requests[:0] = self._restoring

    def _on_aside(self, now: int, why: str, size: str, crc: str) -> None:
        if self._aside != (int(size), crc):
            self._aside, self._data = (int(size), crc), b""

    def _on_bytes(self, now: int, place: str, text: str) -> None:
        if int(place) == len(self._data):
            self._data += bytes.fromhex(text)
            self._aside_due = now

    def _pull(self) -> None:
        size, crc = self._aside
        if len(self._data) >= size and zlib.crc32(self._data) != int(crc, 16):
            self._data = b""
        if len(self._data) < size:
            self._lines.say(f"bytes {len(self._data)}")
            return
        if crc not in self.log.asides:
            self.log.store(crc, self._data)
        self._lines.say(f"stored {crc}")

    def _ask_on(self, now: int, request: Request) -> None:
        """Send a request, and repeat it without an answer, unless the log shows that it was
        done.
        """
        if self.epoch == "-" or self.log.last(self.epoch) < self._upto:
            return
        if request.since < 0:
            request.since = len(self.log.records)
        what = re.sub(r"^restore \S+ \d+", "new", request.what)
        for record in self.log.records[request.since :]:
            # A device that was restarted no longer knows the request.
            if f"{what} ".startswith(f"{record.text} ") or record.text.startswith(f"{what} "):
                self._end(request, "ok")
                return
        here = [each.text for each in self.log.records if each.epoch == self.epoch]
        if what != request.what and any(text.startswith("new ") for text in here):
            # A player was faster, and began another game.
            self.requests = [each for each in self.requests if each not in self._restoring]
            self._restoring = []
            return
        if not request.identity:
            request.identity = self._identity = self._identity + 1
        request.due = now + 1000
        self._lines.say(f"ask {request.identity} {request.what}")

    def _on_answer(self, now: int, identity: str, answer: str) -> None:
        request = self.requests[0] if self.requests else Request("")
        if request.identity != int(identity):
            return
        if answer.startswith("busy "):
            request.identity, request.due = 0, now + 200
        else:
            self._end(request, answer)

    def _end(self, request: Request, answer: str) -> None:
        request.answer = answer
        self.requests.remove(request)
