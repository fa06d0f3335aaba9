"""A build with sensors, as on the drive: it scans in each turn of the loop."""

import pytest
from schiri_device.app.device import Device

from tests.firmware.drive_program import press_all, run
from tests.firmware.world import World, built

BUILD = built("feel5")


def test_each_turn_hands_the_same_counts_to_the_device(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert BUILD.sensors
    channel = BUILD.sensors[2][7]
    scans, whole = [], Device.step

    def step(self: Device, *args: object) -> object:
        scans.append((args[4], list(args[4])))  # type: ignore[call-overload]
        return whole(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Device, "step", step)
    world.at(900, lambda: world.sensors.__setitem__(channel, 12345))
    world.ends_ms = press_all(world, BUILD, "black white white white", 1000) + 500
    steps = run(world, monkeypatch, "feel5")
    assert len(scans) == len(steps) and len({id(counts) for counts, _ in scans}) == 1
    assert scans[0][1] == [32768] * 25
    assert scans[-1][1] == [32768] * 7 + [12345] + [32768] * 17
    assert world.stalls == 0
