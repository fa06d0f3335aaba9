"""During random play, the bytes of the journal always contain the current state."""

from typing import Any

import pytest
from schiri_device.app.device import Device
from schiri_device.builds import Build, load
from schiri_device.pc.requests import handle_request

from tests.counts import count
from tests.faults.folding import CheckedFlash, check_replay, standing_of, watch_compactions
from tests.firmware.player import Player


class Evening(Player):
    """A player at a device whose store behaves like flash.

    Shape: ``compacted`` counts the compactions of the journal, ``loaded`` are the games that were
    in memory.
    """

    def __init__(self, name: str, seed: int) -> None:
        build = load(name)
        assert isinstance(build, Build)
        self.compacted = 0
        self.loaded: set[str] = set()
        super().__init__(build, seed, self._watch_it)
        self._store = CheckedFlash()
        self._start(False)

    def _watch_it(self, device: Device) -> None:
        """Check a device thoroughly after its start."""
        watch_compactions(device)
        check_replay(device)
        self.loaded.add(device.match.loaded)

    def step(self) -> None:
        device, first = self.device, self.device.journal.first
        super().step()
        if self.device is device:
            self.compacted += device.journal.first > first
        elif device.mode_name == "restart":
            # Another game was loaded: only the score of this one is replayed.
            assert self.device.match.score_text() == device.match.score_text()

    def wait(self, for_ms: int) -> None:
        """Let time pass."""
        for _ in range(0, for_ms, 60):
            self.now_ms += 60
            if self.device.step(self.now_ms, (), b"", 0).is_restart:
                self._start(False)

    def begin(self, text: str) -> None:
        """Request a game, as a PC does, and repeat the request while the device is busy."""
        while refusal := handle_request(self.device, self.now_ms, text):
            assert refusal.code == "busy"
            self.wait(300)


@pytest.mark.parametrize("name", ["keys5", "cursor"])
@pytest.mark.parametrize("seed", range(count(1, 2)))
def test_the_journal_holds_the_state_at_any_time(name: str, seed: int) -> None:
    evening = Evening(name, seed)
    for at in range(count(250, 4000)):
        evening.step()
        if name == "cursor" and at == 100:
            # A start loads another game.
            evening.ask("new joggle AB goal=1R")
        if at % 7 == 0:
            check_replay(evening.device)
    assert evening.compacted >= count(0, 1)
    assert len(evening.loaded) > (name == "cursor")


@pytest.mark.parametrize("name", ["keys5", "cursor"])
def test_the_score_outlives_cuts_and_compactions(name: str) -> None:
    evening, won = Evening(name, 7), {"A": 0, "B": 0}
    for game in range(count(25, 150)):
        evening.begin("new switch AB layout=1")
        if game % 5 == 0:
            evening.begin("new switch BA layout=2")
        device: Any = evening.device
        for _ in range(game % 9):
            evening.ask(device.match.game.move_text(device.match.game.legal_moves()[0]))
        loser = "AB"[game % 3 == 0]
        if device.match.outcome is None and not device.is_full():
            evening.ask(f"resign {loser}")
            won["BA"[loser == "B"]] += 1
        elif device.match.outcome:
            for seat in device.match.outcome.winners:
                won[device.match.seats[seat]] += 1
        evening.wait(3600)
        device = evening.device
        if game % 4 == 0:
            before = standing_of(device.match)
            device.recover(evening.now_ms)
            assert standing_of(device.match) == before
        counted = {letter: device.match.wins.get(letter, 0) for letter in "AB"}
        assert counted == won
