"""What the device tells a PC, and what a PC may ask of it.

Decides which message comes first: answers, events, the snapshot, refusals, and the lights last.
Must not know bytes or credit: the session below does.

Almost nothing waits in a queue: a message is made when there is room for it, from what is true
then.
"""

from schiri_engines.board_games import board_game
from schiri_engines.catalog import RULES_DIGEST
from schiri_engines.refusals import MalformedText, Refused

from .link.session import DEVICE, Session
from .match import new_text
from .reader import Reader
from .requests import take_request
from .ticks import elapsed

ALONE = 0
LINKED = 1
UNSENT = 2

RESEND_MS = 1000
# In digits, what a PC counts, which comes back with an answer; and what it asks, which becomes an
# event: there must be room for both in a line.
LONGEST_NUMBER = 9
LONGEST_REQUEST = 118


class Wire:
    """The device's end of the link.

    Shape: ``acknowledged`` is the number of the last event that a PC has on its disk;
    ``has_lights`` tells that there are lights that a PC has not seen, ``has_news`` that the
    mode may have changed, ``has_settings`` that the settings have.
    """

    def __init__(self, device, identity: tuple):
        self._device = device
        self._journal = device.journal
        self._identity = identity
        self._session = Session(DEVICE, self._describe, elapsed)
        self._reader = Reader(device.journal, board_game)
        self.acknowledged = 0
        self._token = ""
        self._request = ""
        self._reply = ""
        self._now_ms = 0
        self._told_ms = 0
        self._next = self._pull
        self._colours: list = []
        self._snapshot: list = []
        self.has_settings = False
        self._reset()

    def status(self) -> int:
        """Return LINKED, UNSENT or ALONE."""
        if self._session.state == "up":
            return LINKED
        return UNSENT if self._journal.last > self.acknowledged else ALONE

    def receive(self, now_ms: int, data: bytes) -> None:
        """Take received bytes and the time."""
        self._now_ms = now_ms
        for words in self._session.receive(now_ms, data):
            kind = words[0]
            if kind == "up":
                self._reset()
            elif kind in ("ack", "again"):
                self._take_place(kind, words)
            elif kind == "edges" and self._device.panel and len(words) == 3 and words[2].isdigit():
                self._device.panel.forget(words[1], int(words[2]))
            elif kind == "clock" and len(words) == 2 and words[1].isdigit():
                self._clock = words[1][:LONGEST_NUMBER]
            elif kind == "snapshot":
                self._snapshot = self._snapshot_lines()
            elif kind == "lights":
                # As many as fit into a line, as of the moves of a snapshot.
                self._colours = self._device.painter.colour_texts(12)
                self._wants_lights = self.has_lights = True
            elif kind == "ask" and len(words) > 2 and len(words[1]) <= LONGEST_NUMBER:
                self._take_request(words[1], " ".join(words[2:]))

    def begin_epoch(self) -> None:
        """Take note that the journal was begun anew."""
        self.acknowledged = 0
        self._reader = Reader(self._journal, board_game)
        self._session.close()

    def send(self, now_ms: int) -> bytes:
        """Return a line to send, or nothing."""
        self._now_ms = now_ms
        return self._session.send(now_ms, self._next)

    def tell_refusal(self, refusal) -> None:
        """Tell a refusal that was lit; only the newest is told."""
        self._refusal = "refused " + self._refusal_text(refusal)

    def _reset(self) -> None:
        """Begin anew, as for a PC that knows nothing yet; it is told the snapshot first."""
        self._has_place = False
        self._told_ms = self._now_ms
        if self._session.token != self._token:
            # Another host, or one that has begun anew: its requests are numbered anew.
            self._token = self._session.token
            self._request = ""
        self._answer = ""
        self._clock = ""
        self._refusal = ""
        self._colours = []
        self._wants_lights = False
        self.has_lights = False
        self.has_news = True
        self._now = ""
        self._snapshot = self._snapshot_lines()
        if self._journal.is_new and not self._journal.last:
            self._snapshot.insert(0, "lost")
        self.has_settings = bool(self._journal.settings)
        if self._device.panel:
            self._device.panel.tell_again()

    def _describe(self) -> str:
        device, version = self._identity
        journal, build = self._journal, self._device.build.name
        return f" {device} {version} {build} {journal.epoch} {journal.last} {RULES_DIGEST}"

    # Receiving

    def _take_place(self, kind: str, words: list) -> None:
        """Take where a PC is in our events: on its disk up to, or to be sent again from."""
        if len(words) != 3 or words[1] != self._journal.epoch or not words[2].isdigit():
            return
        number = int(words[2])
        if kind == "ack":
            if self.acknowledged < number <= self._journal.last:
                self.acknowledged = number
                self._told_ms = self._now_ms
        elif 1 <= number <= self._journal.last + 1:
            self._reader.go_to(number)
            self._has_place = True
            self._told_ms = self._now_ms

    def _take_request(self, request: str, text: str) -> None:
        """Carry out a request once, however often it arrives, and answer it each time."""
        if request != self._request:
            self._request = request
            # Should it fail in a way that nobody expected.
            self._reply = "wrong-phase - -"
            try:
                if len(text) > LONGEST_REQUEST:
                    raise MalformedText("text-too-long", text, str(LONGEST_REQUEST))
                refusal = take_request(self._device, self._now_ms, text)
                self._reply = self._refusal_text(refusal) if refusal else "ok"
            except Refused as no:
                self._reply = self._refusal_text(no.refusal)
            except MalformedText as bad:
                self._reply = bad.code + " - -"
        self._answer = f"answer {request} {self._reply}"

    # Sending

    def _pull(self, is_calm: bool):
        """Return the most important text there is to say, or None."""
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
        if self._has_place:
            reader = self._reader
            if reader.number <= self._journal.last or self._is_overdue():
                if reader.number < self._journal.last or self.acknowledged >= reader.number - 1:
                    # What has just happened must not let those wait on that were told before.
                    self._told_ms = self._now_ms
                event = reader.read()
                if event:
                    return "event {} {} {}".format(*event)
        elif self._journal.last and elapsed(self._now_ms, self._told_ms) >= RESEND_MS:
            # Nobody has said from which one on, or that line was lost.
            self._told_ms = self._now_ms
            return f"holds {self._journal.last}"
        if self.has_settings:
            self.has_settings = False
            return "settings " + self._device.settings.text()
        if self._snapshot:
            return self._snapshot.pop(0)
        if self._refusal:
            text, self._refusal = self._refusal, ""
            return text
        if is_calm and self._wants_lights:
            if self.has_news:
                self.has_news = False
                text = "now " + self._device.now_text()
                if text != self._now:
                    self._now = text
                    return text
            if self._colours:
                return self._colours.pop(0)
            if self.has_lights:
                self.has_lights = False
                return self._device.painter.frame_text()
        return None

    def _clock_text(self) -> str:
        """Return what the clock of the epoch shows now, and what it did when we began to run."""
        match = self._device.match
        boot = "-" if match.boot_ms < 0 else str(match.boot_ms)
        return f"clock {self._clock} {match.epoch_ms(self._now_ms)} {boot}"

    def _is_overdue(self) -> bool:
        """Tell whether told events were not acknowledged for too long; then go back to them."""
        if self.acknowledged >= self._reader.number - 1:
            return False
        if elapsed(self._now_ms, self._told_ms) < RESEND_MS:
            return False
        self._reader.go_to(self.acknowledged + 1)
        return True

    def _snapshot_lines(self) -> list:
        """Return the game on the table as lines: how it began, and the entries that stand."""
        match = self._device.match
        lines = []
        if match.table:
            lines.append(new_text(match.game_name, match.options, match.seats))
            moves: list = []
            for entry in match.table.entries:
                is_move = match.table.is_move(entry)
                if moves and (not is_move or len(moves) == 9):
                    lines.append("moves " + ",".join(moves))
                    moves = []
                text = match.table.text(entry)
                if is_move:
                    moves.append(text)
                else:
                    lines.append("entry " + text)
            if moves:
                lines.append("moves " + ",".join(moves))
        last, count = self._journal.last, len(lines)
        texts = [f"snap {at} {count} {last} {lines[at]}" for at in range(count)]
        return texts or [f"snap 0 0 {last}"]

    def _refusal_text(self, refusal) -> str:
        cells = ",".join([str(cell) for cell in sorted(refusal.cells)])
        if self._device.match.table:
            text = self._device.match.game.cell_text
            cells = ",".join(sorted([text(cell) for cell in refusal.cells]))
        return f"{refusal.code} {refusal.rule} {cells or '-'}"
