"""The table around a game: who may do what when, undo, corrections, resignation.

After any sequence of actions, the remaining entries determine the state: TA-1 to TA-3, TA-5.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schiri_engines.refusals import MalformedText, Outcome, refuse
from schiri_engines.switch.game import Switch
from schiri_engines.table import Table

from tests.counts import count
from tests.engines.differential import ALL_TEXTS, snapshot
from tests.engines.switch_games import do
from tests.engines.switch_table import CHEQUERS

NAMES = ("Ann", "Ben")
# Dark can connect only light, or both: SW-6.
LOSING = "wwwbw/wwwwb/wwbbb/wwbbb/.bbbb"
# Light is connected and dark is to move: a counter is due.
DUE = "wwwww/wwwww/bbwwb/bbbb./bbbbb"
ENTRIES = ["a1-c3", "resign Ann", "resign Ben", "draw", "dispute who knows", "set turn Ben"]
POSITIONS = [f"{CHEQUERS} b", f"{LOSING} w", f"{CHEQUERS[::-1]} w"]

BAD_VALUES = {
    "nothing": "bad-position",
    CHEQUERS: "bad-position",
    f"{CHEQUERS} B": "bad-position",
    f"{CHEQUERS} b w": "bad-position",
    f"{CHEQUERS} -": "bad-position",
    f"{CHEQUERS[6:]} b": "bad-row-count",
    f"{CHEQUERS[1:]} b": "bad-row-length",
    f"{CHEQUERS.replace('.', 'x')} b": "bad-letter",
    f"{CHEQUERS.replace('.', 'b')} b": "bad-count",
    f"{CHEQUERS.replace('b', '.', 1)} b": "bad-count",
    f"{CHEQUERS.replace('b', 'w', 1)} b": "bad-count",
}


def table_of(**options: str) -> "Table[Switch]":
    return Table(Switch(options), NAMES)


def described(table: "Table[Switch]") -> tuple[Any, ...]:
    texts = [table.text(entry) for entry in table.entries]
    return snapshot(table.game), table.turn, table.phase, table.outcome(), texts


@pytest.mark.parametrize("layout", ["1", "free"])
@pytest.mark.parametrize("text", ENTRIES[1:])
def test_anybody_may_do_what_is_the_tables_at_any_time(layout: str, text: str) -> None:
    for moves in range(3):
        table = table_of(layout=layout)
        for _ in range(moves):
            table.push(table.game.legal_moves()[0])
        turn = table.turn
        do(table, text)
        assert len(table.entries) == moves + 1
        assert table.turn == {"dispute": turn, "set": 1}.get(text.split()[0])


@pytest.mark.parametrize("end", ["resign Ann", "resign Ben", "draw", "a1xa2"])
def test_nothing_but_undo_after_the_end(end: str) -> None:
    table = table_of(layout=LOSING)
    if end == "a1xa2":
        losing = [move for move in table.game.legal_moves() if table.game.warning(move)]
        assert table.try_apply(losing[0]) is None
    else:
        do(table, end)
    before = described(table)
    assert (table.turn, table.phase) == (None, "over")
    texts = [*ENTRIES, "b1-a1", f"set position {CHEQUERS} b", "set position nothing", "choose b"]
    for text in texts:
        assert table.try_apply(table.parse(text)) == refuse("game-over"), text
        assert described(table) == before
    do(table, "undo")
    assert table.outcome() is None and not table.entries


def test_undo_takes_counts_of_repetition_back() -> None:
    table = table_of()
    again = ["a1-c3", "a2-a1", "c3-a2", "a1-c3", "a2-a1", "c3-a2"]
    do(table, *again, *again[:-1])
    for _ in range(3):
        assert table.outcome() is None
        do(table, again[-1])
        assert table.outcome() == Outcome((), "SW-9")
        do(table, "undo")
    do(table, "set turn " + NAMES[table.turn or 0], again[-1])
    assert table.outcome() is None


def test_a_malformed_position_is_told_by_its_code() -> None:
    table = table_of()
    for value, code in BAD_VALUES.items():
        with pytest.raises(MalformedText) as raised:
            table.try_apply(table.parse("set position " + value))
        assert raised.value.code == code


def test_counter_comes_and_goes_with_what_is_put_right() -> None:
    table = table_of()
    do(table, f"set position {DUE} b")
    assert table.game.counter and table.outcome() is None
    do(table, "set turn Ben")
    assert table.outcome() == Outcome((1,), "SW-6")
    do(table, "undo")
    assert table.game.counter
    assert table.try_apply(table.game.legal_moves()[0]) is None
    assert table.outcome() == Outcome((1,), "SW-8")


TEXTS = [*ENTRIES, "undo", f"set position {CHEQUERS} w", "dispute  a  b", "set position what ever"]


def test_text_and_entry_are_inverse(subtests: pytest.Subtests) -> None:
    for text in [*TEXTS, *ALL_TEXTS[:40], *ALL_TEXTS[-60:]]:
        with subtests.test(text=text):
            table = table_of()
            entry = table.parse(text)
            assert table.parse(table.text(entry)) == entry
            word, blank, rest = text.partition(" ")
            assert table.text(entry) == word + blank + rest.strip()
            assert table.parse(f"  {text} \n") == entry


# Random actions

LAYOUTS = st.sampled_from(["1", "3", "free", LOSING])
KINDS = st.sampled_from(
    ["move"] * 8 + ["undo"] * 4 + ["turn", "position", "dispute", "anything", "resign", "draw"]
)
WISHES = st.lists(st.tuples(KINDS, st.integers(0, 999)), min_size=5, max_size=60)


def wished(table: "Table[Switch]", kind: str, number: int) -> str:
    if kind == "move":
        moves = table.game.legal_moves() or [0]
        return str(table.game.move_text(moves[number % len(moves)]))
    if kind == "position":
        values = [*POSITIONS, f"{DUE} b", "...../bbbbb/...../wwwww/..... -", *BAD_VALUES]
        return "set position " + values[number % len(values)]
    seat = NAMES[number % 2]
    texts = {"turn": f"set turn {seat}", "resign": f"resign {seat}", "dispute": f"dispute {number}"}
    return texts.get(kind, ALL_TEXTS[number] if kind == "anything" else kind)


@settings(max_examples=count(20, 500))
@given(LAYOUTS, WISHES)
def test_standing_entries_give_the_state(layout: str, wishes: list[tuple[str, int]]) -> None:
    table = table_of(layout=layout)
    past: list[tuple[Any, ...]] = []
    for kind, number in wishes:
        before, entries = described(table), list(table.entries)
        entry = table.parse(wished(table, kind, number))
        try:
            refusal = table.try_apply(entry)
        except MalformedText:
            assert isinstance(entry, tuple) and entry[0] == "set"
            assert described(table) == before
            continue
        if refusal:
            assert described(table) == before
        elif entry == ("undo",):
            assert described(table) == past.pop()
        else:
            past.append(before)
            assert list(table.entries) == [*entries, entry]
        assert past or table.try_apply(("undo",)) == refuse("nothing-to-undo")
    again = table_of(layout=layout)
    do(again, *map(table.text, table.entries))
    assert described(again) == described(table)
    while past:
        do(table, "undo")
        assert described(table) == past.pop()
    assert table.try_apply(("undo",)) == refuse("nothing-to-undo")
