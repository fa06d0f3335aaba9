"""The free set-up of Switch: who places, starts and chooses, and when it is void.

SW-3, and SW-10 for the twelfth stones; corrections by hand as well (TA-5).
"""

import random
from itertools import pairwise

import pytest
from schiri.events import Made
from schiri.games.switch.adapter import SwitchState, Void
from schiri.referee import Referee
from schiri_engines.refusals import MalformedText, refuse
from schiri_engines.switch.game import Switch
from schiri_engines.table import Table

from tests.counts import count
from tests.engines import plain_switch as plain
from tests.engines.differential import snapshot
from tests.engines.switch_games import DRY, exchanged, placings
from tests.engines.switch_table import CHEQUERS

# A refusal with the names of its cells.
No = tuple[str, str, tuple[str, ...]]

EMPTY = "...../...../...../...../..... -"


def placed(texts: list[str], names: str = "AB") -> "Table[Switch]":
    """Return a table after these placements, all of them legal."""
    table = Table(Switch({"layout": "free"}), tuple(names))
    for text in texts:
        assert table.try_apply(table.parse(text)) is None, text
    return table


def no_to(table: "Table[Switch]", text: str) -> No | None:
    """Return the table's refusal of an entry, with the names of its cells."""
    refusal = table.why_not(table.parse(text))
    if refusal is None:
        return None
    cells = sorted(table.game.cell_text(cell) for cell in refusal.cells if isinstance(cell, int))
    return refusal.code, refusal.rule, tuple(cells)


def shuffled(rows: str, seed: int) -> list[str]:
    """Return placements that lead to these rows, in random order."""
    texts = placings(rows)
    random.Random(seed).shuffle(texts)
    return texts


# Placing in turn


def test_it_begins_empty_with_the_first_seat() -> None:
    game = Switch({"layout": "free"})
    assert (game.position(), game.turn, game.phase, game.colours) == (EMPTY, 0, "place", "")
    assert not game.is_void()
    assert len(game.legal_moves()) == 50


def test_seats_place_in_turn_stones_of_either_colour() -> None:
    table = placed([])
    for number, text in enumerate(shuffled(CHEQUERS, 1)):
        assert (table.turn, table.phase) == (number % 2, "place")
        cell = text.split()[1]
        if number < 12:
            assert {no_to(table, f"place {cell} {colour}") for colour in plain.BOTH} == {None}
        assert table.try_apply(table.parse(text)) is None
    assert table.game.position() == CHEQUERS + " -"


def test_a_field_holds_one_stone() -> None:
    table = placed(["place a1 b", "place c3 w"])
    for cell in ("a1", "c3"):
        for colour in plain.BOTH:
            refusal = ("place-occupied", "SW-3", (cell,))
            assert no_to(table, f"place {cell} {colour}") == refusal


@pytest.mark.parametrize("colour", plain.BOTH)
def test_a_colour_has_twelve_stones(colour: str) -> None:
    mine = [text for text in placings(CHEQUERS) if text.endswith(colour)]
    table = placed(mine)
    lie = tuple(sorted(text.split()[1] for text in mine))
    assert no_to(table, f"place c3 {colour}") == ("place-used-up", "SW-3", lie)
    assert no_to(table, f"place c3 {plain.other(colour)}") is None


@pytest.mark.parametrize("text", ["a1-c3", "a1xa2", "choose b"])
def test_nothing_else_is_due_while_stones_are_placed(text: str) -> None:
    assert no_to(placed(["place a1 b"]), text) == ("wrong-phase", "TA-1", ())


# Starter and choice of colours


@pytest.mark.parametrize("seed", range(count(30, 300)))
def test_the_twelfth_dark_stone_starts_and_the_other_chooses(seed: int) -> None:
    texts = shuffled(CHEQUERS, seed)
    dark = [number for number, text in enumerate(texts) if text.endswith("b")]
    starter = dark[-1] % 2
    table = placed(texts)
    assert (table.phase, table.turn) == ("choose", 1 - starter)
    assert table.game.legal_moves() == [table.parse(f"choose {c}") for c in plain.BOTH]
    for choice in plain.BOTH:
        assert table.try_apply(table.parse(f"choose {choice}")) is None
        game = table.game
        assert (table.phase, table.turn) == ("play", starter)
        assert game.colours[1 - starter] == choice
        assert game.colours[starter] == plain.other(choice)
        assert game.position() == f"{CHEQUERS} {plain.other(choice)}"
        assert game.repetition_count() == 1 and not game.counter
        assert table.try_apply(("undo",)) is None
        assert (table.phase, table.turn, game.colours) == ("choose", 1 - starter, "")


