"""The table around a game: who may do what when, undo, corrections, resignation.

After any sequence of actions, the remaining entries determine the state: TA-1 to TA-3, TA-5.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schiri.referee import Referee
from schiri_device.games import adapter_of
from schiri_engines.refusals import MalformedText, Outcome, Refused, refuse
from schiri_engines.switch.game import Switch
from schiri_engines.table import Table

from tests.counts import count
from tests.engines.differential import ALL_TEXTS, snapshot
from tests.engines.switch_table import CHEQUERS

NAMES = ("Ann", "Ben")
# Dark can connect only light, or both: SW-6.
LOSING = "wwwbw/wwwwb/wwbbb/wwbbb/.bbbb"
# Light is connected and dark is to move: a counter is due.
DUE = "wwwww/wwwww/bbwwb/bbbb./bbbbb"
ENTRIES = ["a1-c3", "resign Ann", "resign Ben", "draw", "dispute who knows", "set turn Ben"]
POSITIONS = [f"{CHEQUERS} b", f"{LOSING} w", f"{CHEQUERS[::-1]} w"]

MALFORMED = {
    "": "bad-move",
    "a1": "bad-move",
    "a1 c3": "bad-move",
    "a1+c3": "bad-move",
    "a0-c3": "bad-cell",
    "a1-f3": "bad-cell",
    "place a9 b": "bad-cell",
    "place a1 x": "bad-move",
    "choose": "bad-move",
    "choose x": "bad-move",
    "UNDO": "bad-move",
    "undo now": "unknown-command",
    "draw offer": "unknown-command",
    "resign": "unknown-command",
    "resign Ann Ben": "unknown-command",
    "dispute": "unknown-command",
    "set": "unknown-key",
    "set colour b": "unknown-key",
    "set turn": "unknown-command",
    "set turn Ann Ben": "unknown-command",
    "set position": "unknown-command",
}
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


def do(table: "Table[Switch]", *texts: str) -> None:
    for text in texts:
        assert table.try_apply(table.parse(text)) is None, text


def described(table: "Table[Switch]") -> tuple[Any, ...]:
    """Return the complete state of a table."""
    texts = [table.text(entry) for entry in table.entries]
    return snapshot(table.game), table.turn, table.phase, table.outcome(), texts


def folded(table: "Table[Switch]", fresh: "Table[Switch]") -> tuple[Any, ...]:
    """Return the state of a new table after the entries of another one, as texts."""
    for entry in table.entries:
        do(fresh, table.text(entry))
    return described(fresh)


# TA-1, TA-2


@pytest.mark.parametrize("text", ["choose b", "place c3 b"])
def test_only_what_the_phase_allows(text: str) -> None:
    table = table_of()
    before = described(table)
    assert table.try_apply(table.parse(text)) == refuse("wrong-phase")
    assert described(table) == before


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


# TA-3


def test_undo_takes_back_an_entry_of_any_kind(subtests: pytest.Subtests) -> None:
    for layout in ["1", "3", "free"]:
        for text in [*ENTRIES[1:], *(f"set position {position}" for position in POSITIONS)]:
            with subtests.test(layout=layout, text=text):
                table = table_of(layout=layout)
                for _ in range(2):
                    table.push(table.game.legal_moves()[-1])
                before = described(table)
                do(table, text)
                assert described(table) != before
                do(table, "undo")
                assert described(table) == before


def test_undo_takes_back_the_ending_move_and_what_followed_from_it() -> None:
    table = table_of(layout=LOSING)
    start = described(table)
    for move in table.game.legal_moves():
        assert table.try_apply(move) is None
        do(table, "undo")
        assert described(table) == start


def test_nothing_is_taken_back_before_the_start() -> None:
    table = table_of()
    start = described(table)
    do(table, "a1-c3", "set turn Ben", "dispute it", "resign Ann", *["undo"] * 4)
    for _ in range(2):
        assert table.try_apply(("undo",)) == refuse("nothing-to-undo")
        assert described(table) == start


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


# TA-5


def test_turn_is_put_right() -> None:
    table = table_of()
    do(table, "a1-c3", "set turn Ann")
    assert (table.turn, table.game.side, table.game.colours) == (0, "b", "bw")
    assert table.game.position() == "bwbwb/wbwbw/bwbwb/wbwbw/.wbwb b"
    do(table, "c3-a1", "set turn Ann", "set turn Ben")
    assert (table.turn, table.game.side) == (1, "w")


def test_position_is_put_right() -> None:
    table = table_of(start="w")
    do(table, f"set position {LOSING} b")
    assert (table.turn, table.game.position()) == (1, f"{LOSING} b")
    assert adapter_of("switch").status(table.game) == ("b", False, 1, 0)


@pytest.mark.parametrize("value", BAD_VALUES)
def test_malformed_position_leaves_the_state_untouched(value: str) -> None:
    table = table_of()
    do(table, "a1-c3", "dispute it")
    before = described(table)
    with pytest.raises(MalformedText) as raised:
        table.try_apply(table.parse("set position " + value))
    assert raised.value.code == BAD_VALUES[value]
    assert described(table) == before


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


def test_the_referee_tells_of_a_counter_when_it_becomes_due() -> None:
    referee = Referee("switch", NAMES)
    told = [event.kind for event in referee.command(f"set position {DUE} b")]
    assert told == ["set", "counter"]
    assert [event.kind for event in referee.command("dispute it")] == ["dispute"]
    assert [event.kind for event in referee.command("undo")] == ["undo"]


# SW-11


@pytest.mark.parametrize("layout", ["1", "free"])
def test_giving_up_and_agreeing_end_the_game(layout: str) -> None:
    ends = {"resign Ann": (1,), "resign Ben": (0,), "draw": ()}
    for text, winners in ends.items():
        table = table_of(layout=layout)
        do(table, text)
        assert table.outcome() == Outcome(winners, "SW-11")
        assert (table.turn, table.phase) == (None, "over")


# Texts


def test_malformed_entry(subtests: pytest.Subtests) -> None:
    for text, code in MALFORMED.items():
        with subtests.test(text=text):
            with pytest.raises(MalformedText) as raised:
                table_of().parse(text)
            assert raised.value.code == code
            assert raised.value.wanted


@pytest.mark.parametrize("text", ["resign Cleo", "resign ann", "set turn Cleo"])
def test_unknown_name(text: str) -> None:
    with pytest.raises(Refused) as raised:
        table_of().parse(text)
    assert raised.value.refusal == refuse("unknown-name")


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
    """Return the text of an entry, legal or not."""
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
    assert folded(table, table_of(layout=layout)) == described(table)
    while past:
        do(table, "undo")
        assert described(table) == past.pop()
    assert table.try_apply(("undo",)) == refuse("nothing-to-undo")
