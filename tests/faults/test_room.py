"""The capacity of a journal, and a full one: events that no PC has are never erased."""

import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from schiri.simulator.flash import Flash
from schiri_device.app.context import COMPACT_EARLY_BELOW
from schiri_device.app.device import Device
from schiri_device.app.match import RESERVE, TURN_ROOM
from schiri_device.app.settings import SETTINGS, Settings
from schiri_device.builds import load
from schiri_device.journal import FIRST, SLOT
from schiri_device.pc.requests import handle_request
from schiri_engines.registry import board_game

from tests.counts import count
from tests.entropy import Entropy
from tests.faults.folding import ERASURES
from tests.firmware.journals import again, done, journal_on, match_on
from tests.firmware.journals import fill as fill_journal
from tests.games import BOARDS, beside, last_options

LEAST_EVENTS = 350
OPTIONS = {"switch": {"layout": "1"}, "joggle": {"goal": "2S"}}
OPTIONS |= {game: {} for game in beside(OPTIONS, BOARDS)}
PAINTED = "/".join(["RGBYRYGB", "YBGRGBRY"] * 4)
# The longest beginnings of games.
LONGEST = {
    "switch": {"layout": "bbbbb/bbbbw/wwwwb/wwww./wwwbb", "repetition": "off", "start": "w"},
    "joggle": {
        "goal": "2R1S",
        "board": PAINTED,
        "extreme": "on",
        "no-field": "pass",
        "swap-may-complete-opponent": "on",
        "teams": "on",
    },
}
LONGEST |= {game: last_options(game) for game in beside(LONGEST, BOARDS)}
SEATS = {
    game: tuple("DCBA"[-board_game(game).seats_for(options)[1] :])
    for game, options in LONGEST.items()
}


def full_match(seed: int, game: str) -> tuple[Any, Flash]:
    """Return a match whose journal has all settings and a painted board."""
    flash = Flash()
    match = match_on(journal_on(flash, seed), game)
    settings = Settings(match.journal.settings, match.journal.set)
    for name, (_, default, values) in SETTINGS.items():
        settings[name] = (default + 1) % values
    settings.paint("RGBY" * 16)
    return match, flash


def play_until_full(match: Any, random: Random) -> int:
    """Play game after game; return the number of events until the journal was full."""
    journal, before, game = match.journal, match.journal.last, match.loaded
    while journal.room() >= RESERVE:
        if match.table is None or match.outcome:
            match.start(0, game, OPTIONS[game], match.seats)
        else:
            match.push(5000, random.choice(match.game.legal_moves()))
    return int(journal.last - before)


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("seed", range(count(1, 20)))
def test_the_journal_has_room_for_an_evening_between_two_erasures(game: str, seed: int) -> None:
    match, flash = full_match(seed, game)
    random = Random(seed)
    for _ in range(3):
        before = flash.erasures
        assert play_until_full(match, random) >= LEAST_EVENTS
        assert flash.erasures == before
        done(match.compacting(5000))
        assert flash.erasures == before + ERASURES


@pytest.mark.parametrize("game", OPTIONS)
def test_a_move_and_undo_take_a_slot(game: str) -> None:
    match, random = full_match(0, game)[0], Random(0)
    match.start(0, game, OPTIONS[game], match.seats)
    for _ in range(40):
        end = match.journal.end
        match.push(0, random.choice(match.game.legal_moves()))
        assert match.journal.end - end == SLOT
        if random.random() < 0.2 or match.outcome:
            match.do(0, ("undo",))
            assert match.journal.end - end == 2 * SLOT


@pytest.mark.parametrize("game", LONGEST)
def test_the_start_of_a_game_fits_into_the_reserve(game: str) -> None:
    """Also for a game that a PC restores, with a score before it."""
    match = match_on(journal_on(Flash()), game)
    match.wins = dict.fromkeys("ABCD", 99)
    match.record_score(2_000_000)
    match.start(4_000_000, game, LONGEST[game], SEATS[game], "89abcdef 123456")
    assert (match.journal.end - FIRST) // SLOT <= RESERVE


