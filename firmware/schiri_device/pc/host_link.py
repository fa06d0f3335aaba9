"""What the device tells a PC, and what a PC may ask of it.

Decides which message comes first: answers, events, the snapshot, news, refusals; the lights last.
Must not know bytes or credit: the session below does.

Almost nothing waits in a queue: a message is made when there is room for it, from what is true
then.
"""

from binascii import hexlify

from schiri_engines.game_rows import row_of
from schiri_engines.refusals import MalformedText, Refused

from ..link.session import DEVICE, Session
from ..ticks import elapsed
from . import ALONE, LINKED, UNSENT
from .requests import GIVES_BACK, handle_request
from .telling import EventFeed, Snapshot, check_text, colour_texts, frame_text, now_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.refusals import Refusal

    from ..app.device import Device

RESEND_MS = 1000
# How long after the last that was received a PC counts as gone.
GONE_MS = 10000
# In digits, what a PC counts, which comes back with an answer; and what it asks, which becomes an
# event: there must be room for both in a line.
LONGEST_NUMBER = 9
LONGEST_REQUEST = 118
LONGEST_RESTORE = 126
# How many bytes of a journal that is set aside are told in one line.
PIECE = 48


class HostLink:
    """The device's end of the link.

    Shape: ``acknowledged`` is the number of the last event that a PC has on its disk;
    ``has_lights`` tells that there are lights that a PC has not seen, ``has_news`` that the
    mode may have changed, ``has_settings`` that the settings have, ``is_gone`` that no PC has been
    heard for so long that the link can be let go of.
    """

    def __init__(
        self, device: "Device", now_ms: int, acknowledged: int, last: tuple[str, str, str]
    ):
        self._device = device
        self._journal = device.journal
        self._session = Session(DEVICE, self._describe, elapsed)
        self._feed = EventFeed(device.journal)
        self.acknowledged = acknowledged
        self._token, self._request, self._reply = last
        # When bytes came last, though they made no line.
        self.is_gone = False
        self._now_ms = self._sent_at_ms = self._last_received_ms = now_ms
        self._next = self._pull
        self._snapshot = Snapshot()
        self._reset()

    @property
    def last(self) -> tuple[str, str, str]:
        """The token of the PC, and its last request and the reply."""
        return (self._token, self._request, self._reply)

    def status(self) -> int:
        """Return LINKED, UNSENT or ALONE."""
        if self._session.state == "up":
            return LINKED
        return UNSENT if self._journal.last > self.acknowledged else ALONE

    def receive(self, now_ms: int, data: bytes) -> None:
        """Take received bytes and the time."""
        self._now_ms = now_ms
        if data or self._session.state == "up":
            self._last_received_ms = now_ms
        elif elapsed(now_ms, self._last_received_ms) >= GONE_MS:
            self.is_gone = True
            return
        for words in self._session.receive(now_ms, data):
            kind = words[0]
            if kind == "up":
                if self._session.token != self._token:
                    # Another host, or one that has begun anew: its requests are numbered anew.
                    self._token = self._session.token
                    self._request = ""
                self._reset()
            elif kind in ("ack", "again"):
                self._handle_ack(kind, words)
            elif kind == "edges" and self._device.panel and len(words) == 3 and words[2].isdigit():
                self._device.panel.forget(words[1], int(words[2]))
            elif kind == "bytes" and len(words) == 2 and words[1].isdigit():
                self._piece = int(words[1][:LONGEST_NUMBER])
            elif kind == "stored" and self._journal.problem:
                self._give_up_journal(words[1:])
            elif kind == "clock" and len(words) == 2 and words[1].isdigit():
                self._clock = words[1][:LONGEST_NUMBER]
            elif kind == "snapshot":
                self._tell_state()
            elif kind == "lights":
                # As many as fit into a line, as of the moves of a snapshot.
                self._colours = colour_texts(self._device.screen.painter, 12)
                self._wants_lights = self.has_lights = True
            elif kind == "ask" and len(words) > 2 and len(words[1]) <= LONGEST_NUMBER:
                self._handle_request(words[1], " ".join(words[2:]))

    def greet_anew(self) -> None:
        """Ask for a new greeting, for what our hello said is no longer true."""
        if self._journal.last < self.acknowledged:
            self.acknowledged = 0
        self._feed = EventFeed(self._journal)
        self._session.close()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is on its way to a PC, and nothing waits to be."""
        return self._session.is_idle and not self._answer

    def send(self, now_ms: int) -> bytes:
        """Return a line to send, or nothing."""
        self._now_ms = now_ms
        return self._session.send(now_ms, self._next)

    def report_refusal(self, refusal: "Refusal") -> None:
        """Tell a refusal that was lit; only the newest is told."""
        self._refusal = "refused " + self._refusal_text(refusal)

    def _reset(self) -> None:
        """Start anew, as for a PC that knows nothing yet; the snapshot comes first."""
        self._has_place = False
        self._sent_at_ms = self._now_ms
        self._answer = ""
        self._clock = ""
        self._refusal = ""
        self._colours = []
        self._wants_lights = False
        self.has_lights = False
        self.has_news = True
        self._now = ""
        # Where the bytes are that a PC asks of a journal which is set aside, -1 for nowhere.
        self._piece = -1
        # What the meter has found, and nobody was told yet.
        self.figures: list[str] = []
        self._tell_state()
        if self._device.panel:
            self._device.panel.resend()

    def _tell_state(self) -> None:
        """Tell what no event tells: settings, what became of the journal, and the snapshot."""
        journal = self._journal
        self.has_settings = bool(journal.settings)
        self._first_words = "lost"
        if journal.problem:
            self._first_words = f"aside {journal.problem} {len(journal)} {check_text(journal)}"
        self._snapshot.restart()

    def _describe(self) -> str:
        device, version = self._device.identity
        journal, build = self._journal, self._device.build.name
        numbers = f"{journal.epoch} {journal.first} {journal.last}"
        rules = row_of(self._device.match.loaded).digest
        return f" {device} {version} {build} {numbers} {rules}"

    # Receiving

    def _handle_ack(self, kind: str, words: list[str]) -> None:
        """Take where a PC is in our events: on its disk up to, or to be sent again from."""
        if len(words) != 3 or words[1] != self._journal.epoch or not words[2].isdigit():
            return
        if self._journal.problem:
            return
        number = int(words[2])
        if kind == "ack":
            if self.acknowledged < number <= self._journal.last:
                self.acknowledged = number
                self._sent_at_ms = self._now_ms
        elif number > self._journal.last + 1:
            # It has more of this epoch than we have: ours has lost its end.
            self._device.set_journal_aside(self._now_ms)
        elif number:
            self._feed.go_to(number)
            self._has_place = True
            self._sent_at_ms = self._now_ms

    def _give_up_journal(self, words: list[str]) -> None:
        """Begin a new epoch, if what a PC has stored is the journal that we have."""
        if words == [check_text(self._journal)]:
            self._device.start_epoch(self._now_ms)
            self._device.go_to(self._now_ms, "choose")

    def _handle_request(self, request: str, text: str) -> None:
        """Carry out a request once, however often it arrives, and answer it each time."""
        if request != self._request:
            self._request = request
            self._device.touch(self._now_ms)
            # Should it fail in a way that nobody expected.
            self._reply = "failed - -"
            try:
                # A game that is given back is named by an event, which is not told again.
                longest = LONGEST_RESTORE if text.split(" ")[0] in GIVES_BACK else LONGEST_REQUEST
                if len(text) > longest:
                    raise MalformedText("text-too-long", text, str(longest))
                refusal = handle_request(self._device, self._now_ms, text)
                self._reply = self._refusal_text(refusal) if refusal else "ok"
            except Refused as no:
                self._reply = self._refusal_text(no.refusal)
            except MalformedText as bad:
                self._reply = bad.code + " - -"
        self._answer = f"answer {request} {self._reply}"

    # Sending

    def _pull(self, is_idle: bool) -> str | None:
        """Return the most important text there is to say, or None."""
        text: str | None
        if self._clock:
            text, self._clock = self._clock_text(), ""
            return text
        if self._answer:
            text, self._answer = self._answer, ""
            return text
        if self._device.panel:
            text = self._device.panel.pull(self._now_ms)
            if text:
                return text
        if self._piece >= 0 and self._journal.problem:
            piece, self._piece = self._piece, -1
            data = self._journal.raw(piece, PIECE)
            return f"bytes {piece} {str(hexlify(data), 'ascii')}"
        if self._has_place:
            feed = self._feed
            if feed.number <= self._journal.last or self._is_overdue():
                if feed.number < self._journal.last or self.acknowledged >= feed.number - 1:
                    # What has just happened must not let those wait on that were told before.
                    self._sent_at_ms = self._now_ms
                text = feed.next()
                if text:
                    return text
        elif self._is_untold():
            # Nobody has said from which one on, or that line was lost.
            self._sent_at_ms = self._now_ms
            return f"holds {self._journal.last}"
        if self.has_settings:
            self.has_settings = False
            text = self._device.settings.text()
            if text:
                return "settings " + text
        if self._first_words:
            text, self._first_words = self._first_words, ""
            if text != "lost" or not self._journal.last:
                return text
        text = self._snapshot.line(self._device.match, self._journal.last)
        if text:
            return text
        if self.has_news and self._wants_lights and (is_idle or self._refusal):
            # What was picked is told before what was refused: a PC takes news for another try.
            self.has_news = False
            text = "now " + now_text(self._device)
            if text != self._now:
                self._now = text
                return text
        if self._refusal:
            text, self._refusal = self._refusal, ""
            return text
        if self.figures:
            return self.figures.pop(0)
        if is_idle and self._wants_lights:
            if self._colours:
                return self._colours.pop(0)
            if self.has_lights:
                self.has_lights = False
                return frame_text(self._device.screen.painter)
        return None

    def _clock_text(self) -> str:
        """Return what the clock of the epoch shows now, and what it did when we began to run."""
        match = self._device.match
        boot = "-" if match.boot_ms is None else str(match.boot_ms)
        return f"clock {self._clock} {match.epoch_ms(self._now_ms)} {boot}"

    def _is_untold(self) -> bool:
        """Tell whether events have waited too long for a PC to say from which one on."""
        journal = self._journal
        waited = elapsed(self._now_ms, self._sent_at_ms)
        has_events = journal.last >= journal.first and not journal.problem
        return has_events and waited >= RESEND_MS

    def _is_overdue(self) -> bool:
        """Tell whether told events were not acknowledged for too long; then go back to them."""
        if self.acknowledged >= self._feed.number - 1:
            return False
        if elapsed(self._now_ms, self._sent_at_ms) < RESEND_MS:
            return False
        self._feed.go_to(self.acknowledged + 1)
        return True

    def _refusal_text(self, refusal: "Refusal") -> str:
        cells = ",".join([str(cell) for cell in sorted(refusal.cells)])
        if self._device.match.table:
            text = self._device.match.game.cell_text
            names = [text(cell) for cell in refusal.cells]  # type: ignore[arg-type]  # of a board
            cells = ",".join(sorted(names))
        return f"{refusal.code} {refusal.rule} {cells or '-'}"
