"""CPython and MicroPython agree: rules, frames, tones, bytes on wire and in store."""

import subprocess
from pathlib import Path

import pytest

from tests.counts import count
from tests.vm.interpreters import MICROPYTHON, SESSION, cpython, micropython

pytestmark = pytest.mark.vm


@pytest.mark.parametrize("seed", range(count(1, 10)))
def test_engines_agree(seed: int) -> None:
    args = ("engine", 1000 * seed, count(1, 5))
    assert micropython(*args) == cpython(*args)


@pytest.mark.parametrize("seed", range(count(1, 5)))
def test_boards_agree(seed: int) -> None:
    """Each board game, as a device loads it."""
    args = ("boards", 1000 * seed, count(1, 4))
    assert micropython(*args) == cpython(*args)


@pytest.mark.parametrize("seed", range(count(1, 10)))
def test_zwoggel_agrees_and_fits_the_heap(seed: int) -> None:
    args = ("zwoggel", 1000 * seed, count(1, 4))
    assert micropython(*args, heap="256k") == cpython(*args)


@pytest.mark.parametrize("seed", range(count(1, 8)))
def test_joggle_agrees(seed: int) -> None:
    args = ("joggle", 1000 * seed, count(60, 5 * 150))
    assert micropython(*args, heap="224k") == cpython(*args)


@pytest.mark.parametrize("seed", range(count(1, 10)))
def test_drehwurm_agrees(seed: int) -> None:
    """With 64-bit pointers in 224 kB: about half of that on the board."""
    args = ("drehwurm", seed, count(1, 4))
    assert micropython(*args, heap="224k") == cpython(*args)


@pytest.mark.parametrize("seed", range(count(1, 10)))
def test_hints_agree_and_fit_the_heap(seed: int) -> None:
    args = ("hints", seed, count(4, 40))
    assert micropython(*args, heap="160k") == cpython(*args)


@pytest.mark.parametrize("seed", range(count(1, 6)))
def test_games_against_the_device_agree(seed: int) -> None:
    args = ("opponent", seed, count(4, 20))
    assert micropython(*args) == cpython(*args)


def test_counts_agree() -> None:
    args = ("counting", 0, count(2, 3))
    assert micropython(*args) == cpython(*args)


@pytest.mark.parametrize("seed", range(count(1, 20)))
def test_devices_agree(seed: int) -> None:
    args = ("presses", seed, count(80, 150))
    assert micropython(*args) == cpython(*args)


@pytest.mark.parametrize("seed", range(count(1, 2)))
@pytest.mark.parametrize(
    ("build", "presses", "heap"),
    [("keys5", count(20, 150), "420k"), ("cursor", count(30, 200), "420k")],
)
def test_whole_sessions_agree(
    build: str, presses: int, heap: str, seed: int, tmp_path: Path
) -> None:
    """Switch, and Joggle; `tests/memory` measures their heap."""
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    # The second time the device resumes its game.
    for turns in (presses, count(15, 40)):
        told = cpython(build, seed, turns, ours, script=SESSION)
        assert micropython(build, seed, turns, theirs, heap=heap, script=SESSION) == told
        assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize("seed", [1, 0][: count(1, 2)])
def test_an_idle_device_allocates_nothing(seed: int) -> None:
    micropython("idle", seed, 30_000)


@pytest.mark.parametrize("seed", range(2, count(3, 4)))
def test_an_idle_linked_device_allocates_nothing(seed: int) -> None:
    micropython("idle", seed, 150)


def test_allocating_would_be_seen() -> None:
    code = "import micropython\nmicropython.heap_lock()\n[1]\n"
    done = subprocess.run([MICROPYTHON, "-c", code], capture_output=True, check=False)
    assert done.returncode != 0