@pytest.mark.parametrize("game", LONGEST)
def test_a_checkpoint_leaves_room_for_an_evening(game: str) -> None:
    """Each game, with the score of a long evening, all settings and all options."""
    for seed in range(count(1, 20)):
        match, random = full_match(seed, game)[0], Random(seed)
        match.wins = dict.fromkeys("ABCD", 199)
        match.start(0, game, LONGEST[game], SEATS[game], "89abcdef 123456")
        for _ in range(60):
            if match.outcome is None:
                match.push(0, random.choice(match.game.legal_moves()))
                then = match_on(again(match.journal), game)
                then.wins = dict(match.wins)
                done(then.compacting(0))
                assert then.journal.room() >= LEAST_EVENTS + RESERVE


# Limits of a step.  A board needs some 60 us for a call, and 45 to 60 ms for an erasure.
MOST_CALLS = 1660
MOST_CALLS_BESIDE_AN_ERASURE = 100


@pytest.mark.parametrize("game", LONGEST)
def test_no_step_of_a_compaction_takes_a_tenth_of_a_second(game: str) -> None:
    match, flash = full_match(1, game)
    match.wins = dict.fromkeys("ABCD", 199)
    match.start(0, game, LONGEST[game], SEATS[game], "89abcdef 123456")
    random = Random(1)
    for _ in range(60):
        match.push(0, random.choice(match.game.legal_moves()))
        if match.outcome:
            match.do(0, ("undo",))
    fill_journal(match.journal, RESERVE)
    position = match.game.position()
    steps, found = match.compacting(0), []
    while match.journal.first == 1:
        writes, erasures = flash.writes, flash.erasures
        calls = calls_in(lambda: next(steps, None))
        found.append((calls, flash.writes - writes, flash.erasures - erasures))
    assert [erasures for _, _, erasures in found].count(1) == ERASURES and len(found) >= 5
    for calls, writes, erasures in found:
        assert erasures <= 1 and writes <= (1 if erasures else 7)
        assert calls <= (MOST_CALLS_BESIDE_AN_ERASURE if erasures else MOST_CALLS)
    assert match.game.position() == position and next(steps, "done") == "done"


def calls_in(work: Callable[[], object]) -> int:
    """Return the number of calls of our functions and of Python's."""
    found = 0

    def count_one(frame: object, event: str, arg: object) -> None:
        nonlocal found
        found += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count_one)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found


def test_the_longest_text_fits_into_the_reserve() -> None:
    match = match_on(journal_on(Flash()))
    match.start(0, "switch", {"layout": "1"}, ("A", "B"))
    match.is_resumed = True
    end = match.journal.end
    match.do(2_000_000, ("dispute", "~" * (118 - len("dispute "))))
    assert 25 <= (match.journal.end - end) // SLOT <= RESERVE


# A device


def device_on(store: Any, seed: int = 1, name: str = "keys5") -> Any:
    """Switch a device on."""
    build = load(name)
    assert build is not None
    return Device(build, store, Entropy(seed), ("TEST", "1"), 0)


def evening_alone(seed: int, games: int) -> tuple[Any, Flash]:
    """Return a device after this many short games without a PC."""
    flash, random = Flash(), Random(seed)
    device = device_on(flash, seed)
    for _ in range(games):
        handle_request(device, 0, "new switch AB layout=1")
        for _ in range(20):
            if device.match.outcome is None:
                move = random.choice(device.match.game.legal_moves())
                device.match.push(0, move)
        if device.match.outcome is None:
            handle_request(device, 0, "resign A")
    return device, flash


def run(device: Any, since_ms: int, for_ms: int = 4000) -> tuple[Any, int]:
    """Let time pass; return the device, which may have restarted, and the time."""
    for now_ms in range(since_ms, since_ms + for_ms, 20):
        if device.step(now_ms, (), b"", 256).is_restart:
            device = device_on(device.journal._store, name=device.build.name)
    return device, since_ms + for_ms


def fill(device: Any, room: int) -> None:
    """Fill the journal up to this many slots, as torn slots would."""
    journal = device.journal
    while journal.room() > room:
        journal._store[journal.end + 1 : journal.end + 3] = b"\x00\x00"
        journal.end += SLOT


