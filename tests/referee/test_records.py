"""States and other JSON objects: what is written is read as the same value."""

import json
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schiri.events import State
from schiri.games.board import BoardState
from schiri.games.drehwurm.words import FastState, FullState, Pile
from schiri.games.joggle.adapter import JoggleState
from schiri.games.switch.adapter import SwitchState
from schiri.games.zwoggel.words import ZwoggelState
from schiri.json_object import Record, as_json

STATES = (State, BoardState, SwitchState, JoggleState, ZwoggelState, FullState, FastState)

R = TypeVar("R", bound=Record)


def read_back(record: R) -> R:
    """Return a record after it was written and read."""
    return type(record).parse(json.loads(json.dumps(record.json())))


@pytest.mark.parametrize("kind", STATES)
def test_a_state_is_read_as_it_was_written(kind: type[State]) -> None:
    @given(st.builds(kind))
    def check(state: State) -> None:
        assert read_back(state) == state
        assert list(state.json())[:6] == ["game", "turn", "phase", "over", "winner", "rule"]

    check()


GOOD: dict[str, object] = dict(
    SwitchState("switch", "A", "play", False, (), None, ". b", True, {}).json()
)


@pytest.mark.parametrize(
    "change",
    [{"turn": 1}, {"over": 0}, {"over": None}, {"winner": "Ann"}, {"winner": [1]}]
    + [{"position": None}, {"colours": []}, {"colours": {"A": 1}}, {"counter": "yes"}],
    ids=repr,
)
def test_a_field_of_another_kind_is_no_state(change: dict[str, object]) -> None:
    assert SwitchState.parse({**GOOD, "further": 1}) == SwitchState.parse(GOOD)
    with pytest.raises(ValueError):
        SwitchState.parse({**GOOD, **change})


@pytest.mark.parametrize("missing", sorted(GOOD))
def test_a_field_that_is_missing_is_no_state(missing: str) -> None:
    with pytest.raises(ValueError, match=missing):
        SwitchState.parse({key: value for key, value in GOOD.items() if key != missing})


@pytest.mark.parametrize("value", [None, 1, "text", [], [{}]])
def test_what_is_no_object_is_no_record(value: object) -> None:
    with pytest.raises(ValueError):
        Pile.parse(value)


def test_only_json_is_written() -> None:
    with pytest.raises(TypeError):
        as_json({1, 2})
