"""The budget: values within and beyond its limits, and their form."""

import pytest
from schiri.certify.budget import BUDGET, FAILED, NEEDED, OK, SKIPPED, checks
from schiri_device.sensing import levels

from tests.firmware.world import KEYS5, PADS, built

WELL = {"scan": 1.0, "light": 12.0, "frame": 2.0, "heap": 60000.0, "piece": 20000.0}
WELL |= {"stack": 60.0, "journal": 3.0, "step.play": 12.0, "step.dice": 9.0, "link": 8.0}
# The published limits, repeated here: the least value beyond each.
LIMITS = {"scan": 1.1, "light": 30, "frame": 4, "heap": -4000, "piece": -4000, "stack": -44}
LIMITS |= {"journal": 20, "step.play": 30, "link": 100}


def test_a_healthy_device_passes_every_limit() -> None:
    found = checks(WELL, {"pixels.red": True, "button.red": True}, KEYS5)
    assert {check.verdict for check in found} == {OK}
    names = [check.limit.name for check in found]
    assert names == [limit.name for limit in BUDGET][:7] + [
        "step.dice",
        "step.play",
        "link",
        "pixels.red",
        "button.red",
    ]


@pytest.mark.parametrize("name", LIMITS)
def test_a_figure_at_its_limit_passes_and_one_beyond_it_fails(name: str) -> None:
    limit = LIMITS[name]
    for value, verdict in ((abs(limit), OK), (abs(limit) + (0.01 if limit > 0 else -1), FAILED)):
        found = {check.limit.name: check for check in checks({**WELL, name: value}, {}, KEYS5)}
        assert found[name].verdict == verdict
        others = {check.verdict for key, check in found.items() if key != name}
        assert others == {OK}


def test_missing_figures_are_reported_as_skipped_checks() -> None:
    lines = [check.line() for check in checks({}, {"pixels.red": None, "button.up": False}, KEYS5)]
    assert lines[3] == "skipped heap - B >= 4000"
    assert lines[7] == "skipped step - ms <= 30"
    assert lines[-2:] == ["skipped pixels.red - - >= 1", "FAIL button.up 0 - >= 1"]
    assert len(lines) == len(BUDGET) + 2


def test_the_json_has_the_figures_and_verdicts() -> None:
    found = checks({"heap": 3000.0}, {}, KEYS5)
    data = {check.data()["name"]: check.data() for check in found}
    assert data["heap"] == {
        "name": "heap",
        "verdict": FAILED,
        "value": 3000.0,
        "unit": "B",
        "at_least": 4000,
    }
    assert data["scan"]["verdict"] == SKIPPED and data["scan"]["at_most"] == 1.1


def test_a_frame_may_take_longer_on_a_bus() -> None:
    for build, most in ((KEYS5, 4), (PADS, 14)):
        verdicts = []
        for value in (most, most + 1):
            found = checks({**WELL, "frame": value}, {}, build)
            verdicts += [check.verdict for check in found if check.limit.name == "frame"]
        assert verdicts == [OK, FAILED]


def test_only_a_device_with_sensors_needs_margins_which_are_the_device_s_own() -> None:
    assert levels.NEEDED == NEEDED
    told = {"sense": 3.0, "field.a1": 3.0, "field.b1": 2.9}
    found = checks({**WELL, **told}, {}, built("feel5"))
    lines = [check.line() for check in found]
    assert "ok sense 3 ms <= 3" in lines and "ok field.a1 3 - >= 3" in lines
    assert [line for line in lines if not line.startswith("ok")] == ["FAIL field.b1 2.9 - >= 3"]
    assert len(checks({**WELL, **told}, {}, KEYS5)) == len(found) - 3
    assert "skipped field - - >= 3" in [check.line() for check in checks({}, {}, built("feel5"))]
