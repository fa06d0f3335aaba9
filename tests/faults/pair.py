"""A device whose journal fills and is begun anew, and a PC that is there now and then.

What the device did is read from its journal, event by event, apart from the link and the logs.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from schiri.device.cable import Cable
from schiri.device.link import Link
from schiri.device.simulator import Simulator
from schiri.log.joining import AFTER, Carried
from schiri.log.lines import Log, read
from schiri.log.live import LiveTable
from schiri.log.notes import missing_in
from schiri.log.recorder import Recorder
from schiri.log.replay import referee_of, replay
from schiri_device.builds import load
from schiri_device.companion import Companion
from schiri_device.reader import Reader
from schiri_device.requests import take_request
from schiri_engines.board_games import board_game
from schiri_engines.refusals import MalformedText, Refused

from tests.faults.evidence import is_logged, named, told_of
from tests.faults.folding import Flash, check_fold, watch_renewals

START = datetime(2026, 1, 31, 18, 0, tzinfo=UTC)
STEP_MS = 20
# So long after all is told nothing more comes.
CALM_MS = 3000
PATIENCE_MS = 60_000
Place = tuple[str, int]


class Pair:
    """A device, and a PC while it is there.

    Shape: ``made`` are the device's events in order, by epoch and number, without what one epoch
    carries on to the next; ``copies`` leads from the place of what was carried to where it was.
    """

    def __init__(self, folder: Path, build: str, seed: int, new: str) -> None:
        self.folder, self.new = folder, new
        self.random = Random(f"pair {seed} {new}")
        self.now_ms = 0
        self.made: dict[Place, str] = {}
        self.copies: dict[Place, Place] = {}
        self.epochs: list[str] = []
        self.cable = Cable(read_s=0)
        found = load(build)
        assert found is not None
        self.simulator = Simulator(found, self.cable, seed, Flash(), "SIMTEST")
        self.link: Link | None = None
        self.live: LiveTable | None = None
        self._begin()

    @property
    def device(self) -> Companion:
        return self.simulator.companion

    @property
    def match(self) -> Any:
        """The match as it is now."""
        return self.device.match

    # The PC

    def plug(self, folder: Path | None = None) -> None:
        """Let a PC come, with the logs it has."""
        recorder = Recorder(folder or self.folder, self.clock)
        self.live = LiveTable(recorder, lambda report, events: None)
        self.cable.plug()
        self.link = Link(self.cable.open, self.live)

    def clock(self) -> datetime:
        return START + timedelta(milliseconds=self.now_ms)

    def unplug(self) -> None:
        """Let the PC go, whatever was on its way."""
        if self.live and self.live.recorder.current:
            self.live.recorder.current.writer.close()
        self.link = self.live = None
        self.cable.pull()

    def tick(self, for_ms: int = STEP_MS) -> None:
        """Let time pass on both sides."""
        until = self.now_ms + for_ms
        while self.now_ms < until:
            self.now_ms += STEP_MS
            self.simulator.step(self.now_ms)
            if self.link:
                self.link.poll(self.now_ms)
            self._note()

    def settle(self) -> None:
        """Let pass what it takes until the PC has all."""
        until = self.now_ms + PATIENCE_MS
        while self.now_ms < until:
            self.tick(200)
            live, journal = self.live, self.device.journal
            assert live is not None and live.disagreement is None, live and live.disagreement
            is_met = live.connected and live.connected.epoch == journal.epoch
            if is_met and live._told == journal.last:
                self.tick(CALM_MS)
                assert live.disagreement is None
                return
        raise AssertionError("the PC is not told all")

    def restart(self) -> None:
        """Cut the power, and have it back."""
        self.cable.pull()
        self.simulator.start(self.now_ms)
        if self.link:
            self.cable.plug()
        self._begin()

    # What the device did

    def _begin(self) -> None:
        watch_renewals(self.device)
        self._read_on()

    def _read_on(self) -> None:
        """Take up what is in the journal from its first event."""
        journal = self.device.journal
        self._reader = Reader(journal, board_game)
        self._carried: Carried | None = None
        if not self.epochs or self.epochs[-1] != journal.epoch:
            self.epochs.append(journal.epoch)

    def _note(self) -> None:
        journal = self.device.journal
        if journal.epoch != self.epochs[-1] or self._reader._journal is not journal:
            self._read_on()
        while self._reader.number <= journal.last:
            number, _, text = self._reader.read() or (0, 0, "")
            if not number:
                continue
            here = (journal.epoch, number)
            if text.startswith(AFTER):
                self._carried = Carried.parse(text)
            carried = self._carried
            old = carried.old_number(number) if carried else None
            if carried and old:
                self.copies[here] = carried.epoch, old
            elif (carried is None or number > carried.upto) and is_logged(text):
                self.made[here] = named(text)

    def origin(self, place: Place) -> Place:
        """Return where an event was made."""
        while place in self.copies:
            place = self.copies[place]
        return place

    # The players

    def press(self, button: str) -> None:
        """Press a button and let it go."""
        self.simulator.press(button)
        self.tick()
        self.simulator.release(button)
        self.tick()

    def ask(self, text: str) -> Any:
        """Ask the device itself, as a PC would; return the refusal."""
        try:
            refusal = take_request(self.device, self.simulator.companion._waited_ms, text)
        except Refused as no:
            refusal = no.refusal
        except MalformedText as bad:
            refusal = bad
        self._note()
        return refusal

    def play(self, events: int, undo: float = 0.05) -> None:
        """Play at random until so many events more were made."""
        upto = len(self.made) + events
        while len(self.made) < upto:
            self.play_on(undo)

    def renew(self) -> None:
        """Play until the journal was begun anew."""
        epoch = self.device.journal.epoch
        while self.device.journal.epoch == epoch:
            self.play_on(0.05)

    def play_on(self, undo: float) -> None:
        """Do one thing."""
        device, random = self.device, self.random
        self.tick()
        match = device.match
        if device.mode_name == "keep":
            self.tick(500)
        elif match.table is None or (match.outcome and random.random() < 0.9):
            self.ask(self.new)
        elif random.random() < undo:
            self.ask("undo")
        elif random.random() < 0.01:
            self.ask(random.choice(("dispute was it?", "set turn A", "draw", "resign B")))
        elif moves := match.game.legal_moves():
            # A few to and fro, so that positions come again.
            few = moves[:2] if random.random() < 0.3 else moves
            self.ask(match.game.move_text(random.choice(few)))


def check(pair: Pair) -> list[dict[str, Any]]:
    """All that the device did is in the logs once, or noted as missing; return those notes."""
    check_fold(pair.device)
    logs = logs_in(pair.folder)
    told = [told_of(event) for log in logs for event in log.events if event["src"] != "pc"]
    assert len({(epoch, number) for epoch, number, _ in told}) == len(told)
    found: dict[Place, str] = {}
    for epoch, number, text in told:
        place = pair.origin((epoch, number))
        assert place not in found, place
        found[place] = named(text)
    notes = [note for log in logs for note in missing_in(log.events)]
    lost = {
        pair.origin((note["epoch"], number))
        for note in notes
        for number in range(note["first"], note["last"] + 1)
    }
    for place, text in pair.made.items():
        assert (place in found) != (place in lost), (place, text)
        assert found.get(place, text).split(" ")[0:2] == text.split(" ")[0:2], (place, text)
    # Where the game stood is told only where something is missing.
    assert notes or set(found) <= set(pair.made)
    check_position(pair)
    return notes


def logs_in(folder: Path) -> list[Log]:
    """Return all logs, each of them whole and true."""
    logs = [read(path.read_bytes()) for path in folder.glob("*.jsonl")]
    for log in logs:
        assert not log.torn and replay(log.events, referee_of(log.events[0])) == []
    return logs


def check_position(pair: Pair) -> None:
    """The log of the game on the table leads to where it stands."""
    match = pair.match
    current = pair.live.recorder.current if pair.live else None
    if match.table is None:
        return
    assert current is not None
    referee = current.referee
    assert referee.table.game.position() == match.game.position()
    assert referee.table.outcome() == match.outcome
    assert referee.table.turn == match.table.turn
    assert getattr(referee.table.game, "colours", ()) == match.game.colours