@pytest.mark.parametrize("text", ["place c3 b", "a1-c3", "a1xa2"])
def test_only_a_colour_is_due_once_all_lie(text: str) -> None:
    assert no_to(placed(placings(CHEQUERS)), text) == ("wrong-phase", "TA-1", ())


def test_every_step_back_is_the_step_before() -> None:
    game = Switch({"layout": "free"})
    past = [snapshot(game)]
    for text in [*shuffled(CHEQUERS, 7), "choose w", "a1-c3", "b1-a1"]:
        move = game.parse_move(text)
        assert game.why_not(move) is None
        game.push(move)
        past.append(snapshot(game))
    assert len(set(past)) == len(past)
    for before, _ in reversed(list(pairwise(past))):
        game.pop()
        assert snapshot(game) == before


def test_a_copy_of_a_set_up_is_independent() -> None:
    game = placed(shuffled(CHEQUERS, 3)[:-1]).game
    before = snapshot(game)
    clone = game.copy()
    for text in (shuffled(CHEQUERS, 3)[-1], "choose b", "b1-c3"):
        clone.play(clone.parse_move(text))
    assert snapshot(game) == before
    while clone.position() != EMPTY:
        clone.pop()
    assert snapshot(game) == before


# Twelfth stones


@pytest.mark.parametrize("colour", plain.BOTH)
def test_a_twelfth_stone_may_not_connect(colour: str) -> None:
    rows = "bbbbb/bbbbb/b..../...../.....".replace("b", colour)
    table = placed(placings(rows))
    lie = plain.cells_with(plain.read_board(rows), colour)
    for cell in ("b3", "a2"):
        refusal = ("place-connects", "SW-10", tuple(sorted([*lie, cell])))
        assert no_to(table, f"place {cell} {colour}") == refusal
        assert no_to(table, f"place {cell} {plain.other(colour)}") is None
    assert no_to(table, f"place d2 {colour}") is None


@pytest.mark.parametrize("colour", plain.BOTH)
def test_an_earlier_stone_may_connect(colour: str) -> None:
    rows = "bbbbb/bbbbb/...../...../.....".replace("b", colour)
    assert no_to(placed(placings(rows)), f"place a3 {colour}") is None


# Void


def dry_rows() -> list[str]:
    """Return rows on which no placement is possible, one for each colour that lacks a stone."""
    return [DRY, exchanged(DRY)]


@pytest.mark.parametrize("rows", dry_rows())
@pytest.mark.parametrize("seed", range(4))
def test_a_set_up_that_runs_dry_begins_again(rows: str, seed: int) -> None:
    *texts, last = shuffled(rows, seed)
    table = placed(texts)
    assert table.turn == 0 and not table.game.is_void()
    before = snapshot(table.game)
    assert table.try_apply(table.parse(last)) is None
    assert table.game.is_void()
    assert (table.game.position(), table.turn, table.phase) == (EMPTY, 0, "place")
    assert len(table.game.legal_moves()) == 50
    # One more stone, then two undos: back into the void set-up, and out of it again.
    assert table.try_apply(table.parse("place c3 b")) is None
    assert not table.game.is_void() and table.turn == 1
    assert table.try_apply(("undo",)) is None
    assert table.game.is_void() and table.turn == 0
    assert table.try_apply(("undo",)) is None
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


def test_stones_are_put_right() -> None:
    table = placed(["place a1 b", "place a2 b", "place a3 w"])
    assert table.try_apply(table.parse("set position bbbbb/...../..w../...../..... -")) is None
    assert (table.game.position(), table.turn) == ("bbbbb/...../..w../...../..... -", 1)
    assert no_to(table, "place a1 b") is None
    assert no_to(table, "place c3 b") == ("place-occupied", "SW-3", ("c3",))
    assert table.try_apply(("undo",)) is None
    assert table.game.position() == "...../...../w..../b..../b.... -"


