"""The folder of a solution: an invalid one is reported before any computation."""

from pathlib import Path

import numpy as np
import pytest
from schiri.errors import HostError
from schiri.solve.folder import DIGEST, LOST, UNFINISHED, VALUES, SolutionFolder
from schiri.solve.lost_file import encode
from schiri.solve.positions import POSITIONS

from tests.cli.command import typed

pytestmark = pytest.mark.nightly

PART = UNFINISHED.replace("*", "3")
DAMAGED = (b"", b"nonsense" * 99, b"\x93NUMPY\x01\x00", b"\x93NUMPY\x01\x00\x10\x00" + b"x" * 16)


@pytest.mark.parametrize("name", [VALUES, PART])
@pytest.mark.parametrize("data", DAMAGED)
def test_damaged_solutions_are_reported_with_their_path(
    name: str, data: bytes, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(data)
    ran = typed("solve", "switch", "--check", "-o", str(tmp_path))
    assert (ran.status, ran.out) == (3, "") and ran.err.count("\n") == 1
    assert str(tmp_path / name) in ran.err and "damaged" in ran.err


@pytest.mark.parametrize("values", [np.zeros(5, np.int8), np.zeros(POSITIONS, np.int16)])
def test_a_file_of_other_values_is_not_a_solution(values: object, tmp_path: Path) -> None:
    with (tmp_path / VALUES).open("wb") as file:
        np.save(file, values)  # type: ignore[arg-type]  # an array
    with pytest.raises(HostError, match="file-unreadable"):
        SolutionFolder(tmp_path).values()


def test_saved_values_are_found_and_other_files_ignored(tmp_path: Path) -> None:
    folder = SolutionFolder(tmp_path / "not" / "yet")
    assert folder.saved() == (None, 0) and folder.values() is None
    (folder.path / UNFINISHED.replace("*", "x")).write_bytes(b"x")
    values = np.zeros(POSITIONS, np.int8)
    folder.save(values, 12)
    folder.save(values, 14)
    found, plies = folder.saved()
    assert plies == 14 and found is not None and not found.any()
    folder.finish(values, encode({}, DIGEST))
    assert folder.saved() == (None, 0) and folder.values() is not None
    assert folder.lost().entries == 0
    (folder.path / LOST).unlink()
    with pytest.raises(HostError, match="file-unreadable"):
        folder.lost()


@pytest.mark.parametrize("data", [b"", b"xx", encode({}, "00000000"), encode({}, DIGEST)[:-1]])
def test_a_damaged_file_of_lost_positions_is_unreadable(data: bytes, tmp_path: Path) -> None:
    folder = SolutionFolder(tmp_path)
    folder.finish(np.zeros(POSITIONS, np.int8), data)
    with pytest.raises(HostError, match="file-unreadable"):
        folder.lost()


def test_a_file_in_place_of_the_folder_is_reported_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = typed("solve", "switch", "-o", str(tmp_path / "file"))
    assert (ran.status, ran.out) == (3, "") and "a file of this name exists" in ran.err
