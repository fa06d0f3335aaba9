"""Whatever players do, the journal's bytes say at any time what there is."""

import pytest
from schiri_device.builds import Build, load

from tests.counts import count
from tests.faults.folding import Flash, check_fold, standing_of, watch_renewals
from tests.firmware.player import Player


def player_of(name: str, seed: int) -> Player:
    """Return somebody at a device whose store can only do what flash can."""
    build = load(name)
    assert isinstance(build, Build)
    player = Player(build, seed)
    store = Flash()
    store[0 : len(store)] = player.device.journal._store
    player.device.journal._store = store
    watch_renewals(player.device)
    return player


@pytest.mark.parametrize("name", ["keys5", "cursor"])
@pytest.mark.parametrize("seed", range(count(1, 3)))
def test_what_the_journal_says_is_what_there_is(name: str, seed: int) -> None:
    player = player_of(name, seed)
    epochs = set()
    for at in range(count(250, 6000)):
        player.step()
        epochs.add(player.device.journal.epoch)
        if at % 7 == 0:
            check_fold(player.device)
    assert len(epochs) >= count(1, 3)


@pytest.mark.parametrize("name", ["keys5", "cursor"])
def test_the_score_outlives_cuts_and_erasures(name: str) -> None:
    player = player_of(name, 7)
    device, won = player.device, {"A": 0, "B": 0}
    for game in range(count(25, 300)):
        player.ask("new switch AB layout=1")
        if game % 5 == 0:
            player.ask("new switch BA layout=2")
        for _ in range(game % 9):
            player.ask(device.match.game.move_text(device.match.game.legal_moves()[0]))
        loser = "AB"[game % 3 == 0]
        if device.match.outcome is None and not device.is_full():
            player.ask(f"resign {loser}")
            won["BA"[loser == "B"]] += 1
        elif device.match.outcome:
            for seat in device.match.outcome.winners:
                won[device.match.seats[seat]] += 1
        for _ in range(60):
            player.now_ms += 60
            device.step(player.now_ms, (), b"", 0)
        if game % 4 == 0:
            before = standing_of(device.match)
            device.recover(player.now_ms)
            assert standing_of(device.match) == before
        counted = {letter: device.match.wins.get(letter, 0) for letter in "AB"}
        assert counted == won
