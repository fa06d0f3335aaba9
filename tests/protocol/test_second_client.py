"""A client that was written from PROTOCOL.md only plays with the device's own code.

This shows that the page is complete and true: a wrong sentence in it makes a test fail here.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from schiri.simulator.lossy_wire import Noise
from schiri_device.app.match import RESERVE

from tests.counts import IS_PROOF, combined, count
from tests.firmware.journals import fill
from tests.protocol.client.lines import decode
from tests.protocol.client.log import Log
from tests.protocol.playing import ClientRig

FOLDER = Path(__file__).parent / "client"
SWITCH, JOGGLE = "new switch AB layout=1", "new joggle AB goal=1R"
GAMES = (("keys5", SWITCH), ("cursor", SWITCH), ("cursor", JOGGLE))
NO_MOVES = ("checkpoint", "board", "new", "set", "score", "resume")
SLOT = 8


def play(
    rig: ClientRig, new: str, most: int, mishap: Callable[[int], None] = lambda ply: None
) -> None:
    """Play a game; the log has the requested entries, and the device and the client agree."""
    asked = [new]
    assert rig.ask(new) == "ok"
    while len(asked) < most:
        mishap(len(asked))
        move = rig.move()
        if not move:
            break
        asked.append(move)
    rig.until(rig.is_even)
    moves = [text for text in rig.texts() if text.split(" ")[0] not in NO_MOVES]
    assert moves == asked[1:]
    numbers = [record.number for record in rig.client.log.records if record.number]
    assert numbers == list(range(1, len(numbers) + 1))
    assert rig.is_same()


@pytest.mark.parametrize(("build", "new"), GAMES)
def test_whole_game_is_played_and_logged(build: str, new: str) -> None:
    rig = ClientRig(build, 3)
    rig.hurries = "joggle" in new
    play(rig, new, 1000)
    assert rig.device.match.outcome is not None
    assert rig.starts - 1 == ("joggle" in new)
    rig.until(lambda: rig.client.snapshot)
    rig.client.snapshot = []
    rig.client._is_snap_missing = True
    rig.until(lambda: rig.client.snapshot)
    moves = [word for line in rig.client.snapshot[1:] for word in line[6:].split(",")]
    game = rig.client.log.game()
    assert game is not None
    assert moves == game.entries


@pytest.mark.parametrize(("build", "new"), GAMES)
@pytest.mark.parametrize("seed", range(count(1, 8)))
def test_lossy_wire_loses_and_doubles_nothing(
    build: str, new: str, seed: int, tmp_path: Path
) -> None:
    path = str(tmp_path / "log")
    rig = ClientRig(build, seed, path)
    rig.wire.make_noise(Noise(wrong_permille=1, lost_permille=50))

    def pull(ply: int) -> None:
        if rig.random.random() < 0.1:
            rig.wire.pull()
            rig.run(rig.random.randrange(5000))
            # A restarted program only has its file.
            rig.connect(Log(path))

    play(rig, new, 60, pull)


@pytest.mark.parametrize(("build", "new"), GAMES)
@pytest.mark.parametrize("seed", range(count(1, 15)))
def test_game_goes_on_after_power_cuts(build: str, new: str, seed: int) -> None:
    rig = ClientRig(build, seed)

    def cut(ply: int) -> None:
        if ply == 3 or rig.random.random() < 0.2:
            rig.store.cut_at(rig.random.randrange(1, 6), rig.random.randrange(16))

    play(rig, new, 60, cut)
    assert rig.starts - 1 > ("joggle" in new) or rig.device.match.outcome
    assert "resume" in rig.texts() or rig.device.match.outcome


@pytest.mark.parametrize(("game", "plies"), combined(GAMES, (0, 1, 9, 31)))
def test_a_lost_journal_is_restored(game: tuple[str, str], plies: int) -> None:
    build, new = game
    rig = ClientRig(build, plies)
    assert rig.ask("settings 0103 0301") == "ok"
    assert rig.ask(f"board {'/'.join(['RGBYRGBY', 'YBGRYBGR'] * 4)}") == "ok"
    play(rig, new, plies + 1)
    before, old = rig.device.match.table, rig.client.epoch
    assert before.outcome() is None
    rig.until(lambda: (known := rig.client.log.settings()) and len(known.text) > 40)
    rig.store.data[:] = b"\xff" * len(rig.store)
    rig.restart()
    # Twice: the loss must not be forgotten.
    rig.restart()
    rig.until(lambda: rig.device.match.table is not None and not rig.client.requests)
    after = rig.device.match
    assert after.game.position() == before.game.position()
    assert (after.table.turn, after.table.phase) == (before.turn, before.phase)
    assert rig.device.settings["brightness"] == 3
    assert rig.device.settings.painted()[:9] == "YBGRYBGRR"
    rig.until(rig.is_even)
    assert rig.client.epoch != old
    assert f"checkpoint {old} {plies + 1}" in rig.texts()
    assert rig.move() in rig.texts()[-1:]
    assert rig.is_same()


@pytest.mark.parametrize(("build", "new"), GAMES[1:])
@pytest.mark.parametrize("write", range(1, count(4, 40)))
def test_a_power_cut_during_a_restore_loses_no_game(build: str, new: str, write: int) -> None:
    rig = ClientRig(build, 1)
    play(rig, new, 10)
    before = rig.device.match.game.position()
    rig.store.data[:] = b"\xff" * len(rig.store)
    rig.restart()
    rig.store.cut_at(write, 3)
    rig.until(lambda: rig.device.match.table is not None and not rig.client.requests)
    rig.until(rig.is_even)
    assert rig.device.match.game.position() == before
    assert rig.is_same()


def spoil_new(rig: ClientRig) -> None:
    """Flip a bit of the game's name in the journal, and correct the slot's check."""
    from schiri_device.journal import check_of

    data = rig.store.data
    place = next(
        at for at in range(4 * SLOT, len(data), SLOT) if data[at] == 3 and data[at + 1] == 1
    )
    # The first byte of the text is the last of the payload.
    data[place + 5] ^= 0x40
    data[place + 6 : place + 8] = check_of(bytes(data[place : place + 6]))


def spoil_rules(rig: ClientRig) -> None:
    """Change the journal to one of other rules."""
    from zlib import crc32

    data = rig.store.data
    data[SLOT + 8] ^= 1
    check = crc32(data[SLOT : SLOT + 20]).to_bytes(4, "little")
    data[SLOT + 20 : SLOT + 24] = data[-4:] = check


@pytest.mark.parametrize(
    ("game", "spoil", "loss"),
    combined(GAMES, [spoil_new, spoil_rules], (0, 100)),
)
def test_a_journal_set_aside_is_stored_and_its_game_restored(
    game: tuple[str, str], spoil: Callable[[ClientRig], None], loss: int
) -> None:
    build, new = game
    why = "broken" if spoil is spoil_new else "rules"
    rig = ClientRig(build)
    play(rig, new, 20)
    before, old = rig.device.match.game.position(), rig.client.epoch
    spoil(rig)
    data = bytes(rig.store.data)
    rig.wire.make_noise(Noise(lost_permille=loss))
    rig.said.clear()
    rig.restart()
    assert rig.device.journal.problem == why
    rig.until(lambda: rig.client.is_greeted and rig.client.epoch == "-")
    rig.client._lines.say("again - 1")
    rig.until(lambda: rig.device.match.table is not None and not rig.client.requests)
    assert list(rig.client.log.asides.values()) == [data]
    # While the journal is set aside no event is reported.
    lines = [found[2] for found in map(decode, bytes(rig.said).splitlines()) if found]
    begun = next(at for at, text in enumerate(lines) if text == "lost")
    assert not [text for text in lines[:begun] if text.startswith(("event", "gone", "holds"))]
    rig.until(rig.is_even)
    assert rig.client.epoch not in ("-", old)
    assert rig.device.match.game.position() == before
    assert rig.is_same()


def compacted(rig: ClientRig, is_plugged: bool) -> None:
    """Play until the journal was compacted, with the client connected or not."""
    assert rig.ask(SWITCH) == "ok"
    if not IS_PROOF:
        # A setting takes most of it; at the beginning of a game it would be compacted at once.
        assert rig.move()
        fill(rig.device.journal, RESERVE + 80)
    while rig.starts == 1 and rig.device.journal.first == 1:
        if not is_plugged and rig.device.journal.last == count(20, 100):
            rig.wire.pull()
            play_alone(rig)
        elif not rig.move():
            assert rig.ask(SWITCH) == "ok"


def play_alone(rig: ClientRig) -> None:
    """Let the players play on without a PC until the journal is compacted."""
    match, journal = rig.device.match, rig.device.journal
    while journal.first == 1:
        if not rig.device.is_busy():
            if match.outcome:
                rig.device.begin(rig.device.waited_ms, "switch", {"layout": "1"}, ("A", "B"))
            move = rig.random.choice(match.game.legal_moves())
            match.push(rig.device.waited_ms, move)
        rig.step()


def test_compacting_before_a_client_loses_nothing() -> None:
    rig = ClientRig("keys5", 5)
    compacted(rig, True)
    rig.until(rig.is_even)
    records = [record for record in rig.client.log.records if record.number]
    assert [record.number for record in records] == list(range(1, len(records) + 1))
    assert not [text for text in rig.texts() if text.startswith("gone")]
    assert [text for text in rig.texts() if text.startswith("checkpoint")]
    assert rig.move()
    assert rig.is_same()


def test_events_compacted_before_the_connection_are_named() -> None:
    rig = ClientRig("keys5", 5)
    compacted(rig, False)
    kept = rig.client.log.last(rig.client.epoch)
    rig.wire.plug()
    rig.until(rig.is_even)
    first = rig.device.journal.first
    assert f"gone {kept + 1} {first - 1}" in rig.texts()
    records = [record.number for record in rig.client.log.records if record.number]
    assert records == [*range(1, kept + 1), *range(first - 1, rig.device.journal.last + 1)]
    assert rig.move()
    assert rig.is_same()
