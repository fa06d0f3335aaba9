"""The clock against a plain sum over events: turns, stages, limits, undo, flags."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schiri_device.ticks import PERIOD, difference
from schiri_engines.clock import MOST_MS, Clock, ClockTable, TimeControl, controls_for
from schiri_engines.joggle.game import Joggle
from schiri_engines.refusals import SEAT_LETTERS, MalformedText, Outcome
from schiri_engines.switch.game import Switch
from schiri_engines.table import Table

TEXTS = ("1+0", "5+3", "10+5", "2/3+1", "1/1+1", "+30", "+1")
BAD: tuple[str, ...] = (
    "",
    "5",
    "5+",
    "+",
    "0+3",
    "601+0",
    "5+3601",
    "-5+3",
    "5+3+1",
    "90/0+30",
    "90/40+0",
)
BAD += ("90/100+1", "/40+30", "5/+3", "+0", "5.5+3", " 5+3", "²+3", "a+b", "00005+3", "5+3 ")


def plain_left(text: str, spent: list[int]) -> int:
    """Return what one side has left after these turns, computed from the text alone."""
    first, _, added = text.partition("+")
    if not first:
        return 1000 * int(added)
    minutes, _, turns = first.partition("/")
    left = 60000 * int(minutes)
    for number, ms in enumerate(spent, 1):
        left = max(0, left - ms)
        if not turns:
            left += 1000 * int(added)
        elif number == int(turns):
            left += 60000 * int(added)
    return left


@pytest.mark.parametrize("text", BAD)
def test_malformed_clocks_are_refused(text: str) -> None:
    with pytest.raises(MalformedText) as bad:
        TimeControl(text)
    assert (bad.value.code, bad.value.found) == ("bad-option", text)


def test_a_clock_belongs_to_a_person_in_any_seat() -> None:
    options = {"clock": "5+3", "clock-a": "10+0", "clock-b": "+30"}
    for seats, wanted in (("AB", [600, 30]), ("BA", [30, 600]), ("BCDA", [30, 600])):
        found = controls_for(options, tuple(seats))
        assert [each and each.start_ms // 1000 for each in found] == wanted
    alone = Clock(controls_for({"clock": "off", "clock-b": "5+3"}, ("A", "B")))
    assert alone.controls[0] is None and not alone.is_up(0)


@given(
    st.sampled_from(TEXTS),
    st.sampled_from(TEXTS),
    st.lists(
        st.one_of(st.integers(0, 90000), st.just("undo"), st.just("set"), st.just("note")),
        max_size=40,
    ),
)
def test_left_is_what_the_standing_turns_leave(
    first: str, second: str, steps: list[int | str]
) -> None:
    clock = Clock([TimeControl(first), TimeControl(second)])
    texts, starts = (first, second), [clock.left_ms[0], clock.left_ms[1]]
    # The turns that stand: their side and their time; a note takes time and ends no turn.
    made: list[tuple[int, int, bool]] = []
    for step in steps:
        side = sum(is_turn for _side, _ms, is_turn in made) % 2
        if step == "undo":
            if made:
                made.pop()
                clock.undo()
        elif step == "set":
            text = clock.set_text()
            clock.set(tuple(text.split()[2:]))
            assert clock.set_text() == text
            clock.undo()
        elif step == "note":
            clock.running_ms += 700
            clock.add(side, False)
            made.append((side, 700, False))
        else:
            assert isinstance(step, int)
            for part in (step // 3, step - step // 3):
                clock.running_ms += part
            clock.add(side, True)
            made.append((side, step, True))
        assert clock.running_ms == 0
        for each in (0, 1):
            turns, open_ms = [], 0
            for of, ms, is_turn in made:
                if of == each:
                    open_ms += ms
                    if is_turn:
                        turns.append(open_ms)
                        open_ms = 0
            left = plain_left(texts[each], turns) if turns else starts[each]
            assert clock.left_ms[each] == max(0, left - open_ms)
            assert clock.turns[each] == len(turns)


@given(st.integers(0, PERIOD - 1), st.lists(st.integers(0, 5000), max_size=60))
def test_ticks_that_wrap_lose_and_give_nothing(start: int, steps: list[int]) -> None:
    clock, tick = Clock([TimeControl("600+0"), None]), start
    for step in steps:
        now = (tick + step) % PERIOD
        clock.running_ms += difference(now, tick)
        tick = now
    assert clock.now_ms(0) == 600 * 60000 - sum(steps)


def table_of(text: str) -> tuple[Table, Clock]:
    clock = Clock([TimeControl(text), TimeControl(text)])
    return ClockTable(Switch(), SEAT_LETTERS, clock), clock


def test_a_flag_falls_only_when_the_time_is_up_and_can_be_undone() -> None:
    table, clock = table_of("1+0")
    flag = table.parse("flag A")
    clock.running_ms = 59999
    assert table.try_apply(flag).code == "time-left"  # type: ignore[union-attr]
    clock.running_ms = 60000
    assert table.try_apply(table.parse("flag B")).code == "time-left"  # type: ignore[union-attr]
    assert table.try_apply(flag) is None and table.outcome() == Outcome((1,), "TA-6")
    assert clock.left_ms == [0, 60000]
    assert table.try_apply(flag).code == "game-over"  # type: ignore[union-attr]
    assert table.try_apply(("undo",)) is None and table.outcome() is None
    assert (clock.left_ms, clock.running_ms) == ([60000, 60000], 0)


def test_without_a_clock_there_is_no_flag_and_nothing_to_set() -> None:
    table = Table(Switch())
    for text in ("flag A", "set clock 1 1 1 1"):
        with pytest.raises(MalformedText):
            table.parse(text)


def test_a_roll_takes_time_and_ends_no_turn() -> None:
    clock = Clock([TimeControl("5+3"), TimeControl("5+3")])
    table = ClockTable(Joggle(), SEAT_LETTERS, clock)
    for text, ms in (("R", 1000), ("b1", 2000), ("Y", 500)):
        clock.running_ms = ms
        table.apply(table.parse(text))
    assert (clock.left_ms, clock.turns) == ([300000, 299500], [1, 0])


def test_a_correction_restores_the_clock_of_the_entry_that_stands() -> None:
    table, clock = table_of("5+3")
    clock.running_ms = 7000
    table.apply(table.parse("set turn B"))
    assert (clock.left_ms, clock.running_ms, table.turn) == ([300000, 300000], 0, 1)


def test_an_entry_makes_the_same_clock() -> None:
    table, clock = table_of("2/1+5")
    clock.running_ms = 1500
    table.apply(table.parse("a1-c3"))
    other, copy = table_of("2/1+5")
    other.apply(other.parse(clock.set_text()))
    assert (copy.left_ms, copy.turns) == (clock.left_ms, clock.turns) == ([418500, 120000], [1, 0])


@pytest.mark.parametrize("value", ["x", "-1", str(MOST_MS + 1), "1.5"])
def test_only_numbers_set_a_clock(value: str) -> None:
    table, clock = table_of("5+3")
    with pytest.raises(MalformedText):
        table.apply(table.parse(f"set clock {value} 1 1 1"))
    assert len(table.entries) == 0 and clock.left_ms == [300000, 300000]
