"""The free set-up of Switch: who starts and chooses, when it is void, and corrections by hand.

SW-3 and TA-5. The playouts compare placements and their refusals with the plain rules.
"""

import random

import pytest
from schiri.events import Made
from schiri.games.switch.adapter import SwitchState, Void
from schiri.referee import Referee
from schiri_engines.switch.game import Switch
from schiri_engines.table import Table

from tests.engines.differential import snapshot
from tests.engines.switch_games import DRY, do, exchanged, placings
from tests.engines.switch_table import CHEQUERS

EMPTY = "...../...../...../...../..... -"


def placed(texts: list[str]) -> "Table[Switch]":
    table = Table(Switch({"layout": "free"}))
    do(table, *texts)
    return table


# Rows on which no placement is possible: each colour lacks a stone.
@pytest.mark.parametrize("rows", [DRY, exchanged(DRY)])
@pytest.mark.parametrize("seed", range(4))
def test_a_set_up_that_runs_dry_begins_again(rows: str, seed: int) -> None:
    *texts, last = random.Random(seed).sample(placings(rows), 23)
    table = placed(texts)
    assert table.turn == 0 and not table.game.is_void()
    before = snapshot(table.game)
    do(table, last)
    assert table.game.is_void()
    assert (table.game.position(), table.turn, table.phase) == (EMPTY, 0, "place")
    assert len(table.game.legal_moves()) == 50
    # One more stone, then two undos: back into the void set-up, and out of it again.
    do(table, "place c3 b")
    assert not table.game.is_void() and table.turn == 1
    do(table, "undo")
    assert table.game.is_void() and table.turn == 0
    do(table, "undo")
    assert snapshot(table.game) == before


def test_a_new_set_up_forgets_who_starts() -> None:
    dark_first = placings(exchanged(DRY))
    for rest in (placings(CHEQUERS), placings(CHEQUERS, "place a2 w")):
        table = placed([*dark_first, *rest])
        dark = [number for number, text in enumerate(rest) if text.endswith("b")]
        assert (table.phase, table.turn) == ("choose", 1 - dark[-1] % 2)


def test_the_referee_says_that_it_is_void() -> None:
    referee = Referee("switch", ["Ann", "Ben"], {"layout": "free"})
    *texts, last = placings(DRY)
    for text in texts:
        assert [event.kind for event in referee.command(text)] == ["place"]
    assert referee.command(last) == [Made("place", last, "Ann"), Void("SW-3")]
    state = referee.state()
    assert isinstance(state, SwitchState)
    assert (state.turn, state.phase, state.position) == ("Ann", "place", EMPTY)
    assert referee.command("dispute why") == [Made("dispute", "dispute why")]
    assert Void("SW-3") in referee.command(f"set position {DRY} -")


# Corrections by hand


def test_a_correction_sets_the_stones_and_who_places() -> None:
    table = placed(["place a1 b", "place a2 b", "place a3 w"])
    do(table, "set position bbbbb/...../..w../...../..... -")
    assert (table.game.position(), table.turn) == ("bbbbb/...../..w../...../..... -", 1)
    do(table, "undo")
    assert table.game.position() == "...../...../w..../b..../b.... -"
    do(table, "set turn A")
    assert (table.turn, table.phase) == (0, "place")
    do(table, "place b2 b")
    assert table.turn == 1
    # Void at once: the seat begins that has placed first by now.
    do(table, f"set position {DRY} -")
    assert table.game.is_void() and (table.game.position(), table.turn) == (EMPTY, 1)
    do(table, "place a1 b")
    assert not table.game.is_void()


@pytest.mark.parametrize("first", ["", "place a2 w"])
@pytest.mark.parametrize("change", ["set turn A", "set turn B", "set position"])
def test_a_correction_keeps_who_starts(first: str, change: str) -> None:
    texts = placings(CHEQUERS, first)
    lie = texts[:20]
    starter = (11 + bool(first)) % 2
    table = placed(lie)
    text = f"set position {table.game.position()}" if change == "set position" else change
    do(table, text, *texts[20:])
    assert (table.phase, table.turn) == ("choose", 1 - starter)


def test_without_a_history_the_side_not_to_move_starts() -> None:
    for turn, starter in (("A", 1), ("B", 0)):
        table = placed([])
        do(table, f"set turn {turn}", f"set position {CHEQUERS} -")
        assert (table.phase, table.turn) == ("choose", 1 - starter)
        do(table, "choose w")
        assert (table.turn, table.game.side) == (starter, "b")


def test_a_correction_sets_who_chooses() -> None:
    table = placed(placings(CHEQUERS))
    for name in "ABA":
        do(table, f"set turn {name}")
        assert (table.phase, table.turn) == ("choose", "AB".index(name))
    do(table, "choose w")
    assert (table.turn, table.game.colours) == (1, "wb")


def test_removing_a_dark_stone_reopens_who_starts() -> None:
    texts = placings(CHEQUERS)
    table = placed(texts[:13])
    rows = table.game.position().replace("b", ".", 1)
    do(table, "set position " + rows, "set turn A", "place a5 b", *texts[13:])
    assert (table.phase, table.turn) == ("choose", 1)
