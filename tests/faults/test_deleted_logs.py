"""A log that is deleted, or written by another program, during a recording."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from schiri.errors import HostError

from tests.counts import count
from tests.faults.disk import TEXTS, Device, Steps, files_in, go_on, newest_in, run, undisturbed


def unlinked(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    data = path.read_bytes()
    path.unlink()
    # Another file gets the number of the deleted one.
    path.with_name("other").touch()
    path.write_bytes(data)
    path.with_name("other").unlink()


def shortened(path: Path) -> None:
    if size := path.stat().st_size:
        os.truncate(path, size - 5)
    else:
        path.unlink()


def lengthened(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"{")


def moved(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def without_folder(path: Path) -> None:
    for each in path.parent.iterdir():
        each.unlink()
    path.parent.rmdir()


VANISHINGS = (unlinked, replaced, shortened, lengthened, moved, without_folder)


each_vanishing = pytest.mark.parametrize("vanish", VANISHINGS, ids=lambda each: each.__name__)


@each_vanishing
def test_a_log_deleted_between_two_lines_is_reported_and_not_created_again(
    vanish: Callable[[Path], None], tmp_path: Path
) -> None:
    wanted, _ = undisturbed()
    # The log of a finished game may be deleted: nothing more is added to it.
    ends = [number for number, text in enumerate(TEXTS) if text.startswith(("new", "board"))]
    for number in sorted({*range(1, len(TEXTS), count(4, 1))} - {*ends}):
        folder = tmp_path / str(number) / "logs"
        folder.mkdir(parents=True)

        left: dict[Path, bytes] = {}

        def heed(
            acked: int,
            number: int = number,
            folder: Path = folder,
            left: dict[Path, bytes] = left,
        ) -> None:
            if acked >= number and not left:
                vanish(newest_in(folder))
                left.update(files_in(folder.parent) or {folder: b""})

        device = Device(heed)
        with Steps().watched(), pytest.raises(HostError) as fault:
            run(folder, device)
        assert fault.value.code == "log-vanished"
        assert (files_in(folder.parent) or {folder: b""}) == left
        # A device whose journal was not erased since reports everything again.
        device.acked = 0
        folder.mkdir(exist_ok=True)
        go_on(folder, device, wanted)


@each_vanishing
def test_a_line_written_to_a_deleted_log_is_not_acknowledged(
    vanish: Callable[[Path], None], tmp_path: Path
) -> None:
    _, calls = undisturbed()
    writes = [at for at, (name, _) in enumerate(calls) if name == "write"]
    for at in writes[:: count(5, 1)]:
        for call in (at, at + 1):
            folder = tmp_path / f"{call}" / "logs"
            folder.mkdir(parents=True)
            device = Device()
            acked: list[int] = []

            def strike(
                folder: Path = folder, device: Device = device, acked: list[int] = acked
            ) -> None:
                acked.append(device.acked)
                vanish(newest_in(folder))

            with Steps(call, strike).watched(), pytest.raises(HostError) as fault:
                run(folder, device)
            assert fault.value.code == "log-vanished" and acked == [device.acked]
