"""The link to a PC: reports and requests.

Decides the order of messages: answers, events, the snapshot, news, refusals, lights.  Must not know
bytes or credit: the session below does.  Almost nothing is queued: a message is made when there is
room for it, from the state at that time.
"""

from binascii import hexlify

from schiri_engines.game_rows import row_of
from schiri_engines.refusals import MalformedText, Refused

from .. import tidy
from ..link.session import DEVICE, Session
from ..ticks import elapsed
from . import Host
from .messages import EventFeed, Snapshot, check_text, colour_texts, frame_text, now_text
from .requests import RESTORING, handle_request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schiri_engines.refusals import Refusal

    from ..app.mode import Modes

    Message = tuple[Callable[["HostLink", list[str]], None] | None, int]

RESEND_MS = 1000
# A PC counts as gone after this silence.
GONE_MS = 10000
# The most digits of a request's number, and the longest request: an answer and an event have to fit
# into a line.
LONGEST_NUMBER = 9
LONGEST_REQUEST = 118
LONGEST_RESTORE = 126
# Bytes of a set-aside journal in one line.
PIECE = 48
NOTHING = (None, 0)


class HostLink(Host):
    """The device's end of the link.

    Nothing is sent before a PC has, nor after it has been silent for a while.
    """

    def __init__(self, device: "Modes", now_ms: int):
        Host.__init__(self, device.journal)
        self._device = device
        self._session = Session(DEVICE, self._describe, elapsed)
        self._feed = EventFeed(device.journal)
        # Whether there was a PC lately, and the time of its last bytes, even without a valid line.
        self._is_heard = False
        self._now_ms = self._sent_at_ms = self._last_received_ms = now_ms
        self._next = self._pull
        self._snapshot = Snapshot()
        # The token of the PC, its last request and the reply, so that a repeated request is not
        # carried out twice.
        self._token = self._request = self._reply = ""
        self._reset()

    def receive(self, now_ms: int, data: bytes) -> None:
        self._now_ms = now_ms
        if data or self._session.state == "up":
            self._is_heard, self._last_received_ms = True, now_ms
        elif not self._is_heard:
            return
        elif elapsed(now_ms, self._last_received_ms) >= GONE_MS:
            # The next one begins with a greeting.
            self._is_heard = False
            self._session = Session(DEVICE, self._describe, elapsed)
            return
        for words in self._session.receive(now_ms, data):
            handle, count = self._messages.get(words[0], NOTHING)
            if handle and (not count or (len(words) == count and words[-1].isdigit())):
                handle(self, words)

    def send(self, now_ms: int) -> bytes:
        self._now_ms = now_ms
        if not self._is_heard:
            return b""
        return self._session.send(now_ms, self._next)

    def _reset(self, words: "Sequence[str]" = ()) -> None:
        """Start again for a PC without any state; the snapshot comes first."""
        # What is made here stays.
        tidy()
        if self._session.token != self._token:
            # Another host, or one that has restarted: its requests count from 1.
            self._token = self._session.token
            self._request = ""
        if self._is_outdated:
            self._is_outdated, self._feed = False, EventFeed(self._journal)
        self._has_place = False
        self._sent_at_ms = self._now_ms
        self._answer = ""
        self.refusal = None
        self._colours: list[str] = []
        self._wants_lights = False
        self.has_lights = False
        self.has_news = True
        self._now = ""
        # The number with which a PC asks for the clock, and for bytes of a journal set aside.
        self._asked: dict[str, str] = {}
        # The meter's figures that are not reported yet.
        self.figures: list[str] = []
        self._report_state()
        if self._device.panel:
            self._device.panel.resend()

    def _report_state(self, words: "Sequence[str]" = ()) -> None:
        """Report what is no event: settings, the state of the journal, and the snapshot."""
        journal = self._journal
        self.has_settings = bool(journal.settings)
        self._journal_report = "lost"
        if journal.problem:
            self._journal_report = f"aside {journal.problem} {len(journal)} {check_text(journal)}"
        self._snapshot.restart()

    def _describe(self) -> str:
        device, version = self._device.identity
        journal, build = self._journal, self._device.build.name
        numbers = f"{journal.epoch} {journal.first} {journal.last}"
        rules = row_of(self._device.match.loaded).digest
        return f" {device} {version} {build} {numbers} {rules}"

    # Receiving

    def _handle_ack(self, words: list[str]) -> None:
        """Take a PC's position in our events: stored up to a number, or wanted from one."""
        if words[1] != self._journal.epoch or self._journal.problem:
            return
        number = int(words[2])
        if words[0] == "ack":
            if self.acknowledged < number <= self._journal.last:
                self.acknowledged = number
                self._sent_at_ms = self._now_ms
        elif number > self._journal.last + 1:
            # It has more events of this epoch than we have: our journal has lost its end.
            self._device.set_journal_aside(self._now_ms)
        elif number:
            self._feed.go_to(number)
            self._has_place = True
            self._sent_at_ms = self._now_ms

    def _handle_edges(self, words: list[str]) -> None:
        if self._device.panel:
            self._device.panel.forget(words[1], int(words[2]))

    def _handle_number(self, words: list[str]) -> None:
        self._asked[words[0]] = words[1][:LONGEST_NUMBER]

    def _handle_stored(self, words: list[str]) -> None:
        """Begin a new epoch, if the PC has stored the journal that we have."""
        if self._journal.problem and words[1:] == [check_text(self._journal)]:
            self._device.start_epoch(self._now_ms)
            self._device.go_to(self._now_ms, "choose")

    def _handle_lights(self, words: list[str]) -> None:
        # Send as many colours a line as fit, like the moves of a snapshot.
        self._colours = colour_texts(self._device.screen.painter, 12)
        self._wants_lights = self.has_lights = True

    def _handle_ask(self, words: list[str]) -> None:
        """Carry out a request once, and answer it each time it arrives."""
        if len(words) < 3 or len(words[1]) > LONGEST_NUMBER:
            return
        if words[1] != self._request:
            self._request = words[1]
            self._device.touch(self._now_ms)
            # In case of an unexpected error.
            self._reply = "failed - -"
            text = " ".join(words[2:])
            try:
                # The event before a restored game is not sent again.
                longest = LONGEST_RESTORE if words[2] in RESTORING else LONGEST_REQUEST
                if len(text) > longest:
                    raise MalformedText("text-too-long", text)
                refusal = handle_request(self._device, self._now_ms, text)
                self._reply = self._refusal_text(refusal) if refusal else "ok"
            except Refused as no:
                self._reply = self._refusal_text(no.refusal)
            except MalformedText as bad:
                self._reply = bad.code + " - -"
        self._answer = f"answer {self._request} {self._reply}"

    # Sending

    def _pull(self, is_idle: bool) -> str | None:
        for source in self._sources:
            text = source(self, is_idle)
            if text:
                return text
        return None

    def _clock_text(self, is_idle: bool) -> str:
        """Return the time of the epoch's clock, and its time when the program started."""
        number = self._asked.pop("clock", "")
        if not number:
            return ""
        match = self._device.match
        boot = "-" if match.boot_ms is None else str(match.boot_ms)
        return f"clock {number} {match.epoch_ms(self._now_ms)} {boot}"

    def _answer_text(self, is_idle: bool) -> str:
        text, self._answer = self._answer, ""
        return text

    def _panel_text(self, is_idle: bool) -> str | None:
        panel = self._device.panel
        return panel.pull(self._now_ms) if panel else None

    def _piece_text(self, is_idle: bool) -> str:
        """Return a piece of the set-aside journal."""
        number = self._asked.pop("bytes", "")
        if not number or not self._journal.problem:
            return ""
        data = self._journal.raw(int(number), PIECE)
        return f"bytes {int(number)} {str(hexlify(data), 'ascii')}"

    def _event_text(self, is_idle: bool) -> str | None:
        """Return the due event; before a PC has said from which one on, the range that we have."""
        feed, journal, told = self._feed, self._journal, self._feed.number - 1
        has_waited = elapsed(self._now_ms, self._sent_at_ms) >= RESEND_MS
        if not self._has_place:
            if not has_waited or journal.problem or journal.last < journal.first:
                return None
            # The PC has not said it, or that line was lost.
            self._sent_at_ms = self._now_ms
            return f"holds {journal.last}"
        if told >= journal.last:
            if not has_waited or self.acknowledged >= told:
                return None
            # They were sent long ago.
            feed.go_to(self.acknowledged + 1)
        if feed.number < journal.last or self.acknowledged >= feed.number - 1:
            # A new event must not delay the answer to those sent before.
            self._sent_at_ms = self._now_ms
        return feed.next()

    def _settings_text(self, is_idle: bool) -> str:
        has_settings, self.has_settings = self.has_settings, False
        text: str = self._device.settings.text() if has_settings else ""
        return text and "settings " + text

    def _journal_text(self, is_idle: bool) -> str:
        text, self._journal_report = self._journal_report, ""
        return "" if text == "lost" and self._journal.last else text

    def _snapshot_text(self, is_idle: bool) -> str:
        """Return the next line of the game, then what its clock has left."""
        match = self._device.match
        text = self._snapshot.line(match, self._journal.last)
        if not text and match.clock:
            text = match.clock.report(
                match.table, self._journal.last, self._session.token, self._now_ms
            )
        return text

    def _now_text(self, is_idle: bool) -> str:
        """Return the mode if it has changed.

        A PC takes that as the end of a refusal, so a pick is reported before a refusal.
        """
        if not self.has_news or not self._wants_lights:
            return ""
        self.has_news = False
        text = "now " + now_text(self._device)
        if text == self._now:
            return ""
        self._now = text
        return text

    def _refused_text(self, is_idle: bool) -> str:
        refusal, self.refusal = self.refusal, None
        return "refused " + self._refusal_text(refusal) if refusal else ""

    def _figure_text(self, is_idle: bool) -> str:
        return self.figures.pop(0) if self.figures else ""

    def _lights_text(self, is_idle: bool) -> str:
        if not is_idle or not self._wants_lights:
            return ""
        if self._colours:
            return self._colours.pop(0)
        has_lights, self.has_lights = self.has_lights, False
        return frame_text(self._device.screen.painter) if has_lights else ""

    def _refusal_text(self, refusal: "Refusal") -> str:
        cells = ",".join([str(cell) for cell in sorted(refusal.cells)])
        if self._device.match.table:
            text = self._device.match.game.cell_text
            names = [text(cell) for cell in refusal.cells]  # type: ignore[arg-type]  # of a board
            cells = ",".join(sorted(names))
        return f"{refusal.code} {refusal.rule} {cells or '-'}"

    # Messages of a PC: the handler, and the number of words, the last of which is a number; 0 for
    # any.
    _messages: "dict[str, Message]" = {
        "up": (_reset, 0),
        "ack": (_handle_ack, 3),
        "again": (_handle_ack, 3),
        "edges": (_handle_edges, 3),
        "bytes": (_handle_number, 2),
        "stored": (_handle_stored, 0),
        "clock": (_handle_number, 2),
        "snapshot": (_report_state, 0),
        "lights": (_handle_lights, 0),
        "ask": (_handle_ask, 0),
    }
    # The sources of texts, the most important first: a PC relies on this order.
    _sources = (
        _clock_text,
        _answer_text,
        _panel_text,
        _piece_text,
        _event_text,
        _settings_text,
        _journal_text,
        _snapshot_text,
        _now_text,
        _refused_text,
        _figure_text,
        _lights_text,
    )
