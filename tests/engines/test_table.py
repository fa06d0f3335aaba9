"""The table around a game: whatever is done, the remaining entries determine the state.

Rule: TA-1 to TA-3, TA-5. The playthroughs have who may do what when.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schiri_engines.refusals import MalformedText, refuse
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

BAD_VALUES = ["nothing", f"{CHEQUERS} -", f"{CHEQUERS[1:]} b", f"{CHEQUERS.replace('b', 'w', 1)} b"]


def table_of(**options: str) -> "Table[Switch]":
    return Table(Switch(options), NAMES)


def described(table: "Table[Switch]") -> tuple[Any, ...]:
    texts = [table.text(entry) for entry in table.entries]
    return snapshot(table.game), table.turn, table.phase, table.outcome(), texts


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
def test_the_entries_that_stand_give_the_state(layout: str, wishes: list[tuple[str, int]]) -> None:
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
