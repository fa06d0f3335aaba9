"""CPython and MicroPython agree: rules, frames, tones, bytes on wire and in store."""

from pathlib import Path

import pytest

from tests.counts import count, some
from tests.sources import TESTS
from tests.vm.interpreters import SESSION, cpython, micropython, small_micropython
from tests.vm.scenes import SCENES

pytestmark = pytest.mark.vm

RECORDED = len(list((TESTS / "playthroughs").glob("*.txt")))
# A section of the script, its seeds, its count, and the heap that must do.
SECTIONS = [
    # With 64-bit pointers: about half of that on the board.
    ("recorded", range(RECORDED), count(3, 1), "224k"),
    # Each board game, as a device loads it.
    ("boards", range(0, count(1, 8000), 1000), count(1, 4), "2m"),
    ("races", range(1), count(4, 40), "160k"),
    ("hints", range(count(1, 10)), count(4, 40), "160k"),
    ("rolls", range(count(1, 8)), 1, "2m"),
    # Games against the device: Switch, and Joggle.
    ("opponent", range(count(2, 6)), count(4, 20), "2m"),
    ("counting", range(1), count(2, 3), "2m"),
    ("sensing", range(count(2, 20)), count(4, 10), "160k"),
    ("stories", range(count(3, 60)), count(60, 300), "400k"),
    # Whole devices.
    ("presses", range(count(1, 20)), count(80, 150), "2m"),
    ("stones", range(count(2, 20)), count(60, 150), "2m"),
]
# The same on the 32-bit MicroPython, for boards that feel their stones.
SMALL_SECTIONS = [
    ("sensing", range(count(1, 5)), 4),
    ("stories", range(count(1, 20)), count(60, 300)),
    ("stones", range(count(2, 20)), count(60, 150)),
]


@pytest.mark.parametrize(
    ("section", "seed", "number", "heap"),
    [(section, seed, *rest) for section, seeds, *rest in SECTIONS for seed in seeds],
)
def test_cpython_and_micropython_give_one_digest(
    section: str, seed: int, number: int, heap: str
) -> None:
    args = (section, seed, number)
    assert micropython(*args, heap=heap) == cpython(*args)


@pytest.mark.vm("node")
@pytest.mark.parametrize(
    ("section", "seed", "number"),
    [(section, seed, number) for section, seeds, number in SMALL_SECTIONS for seed in seeds],
)
def test_the_32_bit_micropython_gives_it_too(section: str, seed: int, number: int) -> None:
    args = (section, seed, number)
    assert small_micropython(*args) == cpython(*args)


@pytest.mark.parametrize("seed", range(count(1, 2)))
@pytest.mark.parametrize(
    ("build", "presses", "heap"),
    [("keys5", count(20, 150), "420k"), ("cursor", count(30, 200), "420k")],
)
def test_whole_sessions_are_equal_on_both_interpreters(
    build: str, presses: int, heap: str, seed: int, tmp_path: Path
) -> None:
    """Switch, and Joggle; `tests/memory` measures their heap."""
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    # The second time the device resumes its game.
    for turns in (presses, count(15, 40)):
        told = cpython(build, seed, turns, ours, script=SESSION)
        assert micropython(build, seed, turns, theirs, heap=heap, script=SESSION) == told
        assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize("seed", some(range(2 * len(SCENES)), 6))
def test_an_idle_device_allocates_nothing_linked_or_not(seed: int) -> None:
    """In each scene of the script; with a host up to its next beat."""
    micropython("idle", seed, 150 if seed % 2 else 30_000)
