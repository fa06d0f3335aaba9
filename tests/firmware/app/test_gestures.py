"""Gestures: the presses that result from edges of several buttons and from time."""

from itertools import product

import pytest
from schiri_device.app.gestures import CAN_HOLD, HOLD_MS, REPEAT_AFTER_MS, REPEAT_MS, Gestures
from schiri_device.ticks import PERIOD, Edge, later

from tests.firmware.idle import IDLE_MS

START = PERIOD - 50


def presses_of(script: str) -> str:
    """Return the presses of a script.

    Shape: ``+`` and ``-`` let a button go down and up; after a number of ms the device looks at the
    time, after ``busy`` and a number it does not; ``clear`` forgets the buttons that are down.
    """
    gestures, found, now_ms = Gestures(), [], START
    for word in script.split():
        is_time = word.removeprefix("busy").isdigit()
        if is_time:
            now_ms = later(now_ms, int(word.removeprefix("busy")))
        if word == "clear":
            gestures.down.clear()
        elif not is_time:
            found.append(gestures.read(Edge(word[1:], word[0] == "+", now_ms)))
        elif word.isdigit() and gestures.down:
            found.append(gestures.wait(now_ms))
    return " ".join(str(press) for press in found if press)


@pytest.mark.parametrize(
    ("button", "other"), [*product(CAN_HOLD, ["yellow", "red", "black", "white"])]
)
def test_two_overlapping_taps_are_two_presses(button: str, other: str) -> None:
    if button == other:
        return
    alone, down = sorted([button, other]), f"+{button} 100 +{other} 100"
    for up in (f"-{other} 100 -{button}", f"-{button} 100 -{other}"):
        assert sorted(presses_of(f"{down} {up}").split()) == alone
        assert presses_of(f"{down} {up} 100 +{button} 100 -{button}").split()[2:] == [button]


@pytest.mark.parametrize(
    ("script", "presses"),
    [
        # A press in between keeps the other hold.
        ("+black 100 +yellow 100 -yellow 400 100 100 -black", "yellow hold-black"),
        ("+black 200 +white 400 200 100 -white -black", "hold-black hold-white"),
        # A hold that nobody looked at is one.
        (f"+black busy{HOLD_MS - 1} -black", "black"),
        (f"+black busy{HOLD_MS} -black", "hold-black"),
        # Only the stick repeats, and only while it is down.
        (f"+left {REPEAT_AFTER_MS - 1}", "left"),
        (f"+left {REPEAT_AFTER_MS - 1} 1 {REPEAT_MS - 1}", "left left"),
        (f"+left {REPEAT_AFTER_MS - 1} 1 {REPEAT_MS - 1} 1", "left left left"),
        (f"+left {REPEAT_AFTER_MS - 1} -left 5000", "left"),
        ("+red 3000", "red"),
        # Of two ways the last one repeats.
        (f"+left 100 +up {REPEAT_AFTER_MS - 1}", "left up"),
        (f"+left 100 +up {REPEAT_AFTER_MS - 1} 1", "left up up"),
        # A cleared button is released without a press.
        ("+black +white +left clear 1000 -black -white -left", "left"),
        # Yellow presses at once, and once more when it is held alone.
        (f"+yellow {HOLD_MS - 1}", "yellow"),
        (f"+yellow {HOLD_MS - 1} 1", "yellow hold-yellow"),
        (f"+yellow {HOLD_MS} 1400 -yellow", "yellow hold-yellow"),
        ("+yellow 100 +red 900 -yellow 900", "yellow red"),
        (f"+yellow {HOLD_MS - 1} -yellow 900", "yellow"),
    ],
)
def test_edges_and_time_make_these_presses(script: str, presses: str) -> None:
    assert presses_of(script) == presses


def test_taps_and_holds_are_told_apart_after_idle_weeks(subtests: pytest.Subtests) -> None:
    for idle_ms in IDLE_MS:
        with subtests.test(idle_ms=idle_ms):
            gestures = Gestures()
            for now_ms in (0, later(0, idle_ms)):
                gestures.read(Edge("black", True, now_ms))
                assert gestures.wait(later(now_ms, HOLD_MS - 1)) is None
                assert gestures.read(Edge("black", False, later(now_ms, HOLD_MS - 1))) == "black"
                gestures.read(Edge("black", True, now_ms))
                assert gestures.wait(later(now_ms, HOLD_MS)) == "hold-black"
