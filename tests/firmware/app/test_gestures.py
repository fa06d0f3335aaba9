"""Gestures: the presses that result from edges of several buttons and from time."""

from schiri_device.app.gestures import CAN_HOLD, HOLD_MS, REPEAT_AFTER_MS, REPEAT_MS, Gestures
from schiri_device.ticks import PERIOD, Edge, later

from tests.each import each
from tests.firmware.idle import IDLE_MS

START = PERIOD - 50


def presses_of(script: str) -> list[str]:
    """Return the presses of a script.

    Shape: words with 100 ms between them: ``+`` and ``-`` let a button go down and up, ``.`` does
    nothing.
    """
    gestures, found = Gestures(), []
    for at, word in enumerate(script.split()):
        now_ms = later(START, 100 * at)
        if word != ".":
            found.append(gestures.read(Edge(word[1:], word[0] == "+", now_ms)))
        if gestures.down:
            found.append(gestures.wait(now_ms))
    assert not gestures.down
    return [str(press) for press in found if press]


@each("button", CAN_HOLD)
@each("other", ["yellow", "red", "black", "white"])
def test_a_press_in_between_keeps_the_other_tap(button: str, other: str) -> None:
    if button == other:
        return
    alone, both = sorted([button, other]), f"+{button} +{other} -{other} -{button}"
    assert sorted(presses_of(both)) == alone
    assert sorted(presses_of(f"+{button} +{other} -{button} -{other}")) == alone
    assert presses_of(f"{both} +{button} -{button}")[-1] == button


def test_a_press_in_between_keeps_the_other_hold() -> None:
    assert presses_of("+black +yellow -yellow . . . . -black") == ["yellow", "hold-black"]
    assert presses_of("+black . +white . . . . . . -white -black") == ["hold-black", "hold-white"]


def test_a_hold_that_nobody_looked_at_is_one() -> None:
    gestures = Gestures()
    gestures.read(Edge("black", True, START))
    assert gestures.read(Edge("black", False, later(START, HOLD_MS - 1))) == "black"
    gestures.read(Edge("black", True, START))
    assert gestures.read(Edge("black", False, later(START, HOLD_MS))) == "hold-black"


def test_only_the_stick_repeats_and_only_while_it_is_down() -> None:
    gestures = Gestures()
    assert gestures.read(Edge("left", True, 0)) == "left"
    assert gestures.wait(REPEAT_AFTER_MS - 1) is None
    assert gestures.wait(REPEAT_AFTER_MS) == "left"
    assert gestures.wait(REPEAT_AFTER_MS + REPEAT_MS - 1) is None
    assert gestures.wait(REPEAT_AFTER_MS + REPEAT_MS) == "left"
    gestures.read(Edge("left", False, 1000))
    assert not gestures.down and gestures.wait(5000) is None
    gestures.read(Edge("red", True, 6000))
    assert list(gestures.down) == ["red"] and gestures.wait(9000) is None


def test_of_two_ways_the_last_one_repeats() -> None:
    gestures = Gestures()
    gestures.read(Edge("left", True, 0))
    gestures.read(Edge("up", True, 100))
    assert gestures.wait(100 + REPEAT_AFTER_MS - 1) is None
    assert gestures.wait(100 + REPEAT_AFTER_MS) == "up"


def test_a_cleared_button_is_released_without_a_press() -> None:
    gestures = Gestures()
    for button in ("black", "white", "left"):
        gestures.read(Edge(button, True, 0))
    gestures.down.clear()
    assert gestures.wait(1000) is None
    for button in ("black", "white", "left"):
        assert gestures.read(Edge(button, False, 1000)) is None


@each("idle_ms", IDLE_MS)
def test_a_tap_after_weeks_is_a_tap_and_a_hold_is_one(idle_ms: int) -> None:
    gestures = Gestures()
    for now_ms in (0, later(0, idle_ms)):
        gestures.read(Edge("black", True, now_ms))
        assert gestures.wait(later(now_ms, HOLD_MS - 1)) is None
        assert gestures.read(Edge("black", False, later(now_ms, HOLD_MS - 1))) == "black"
        gestures.read(Edge("black", True, now_ms))
        assert gestures.wait(later(now_ms, HOLD_MS)) == "hold-black"


def test_yellow_presses_at_once_and_when_held_alone_once_more() -> None:
    gestures = Gestures()
    assert gestures.read(Edge("yellow", True, 0)) == "yellow"
    assert [gestures.wait(at_ms) for at_ms in (HOLD_MS - 1, HOLD_MS, 2000)] == [
        None,
        "hold-yellow",
        None,
    ]
    assert gestures.read(Edge("yellow", False, 3000)) is None
    # A second button cancels the hold, and so does an early release.
    gestures.read(Edge("yellow", True, 4000))
    gestures.read(Edge("red", True, 4100))
    assert gestures.wait(5000) is None
    gestures.read(Edge("yellow", False, 5100))
    assert gestures.wait(6000) is None
