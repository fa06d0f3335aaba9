"""A race's window: the precision, the limits and the presses that decide it, and its proof."""

import pytest
from schiri.games.race import PANEL_SCAN_MS, VIEW_SCAN_MS, RaceWindow
from schiri_engines.race import HALF_PERIOD

LIMITS = {"false-start-ms": "50", "lockout-ms": "200"}


def opened() -> RaceWindow:
    """Return a window with a false start of seat 2, opened by seat 1."""
    window = RaceWindow(3, LIMITS, 0)
    window.press(950, 2)
    window.open(1000, 1)
    return window


def test_the_worst_precision_of_all_presses_decides_what_is_a_tie() -> None:
    for first, second in ((VIEW_SCAN_MS, PANEL_SCAN_MS), (PANEL_SCAN_MS, VIEW_SCAN_MS)):
        window = opened()
        window.press(1300, 0, first)
        window.press(1300 + VIEW_SCAN_MS - 1, 2, second)
        assert window.verdict().order == ((2, 300, True), (0, 300, True))


@pytest.mark.parametrize(("later_ms", "is_tie"), [(0, True), (1, True), (2, False)])
def test_presses_of_a_device_closer_than_its_resolution_are_a_tie(
    later_ms: int, is_tie: bool
) -> None:
    window = opened()
    # Of two scanners the later press may be reported first.
    window.press(1300 + later_ms, 2)
    window.press(1300, 0)
    order = window.verdict().order
    assert [tie for _seat, _ms, tie in order] == [is_tie, is_tie]
    assert order[0][0] == (2 if is_tie else 0)


def test_a_proof_has_the_limits_and_the_presses_of_its_own_race() -> None:
    window = opened()
    window.press(1300, 0, VIEW_SCAN_MS)
    window.close(2000)
    window.press(2900, 2)
    window.open(3000, 0)
    times = {"idle": 2000, "opened": 3000, "closed": None, "scan_ms": 2}
    limits = {"false_start_ms": 50, "lockout_ms": 200, "presses": [[2900, 2]]}
    assert window.proof().json() == times | limits


def test_an_undo_leaves_the_other_claims_and_the_false_starts() -> None:
    window = opened()
    window.press(1200, 2)
    window.press(1300, 0)
    window.go_back(1, [0])
    assert window.is_open and window.proof().presses == ((950, 2), (1300, 0))
    window.go_back(2, [0])
    assert not window.is_open


def test_a_press_after_days_has_the_latest_possible_time() -> None:
    window = opened()
    window.press(1000 + HALF_PERIOD, 0)
    assert window.verdict().order == ((0, HALF_PERIOD - 1, False),)
