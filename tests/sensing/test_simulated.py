"""The simulated device feels its stones: it is calibrated at its first start, and stays so."""

from random import Random

import pytest
from schiri.simulator.flash import Flash
from schiri.simulator.simulator import Simulator
from schiri.simulator.stepped import SteppedDevice
from schiri.simulator.stones import Stones
from schiri.simulator.wires import Cable
from schiri_device.sensing import DARK, EMPTY, LIGHT

from tests.counts import count
from tests.firmware.world import KEYS5, built

BUILD = built("feel5")
READINGS = {"b": DARK, "w": LIGHT, ".": EMPTY}


def readings(simulator: Simulator) -> list[int]:
    assert simulator.device.fields
    return list(simulator.device.fields.readings)


def test_stones_are_lifted_and_dropped_without_a_press() -> None:
    device = SteppedDevice(BUILD, seed=1)
    assert device.hands
    for colour, cell in (("b", "c2"), ("w", "e5")):
        device.hands.lift(colour)
        device.hands.drop(cell)
    # Each step of a hand is felt, however fast they follow each other.
    assert device.step(10) and device.step(20) and not device.step(100)
    assert device.simulator.device.mode_name == "choose"
    assert [cell for cell, seen in enumerate(readings(device.simulator)) if seen] == [7, 24]
    device.hands.lift("c2")
    device.hands.lift("c2")
    assert device.hands.view.hand == "b" and device.hands.view.beside("b") == 11
    device.step(200)
    fields = device.simulator.device.fields
    assert fields and fields.readings[7] == EMPTY and fields.readings[24] == LIGHT
    assert fields.changed >> 7 & 1


@pytest.mark.parametrize("seed", range(count(2, 20)))
def test_sensors_that_differ_and_are_noisy_read_the_same(seed: int) -> None:
    random = Random(seed)
    simulator = Simulator(BUILD, Cable(), seed, stones=Stones("." * 25, 1800, 100, seed))
    assert simulator.stones
    for at_ms in range(10, 2000, 10):
        simulator.stones.lay("".join(random.choices("bw.", k=25)))
        simulator.step(at_ms)
        assert readings(simulator) == [READINGS[letter] for letter in simulator.stones.letters]


def test_the_calibration_is_kept_and_a_raw_device_has_none() -> None:
    store = Flash()
    Simulator(BUILD, Cable(), 1, store, "SIM1")
    writes = store.writes
    again = Simulator(BUILD, Cable(), 1, store, "SIM1", is_raw=True)
    assert again.device.mode_name == "choose" and store.writes == writes
    raw = Simulator(BUILD, Cable(), 1, is_raw=True)
    raw.step(10)
    assert raw.device.mode_name == "calibrate"


def test_other_builds_have_no_stones() -> None:
    simulator = Simulator(KEYS5, Cable(), 1)
    simulator.step(10)
    assert (simulator.stones, simulator.device.fields) == (None, None)
