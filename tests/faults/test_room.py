"""How much a journal holds, and that nothing is erased that a PC has not."""

from copy import copy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schiri.device.flash import Flash, Rewritten
from schiri_device.builds import load
from schiri_device.companion import Companion
from schiri_device.desk import HALF
from schiri_device.epochs import renew
from schiri_device.journal import Journal
from schiri_device.match import RESERVE, Match
from schiri_device.requests import take_request
from schiri_device.settings import SETTINGS, Settings
from schiri_device.shorthand import lengthen, shorten
from schiri_device.slots import FIRST

from tests.counts import count
from tests.entropy import Entropy

LEAST_EVENTS = 350
MOST_BYTES = 10
OPTIONS = {"switch": {"layout": "1"}, "joggle": {"goal": "2S"}}


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=120))
def test_shorthand_loses_nothing(text: str) -> None:
    assert lengthen(shorten(text)) == text
    assert len(shorten(text)) <= len(text)


def full_match(seed: int) -> tuple[Match, Flash]:
    """Return a match whose journal has all settings and a painted board to keep."""
    flash = Flash()
    match = Match(Journal(flash, Entropy(seed)), 0)
    settings = Settings(match.journal.settings, match.journal.set)
    for name, (_, default, values) in SETTINGS.items():
        settings[name] = (default + 1) % values
    settings.paint("RGBY" * 16)
    return match, flash


def play_until_full(match: Match, random: Random, game: str) -> int:
    """Play game after game; return how many events there were until the journal was full."""
    journal, before = match.journal, match.journal.last
    while journal.room() >= RESERVE:
        if match.table is None or match.outcome:
            match.start(0, game, OPTIONS[game], match.seats)
        else:
            match.play(5000, random.choice(match.game.legal_moves()))
    return journal.last - before


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("seed", range(count(2, 20)))
def test_it_holds_an_evening_between_two_erasures(game: str, seed: int) -> None:
    match, flash = full_match(seed)
    random = Random(seed)
    for _ in range(3):
        before = flash.erasures
        assert play_until_full(match, random, game) >= LEAST_EVENTS
        assert flash.erasures == before
        renew(match, 5000)
        assert flash.erasures == before + 1


def test_an_event_takes_few_bytes() -> None:
    match, random = full_match(0)[0], Random(0)
    journal = match.journal
    for game, options in OPTIONS.items():
        match.start(0, game, options, match.seats)
        for _ in range(40):
            end = journal.end
            match.play(0, random.choice(match.game.legal_moves()))
            # A roll and the move that follows it share a slot.
            assert journal.end - end <= MOST_BYTES
            if random.random() < 0.2 or match.outcome:
                end = journal.end
                match.do(0, ("undo",))
                assert journal.end - end == MOST_BYTES
    places = [FIRST]
    while event := journal.event(places[-1]):
        places.append(event[4])
    assert len(places) - 1 == journal.last


def evening_alone(seed: int, games: int) -> tuple[Companion, Flash]:
    """Return a device at which so many short games were played, and no PC was there."""
    build, flash, random = load("keys5"), Flash(), Random(seed)
    assert build is not None
    device = Companion(build, flash, Entropy(seed), ("TEST", "1"), 0)
    for _ in range(games):
        take_request(device, 0, "new switch AB layout=1")
        for _ in range(20):
            if device.match.outcome is None:
                move = random.choice(device.match.game.legal_moves())
                device.match.play(0, move)
        if device.match.outcome is None:
            take_request(device, 0, "resign A")
    return device, flash


def test_the_build_says_how_its_chip_keeps_things() -> None:
    keys5, flash = load("keys5"), Rewritten()
    assert keys5 and not keys5.is_rewritten
    build = copy(keys5)
    build.is_rewritten = True
    device = Companion(build, flash, Entropy(1), ("TEST", "1"), 0)
    flash.writes = 0
    take_request(device, 0, "new switch AB layout=1")
    take_request(device, 0, "a1-c3")
    # One write for what fits a slot.
    assert (device.journal.last, flash.writes) == (2, 2)


@pytest.mark.parametrize("seed", range(count(2, 20)))
def test_what_no_pc_has_is_not_erased(seed: int) -> None:
    device, flash = evening_alone(seed, 14)
    assert flash.erasures == 0 and not device.is_full()
    assert device.journal.room() < HALF


def test_a_device_that_erases_before_the_ack_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = Companion.begin

    def hasty(self: Companion, *args: object) -> None:
        self.wire.acknowledged = self.journal.last
        begin(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Companion, "begin", hasty)
    with pytest.raises(AssertionError):
        test_what_no_pc_has_is_not_erased(0)
