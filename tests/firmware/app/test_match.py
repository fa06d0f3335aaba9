"""The match: a replay equals the original, also from a compacted journal."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from schiri.simulator.flash import Flash
from schiri_device.app.match import RESERVE, Match
from schiri_device.games import adapter_of
from schiri_device.journal import FIRST, SLOT
from schiri_engines.refusals import MalformedText
from schiri_engines.registry import game_class

from tests.counts import count
from tests.engines import lockstep, steering
from tests.firmware.journals import again, done, events_in, journal_on, match_on, state_of
from tests.games import BOARDS, beside, last_options

PAINTED = "/".join(["RGBYRYGB", "YBGRGBRY"] * 4)
# A counter move is due after dark connects: light may still connect as well.
CLOSE = "bbbbb/bbbbw/wwwwb/wwww./wwwbb"
GAMES: dict[str, tuple[str, dict[str, str], str]] = {
    "switch": ("switch", {"layout": "1", "repetition": "3"}, "AB"),
    "rematch": ("switch", {"layout": "2", "start": "w"}, "BA"),
    "counter": ("switch", {"layout": CLOSE}, "AB"),
    "free": ("switch", {"layout": "free"}, "AB"),
    "joggle": ("joggle", {"goal": "1R"}, "AB"),
    "teams": ("joggle", {"goal": "2S", "teams": "on", "no-field": "pass"}, "BCDA"),
    "painted": ("joggle", {"goal": "1R", "extreme": "on", "board": PAINTED}, "BA"),
}
GAMES |= {game: (game, last_options(game), "AB") for game in beside(GAMES.values(), BOARDS)}
# A sample checks every fifth event.
LOOKED_AT = count(5, 1)
EVENTS = count(40, 60)
# The state that survives a compaction. Entries are sealed, and repetition counts from there.
STAYS = ("wins", "game", "origin", "position", "cells", "phase", "turn", "outcome", "colours")


def begun(name: str, seed: int = 1) -> Any:
    """Return a match whose first game was won and whose second game has just begun."""
    game, options, seats = GAMES[name]
    match = match_on(journal_on(Flash(), seed), game)
    match.start(0, game, options, tuple(seats))
    match.do(0, ("resign", 0))
    match.start(16, game, options, tuple(seats))
    return match


def played(match: Any, seed: int, events: int) -> Iterator[int]:
    """Play at random, with repeated moves, undo and all table entries; yield times."""
    random = Random(seed)
    pilot: Any = steering.gathering if match.loaded == "switch" else lockstep.at_random
    for at in range(events):
        now_ms = 1000 * (at + 1)
        chance = random.random()
        entry: Any = None
        if match.outcome or chance < 0.1:
            entry = ("undo",)
        elif chance < 0.13:
            entry = random.choice((("dispute", "was it so?"), ("set", "turn", 0), ("draw",)))
        elif chance < 0.15:
            entry = ("set", "position", match.game.board_text())
        if entry is None:
            # Sometimes back and forth, so that positions repeat.
            is_short = random.random() < 0.3
            few = match.game.legal_moves()[:2]
            match.push(now_ms, random.choice(few) if is_short else pilot(match.game, random))
        else:
            match.do(now_ms, entry)
        if at % LOOKED_AT == 0:
            yield now_ms


def stays(match: Any) -> dict[str, Any]:
    """Return the state that must survive a compaction."""
    state = state_of(match)
    return {name: state.get(name) for name in STAYS}


@pytest.mark.parametrize("seed", range(count(1, 6)))
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_restored_whenever_its_journal_is_compacted(name: str, seed: int) -> None:
    match = begun(name, seed)
    for now_ms in played(match, seed, EVENTS):
        found = match_on(again(match.journal), match.loaded, now_ms)
        assert state_of(found) == state_of(match)
        assert found._at_ms == match._at_ms and found.text == match.text
        before, last = stays(found), found.journal.last
        done(found.compacting(now_ms))
        if match.outcome:
            # Only the score survives of a finished game.
            assert found.table is None and state_of(found)["wins"] == before["wins"]
            assert events_in(found.journal)[0] == (last + 1, "checkpoint - 0")
        else:
            assert stays(found) == before
            assert events_in(found.journal)[0] == (last + 1, "checkpoint " + match.origin)
        assert state_of(match_on(again(found.journal), match.loaded)) == state_of(found)
        assert (found.journal.end - FIRST) // SLOT <= RESERVE
        if not match.outcome:
            undo_ends_here(found, now_ms)


def undo_ends_here(match: Any, now_ms: int) -> None:
    """Check that only what follows a checkpoint can be undone."""
    stood = state_of(match)
    assert match.do(now_ms, ("undo",)).code == "nothing-to-undo"
    match.push(now_ms, match.game.legal_moves()[0])
    assert match.do(now_ms, ("undo",)) is None
    assert match.do(now_ms, ("undo",)).code == "nothing-to-undo"
    assert {**state_of(match), "carried": None} == {**stood, "carried": None}


@pytest.mark.parametrize("name", GAMES)
def test_compacting_again_and_again_changes_nothing(name: str) -> None:
    match = begun(name)
    for now_ms in played(match, 5, EVENTS):
        if not match.outcome:
            before = stays(match)
            done(match.compacting(now_ms))
            assert stays(match) == before
            assert state_of(match_on(again(match.journal), match.loaded)) == state_of(match)


def test_positions_are_counted_from_a_checkpoint_on() -> None:
    match = begun("switch")
    round_trip = [match.game.parse_move(text) for text in ("a1-c3", "b1-a1", "c3-b1")] * 2
    for compacted in (False, True):
        match.start(0, "switch", {"layout": "1", "repetition": "3"}, ("A", "B"))
        for move in round_trip:
            match.push(0, move)
        if compacted:
            done(match.compacting(0))
        for move in round_trip:
            if match.outcome is None:
                match.push(0, move)
        assert (match.outcome is None) == compacted


# The score, and games of both kinds


def test_the_score_is_over_games_of_both_kinds() -> None:
    """For games that are not in memory, the journal only provides the score and their name."""
    journal, won, random = journal_on(Flash()), {"A": 0, "B": 0}, Random(4)
    last = ""
    for at in range(40):
        name, options, seats = GAMES[random.choice(("switch", "rematch", "joggle"))]
        match = match_on(journal, name)
        assert {letter: match.wins.get(letter, 0) for letter in "AB"} == won
        assert match.left == ("" if last == name else last)
        match.start(0, name, options, tuple(seats))
        assert match.origin == f"{journal.epoch} {journal.last}"
        match.push(0, match.game.legal_moves()[0])
        if at % 5 == 0:
            match.do(0, ("resign", 0))
            match.do(0, ("undo",))
        loser = random.randrange(2)
        match.do(0, ("resign", loser))
        won[seats[1 - loser]] += 1
        match.record_score(0)
        assert match.left == ""
        last = name
        if at % 7 == 0:
            done(match.compacting(0))
            last = ""
        journal = again(journal)


@pytest.mark.parametrize(("loaded", "is_tidied"), [("switch", True), ("joggle", False)])
def test_memory_is_collected_only_during_long_games(
    monkeypatch: pytest.MonkeyPatch, loaded: str, is_tidied: bool
) -> None:
    """Beginning another game after a long one took a dozen collections, of some 15 ms each."""
    match = begun("switch")
    while match.journal.room() > RESERVE:
        match.push(0, match.game.legal_moves()[0])
        match.do(0, ("undo",))
    tidied: list[int] = []
    monkeypatch.setattr("schiri_device.app.match.tidy", lambda: tidied.append(1))
    found = match_on(again(match.journal), loaded)
    assert bool(found.table) is is_tidied
    assert len(tidied) > 10 if is_tidied else tidied == []


def test_a_roll_of_the_device_is_replayed_as_any_roll() -> None:
    match = match_on(journal_on(Flash(), 1), "joggle")
    match.start(0, *GAMES["joggle"][:2], ("A", "B"))
    assert match.game.ROLL > 1
    rolls = list(match.game.legal_moves())
    match.push(16, rolls[0], True)
    found = match_on(again(match.journal), "joggle")
    assert state_of(found) == state_of(match) and list(found.table.entries) == rolls[:1]


def test_hints_that_were_counted_are_counted_after_a_restart() -> None:
    match = match_on(journal_on(Flash(), 1), "switch")
    match.start(0, "switch", {"layout": "1", "hints-a": "3"}, ("A", "B"))
    assert match.hints == ()
    match.record(16, "hints 2 0", None)
    assert match_on(again(match.journal), "switch").hints == ("hints 2 0",)


def test_options_of_the_match_are_checked_and_no_options_of_the_rules() -> None:
    values = dict(adapter_of("switch").MATCH_OPTIONS)["device-b"]
    game = Match.new_game("switch", {"layout": "2", "device-b": "4", "hints-a": "off"})
    assert game.options == game_class("switch")({"layout": "2"}).options
    with pytest.raises(MalformedText) as caught:
        Match.new_game("switch", {"device-b": "5"})
    error = caught.value
    assert (error.code, error.found, error.wanted) == ("bad-option", "5", values)