def test_a_correction_sets_who_places() -> None:
    table = placed(["place a1 b"])
    assert table.try_apply(table.parse("set turn A")) is None
    assert (table.turn, table.phase) == (0, "place")
    assert table.try_apply(table.parse("place a2 b")) is None
    assert table.turn == 1


@pytest.mark.parametrize("first", ["", "place a2 w"])
@pytest.mark.parametrize("change", ["set turn A", "set turn B", "set position"])
def test_a_correction_keeps_who_starts(first: str, change: str) -> None:
    texts = placings(CHEQUERS, first)
    lie = texts[:20]
    starter = (11 + bool(first)) % 2
    table = placed(lie)
    text = f"set position {table.game.position()}" if change == "set position" else change
    assert table.try_apply(table.parse(text)) is None
    for last in texts[20:]:
        assert table.try_apply(table.parse(last)) is None
    assert (table.phase, table.turn) == ("choose", 1 - starter)


def test_without_a_history_the_side_not_to_move_starts() -> None:
    for turn, starter in (("A", 1), ("B", 0)):
        table = placed([])
        for text in (f"set turn {turn}", f"set position {CHEQUERS} -"):
            assert table.try_apply(table.parse(text)) is None
        assert (table.phase, table.turn) == ("choose", 1 - starter)
        assert table.try_apply(table.parse("choose w")) is None
        assert (table.turn, table.game.side) == (starter, "b")


def test_a_correction_sets_who_chooses() -> None:
    table = placed(placings(CHEQUERS))
    for name in "ABA":
        assert table.try_apply(table.parse(f"set turn {name}")) is None
        assert (table.phase, table.turn) == ("choose", "AB".index(name))
    assert table.try_apply(table.parse("choose w")) is None
    assert (table.turn, table.game.colours) == (1, "wb")


def test_removing_a_dark_stone_reopens_who_starts() -> None:
    texts = placings(CHEQUERS)
    table = placed(texts[:13])
    rows = table.game.position().replace("b", ".", 1)
    assert table.try_apply(table.parse("set position " + rows)) is None
    for text in ["set turn A", "place a5 b", *texts[13:]]:
        assert table.try_apply(table.parse(text)) is None
    assert (table.phase, table.turn) == ("choose", 1)


def test_a_corrected_position_can_be_void() -> None:
    table = placed(["place a1 b"])
    assert table.try_apply(table.parse(f"set position {DRY} -")) is None
    assert table.game.is_void() and (table.game.position(), table.turn) == (EMPTY, 0)
    assert table.try_apply(table.parse("place a1 b")) is None
    assert not table.game.is_void()


def test_a_whole_position_begins_the_game() -> None:
    for side, colours in (("b", "bw"), ("w", "wb")):
        table = placed([])
        assert table.try_apply(table.parse(f"set position {CHEQUERS} {side}")) is None
        assert (table.phase, table.turn, table.game.colours) == ("play", 0, colours)
        assert table.try_apply(("undo",)) is None
        assert (table.phase, table.game.position()) == ("place", EMPTY)
        assert table.try_apply(("undo",)) == refuse("nothing-to-undo")


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (f"{CHEQUERS.replace('.', 'b')} -", "bad-count"),
        (f"{CHEQUERS.replace('b', '.', 1)} b", "bad-count"),
        ("bbbbb/bbbbb/bbb../...../..... -", "bad-count"),
        ("bbbbb/bbbbb -", "bad-row-count"),
        ("...../...../...../...../.....", "bad-position"),
    ],
)
def test_malformed_stones_change_nothing(value: str, code: str) -> None:
    table = placed(["place a1 b"])
    before = snapshot(table.game)
    with pytest.raises(MalformedText) as raised:
        table.try_apply(table.parse("set position " + value))
    assert raised.value.code == code
    assert snapshot(table.game) == before and len(table.entries) == 1
