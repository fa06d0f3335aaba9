"""States, events and other JSON objects: a written one is read back as the same value."""

import json
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schiri.events import NOTES, End, EntryMade, Event, Header, State, UnknownEvent, event_of
from schiri.games import rulings_of
from schiri.games.drehwurm.events import (
    Can,
    FastState,
    FullState,
    GameEnd,
    MatchEnd,
    Pile,
    Stood,
    Struck,
    Which,
)
from schiri.games.joggle.rulings import JoggleEnd, JoggleState, Reroll, Skip, TurnLost
from schiri.games.race import RaceProof
from schiri.games.rulings import BoardState
from schiri.games.switch.rulings import Counter, SwitchState, Void
from schiri.games.zwoggel.rulings import (
    CardsLeftOver,
    Out,
    Penalty,
    Stock,
    Three,
    ZwoggelEnd,
    ZwoggelState,
)
from schiri.json_object import JsonObject, Record, as_json

from tests.counts import count
from tests.games import beside

STATES = (State, BoardState, SwitchState, JoggleState, ZwoggelState, FullState, FastState)

PRESSES = st.tuples(st.integers(), st.integers())

# The fields are independent: a problem with one shows soon.
FEWER = settings(max_examples=count(6, 100))

R = TypeVar("R", bound=Record)


def read_back(record: R) -> R:
    return type(record).parse(json.loads(json.dumps(record.json())))


@pytest.mark.parametrize("kind", STATES)
def test_a_written_state_is_parsed_to_itself(kind: type[State]) -> None:
    @FEWER
    @given(st.builds(kind))
    def check(state: State) -> None:
        assert read_back(state) == state
        assert list(state.json())[:6] == ["game", "turn", "phase", "over", "winner", "rule"]

    check()


EVENTS: dict[str, tuple[type[Event], ...]] = {
    "switch": (Void, Counter, End),
    "joggle": (Reroll, TurnLost, Skip, JoggleEnd),
    "zwoggel": (Three, Penalty, Out, Stock, CardsLeftOver, ZwoggelEnd),
    "drehwurm": (Struck, Stood, GameEnd, MatchEnd, Can, Which),
}
EVENTS |= dict.fromkeys(beside(EVENTS), (End,))
SWITCH = EVENTS["switch"]
COMMON = (Header, EntryMade, *NOTES)


@pytest.mark.parametrize("kinds", [*EVENTS.values(), COMMON])
def test_a_written_event_is_parsed_to_itself(kinds: tuple[type[Event], ...]) -> None:
    @FEWER
    @given(st.one_of([st.builds(kind) for kind in kinds]))
    def check(event: Event) -> None:
        written = json.loads(json.dumps(event.json()))
        assert next(iter(written)) == "event" and written["event"] == event.kind
        assert event_of(written, kinds) == event

    check()


def test_every_game_knows_its_own_events() -> None:
    for game, kinds in EVENTS.items():
        # Answers to questions are not logged.
        assert set(rulings_of(game).events) == set(kinds) - {Can, Which}


@pytest.mark.parametrize(
    ("value", "event"),
    [
        ({"event": "void", "further": 1}, Void()),
        ({"event": "void", "rule": 1}, UnknownEvent("void")),
        ({"event": "counter"}, UnknownEvent("counter")),
        ({"event": "penalty"}, UnknownEvent("penalty")),
        ({"event": "end", "entry": "end"}, EntryMade("end", "end")),
        ({"event": "end", "entry": 1}, UnknownEvent("end")),
    ],
)
def test_events_of_unknown_kinds_are_parsed_as_unknown_events(
    value: JsonObject, event: Event
) -> None:
    assert event_of(value, SWITCH) == event and event_of(value, SWITCH).kind == value["event"]


@given(st.builds(RaceProof, presses=st.lists(PRESSES).map(tuple)))
def test_a_written_proof_is_parsed_to_itself(proof: RaceProof) -> None:
    assert read_back(proof) == proof
    for bad in ({"further": 1}, {"presses": [[1, 2, 3]]}, {"presses": None}, {"idle": True}):
        with pytest.raises(ValueError):
            RaceProof.parse({**proof.json(), **bad})


GOOD: dict[str, object] = dict(
    SwitchState("switch", "A", "play", False, (), None, ". b", True, {}).json()
)


@pytest.mark.parametrize(
    "change",
    [{"turn": 1}, {"over": 0}, {"over": None}, {"winner": "Ann"}, {"winner": [1]}]
    + [{"position": None}, {"colours": []}, {"colours": {"A": 1}}, {"counter": "yes"}],
)
def test_a_state_with_a_field_of_another_type_is_refused(change: dict[str, object]) -> None:
    assert SwitchState.parse({**GOOD, "further": 1}) == SwitchState.parse(GOOD)
    with pytest.raises(ValueError):
        SwitchState.parse({**GOOD, **change})


@pytest.mark.parametrize("missing", sorted(GOOD))
def test_a_state_without_a_field_is_refused(missing: str) -> None:
    with pytest.raises(ValueError, match=missing):
        SwitchState.parse({key: value for key, value in GOOD.items() if key != missing})


@pytest.mark.parametrize("value", [None, 1, "text", [], [{}]])
def test_values_that_are_no_objects_are_refused(value: object) -> None:
    with pytest.raises(ValueError):
        Pile.parse(value)


def test_values_that_json_cannot_express_are_refused() -> None:
    with pytest.raises(TypeError):
        as_json({1, 2})