@pytest.mark.parametrize("seed", range(count(1, 20)))
def test_events_without_a_pc_are_not_erased(seed: int) -> None:
    device, flash = evening_alone(seed, 14)
    run(device, 0)
    assert flash.erasures == 0 and not device.is_full()
    assert device.journal.room() < COMPACT_EARLY_BELOW


def test_acknowledged_events_are_compacted_as_a_game_begins() -> None:
    device, flash = evening_alone(1, 14)
    handle_request(device, 0, "new switch AB layout=1")
    device.host.acknowledged = device.journal.last
    position, last = device.match.game.position(), device.journal.last
    run(device, 0)
    assert flash.erasures == ERASURES and device.journal.first == last + 1
    assert device.match.game.position() == position and device.mode_name == "lay"


@pytest.mark.parametrize("room", [0, 1, TURN_ROOM - 1, TURN_ROOM, RESERVE - 1])
@pytest.mark.parametrize("has_rolled", [True, False])
def test_a_full_device_plays_on(room: int, has_rolled: bool) -> None:
    """Flipped bits may leave no room at all, even in the middle of a turn."""
    flash = Flash()
    device_on(flash, name="cursor").settings["game"] = 1
    device = device_on(flash, name="cursor")
    handle_request(device, 0, "new joggle AB goal=1R")
    if has_rolled:
        handle_request(device, 0, "R")
    fill(device, room)
    device = device_on(flash, name="cursor")
    position = device.match.game.position()
    device, now_ms = run(device, 0)
    assert device.match.game.position() == position
    is_ended = has_rolled and room >= TURN_ROOM
    assert flash.erasures == (0 if is_ended else ERASURES)
    field = device.match.game.move_text(device.match.game.legal_moves()[0])
    assert handle_request(device, now_ms, field if has_rolled else "R") is None
    device, _ = run(device, now_ms)
    assert flash.erasures == ERASURES and device.mode_name in ("dice", "resume", "lay")


def test_a_full_journal_is_compacted_once_the_result_is_left() -> None:
    device, flash = evening_alone(1, 2)
    fill(device, RESERVE - 2)
    device.go_to(0, "finished")
    device, now_ms = run(device, 0)
    wins = device.match.score_text()
    assert flash.erasures == 0 and device.mode_name == "finished" and wins
    # A PC that requests the next game gets it as soon as there is room.
    for _ in range(2):
        refusal = handle_request(device, now_ms, "new switch AB layout=1")
        assert refusal and refusal.code == "busy"
    device, now_ms = run(device, now_ms)
    device, now_ms = run(device, now_ms)
    assert flash.erasures == ERASURES and device.match.score_text() == wins
    assert handle_request(device, now_ms, "new switch AB layout=1") is None


@pytest.mark.parametrize("room", [RESERVE - 2, RESERVE // 2, 4])
def test_another_game_in_a_nearly_full_journal_keeps_the_score(room: int) -> None:
    flash = Flash()
    device = device_on(flash, name="cursor")
    handle_request(device, 0, "new switch AB layout=1")
    handle_request(device, 0, "resign A")
    wins = device.match.score_text()
    fill(device, room)
    device.go_to(0, "finished")
    device, now_ms = run(device, 0)
    device.go_to(now_ms, "choose")
    device, now_ms = run(device, now_ms)
    device.press(now_ms, "blue")
    device.press(now_ms, "white")
    assert device.mode_name == "restart"
    again = device_on(flash, name="cursor")
    assert again.match.loaded == "joggle" and again.match.score_text() == wins


def test_the_clock_reports_its_value_at_power_on() -> None:
    flash = Flash()
    device = device_on(flash)
    assert device.match.boot_ms is None
    handle_request(device, 7000, "new switch AB layout=1")
    done(device.compacting(8000))
    assert device.match.boot_ms is None
    handle_request(device, 9600, "a1-c3")
    device = device_on(flash)
    assert device.match.boot_ms == 9600
    done(device.compacting(100))
    assert device.match.boot_ms == 9600 and device.match.epoch_ms(100) == 9700
    device.start_epoch(200)
    assert device.match.boot_ms is None
