"""A PC that is killed, or whose disk does not take it: nothing acknowledged is lost."""

import errno
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from schiri.device.reports import Lost, Told
from schiri.faults import Fault
from schiri.log.lines import read
from schiri.log.notes import survived_in

from tests.counts import count
from tests.faults.disk import (
    HELLO,
    TEXTS,
    Dead,
    Device,
    Games,
    Steps,
    cut_in,
    die,
    files_in,
    games_in,
    kept_in,
    newest_in,
    run,
    table_at,
)

ALL = 1_000_000
Calls = list[tuple[str, int]]
Undisturbed = tuple[Games, Calls]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """What is logged where nothing happens, and the calls that it takes."""
    folder = tmp_path_factory.mktemp("logs")
    device = Device()
    with Steps().watched() as steps:
        run(table_at(folder), device)
    assert device.acked == len(TEXTS) and [len(game) for game in games_in(folder)] == [10, 4, 5]
    return games_in(folder), steps.calls


def strikes(calls: Calls, parts: int, most: int) -> list[tuple[int, int]]:
    """Return where to strike: calls, and how much of a write comes through before.

    Shape: each write is cut into ``parts``, if it has that many bytes; ``most`` are drawn.
    """
    every = [
        (at, cut)
        for at, (_, size) in enumerate(calls)
        for cut in range(0, size + 1, max(1, size // parts))
    ]
    return Random(1).sample(every, min(most, len(every)))


def go_on(folder: Path, device: Device, wanted: Games) -> None:
    """Start a program anew: it puts right what was cut, says so, and misses nothing."""
    assert device.acked <= kept_in(folder)
    cut = cut_in(folder)
    live = table_at(folder)
    with Steps().watched() as steps:
        device.heed = lambda number: steps.calls.append(("ack", number))
        run(live, device)
    assert live.recorder.torn == cut and cut_in(folder) == []
    assert games_in(folder) == wanted
    assert device.acked == len(TEXTS)
    check_order(steps.calls)


def check_order(calls: Calls) -> None:
    """Nothing is acknowledged before it is synced: by this program, whoever has written it."""
    is_synced = False
    for name, _ in calls:
        assert name != "ack" or is_synced
        is_synced = name in ("fsync", "ack", "unlink") and (is_synced or name == "fsync")


def test_everything_is_synced_before_it_is_acknowledged(tmp_path: Path) -> None:
    with Steps().watched() as steps:
        run(table_at(tmp_path), Device(lambda number: steps.calls.append(("ack", number))))
    check_order(steps.calls)
    names = [name for name, _ in steps.calls]
    # All but the painted board are told to be kept, and what was kept before each new greeting.
    assert names.count("ack") >= len(TEXTS) - 1 and names.count("fsync") >= names.count("write")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no way to be killed at a call")
def test_a_program_that_is_killed_loses_nothing(tmp_path: Path, undisturbed: Undisturbed) -> None:
    wanted, calls = undisturbed
    for number, (at, cut) in enumerate(strikes(calls, 3, count(40, ALL))):
        folder = tmp_path / str(number)
        folder.mkdir()
        device = Device()
        device.acked = killed_at(folder, at, cut)
        go_on(folder, device, wanted)


def killed_at(folder: Path, at: int, cut: int) -> int:
    """Let a program of its own be killed at a call; return what it has acknowledged until then."""
    reads, writes = os.pipe()
    write = os.write
    child = os.fork()
    if child == 0:
        try:
            device = Device(lambda number: write(writes, bytes([number])))
            strike = lambda: os.kill(os.getpid(), signal.SIGKILL)  # noqa: E731
            with Steps(at, strike, cut).watched():
                run(table_at(folder), device)
        finally:
            os._exit(0)
    os.close(writes)
    with open(reads, "rb") as told:
        acked = told.read()
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    return max(acked, default=0)


def test_a_line_may_be_cut_at_every_byte(tmp_path: Path, undisturbed: Undisturbed) -> None:
    wanted, calls = undisturbed
    every = strikes(calls, ALL, count(80, ALL))
    for number, (at, cut) in enumerate(every):
        folder = tmp_path / str(number)
        folder.mkdir()
        device = Device()
        with Steps(at, die, cut).watched(), pytest.raises(Dead):
            run(table_at(folder), device)
        go_on(folder, device, wanted)
        shutil.rmtree(folder)
    assert len(every) == count(80, sum(size + 1 for _, size in calls))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_a_disk_that_takes_no_more_loses_nothing(
    number: int, tmp_path: Path, undisturbed: Undisturbed
) -> None:
    wanted, calls = undisturbed

    def refuse() -> None:
        raise OSError(number, os.strerror(number))

    for at, cut in strikes(calls, 3, count(15, ALL)):
        if cut == calls[at][1] > 0:
            # All of it came through.
            continue
        folder = tmp_path / f"{at} {cut}"
        folder.mkdir()
        device = Device()
        with Steps(at, refuse, cut, stays=True).watched(), pytest.raises(Fault) as fault:
            run(table_at(folder), device)
        assert fault.value.code == "file-unwritable"
        assert fault.value.details["reason"] == os.strerror(number)
        go_on(folder, device, wanted)


def unlinked(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    data = path.read_bytes()
    path.unlink()
    # Another file takes the number of the one that is gone.
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
def test_a_log_that_vanishes_between_two_lines_is_told_and_left_alone(
    vanish: Callable[[Path], None], tmp_path: Path, undisturbed: Undisturbed
) -> None:
    wanted, _ = undisturbed
    for number in range(1, len(TEXTS), count(4, 1)):
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
        with Steps().watched(), pytest.raises(Fault) as fault:
            run(table_at(folder), device)
        assert fault.value.code == "log-vanished"
        assert (files_in(folder.parent) or {folder: b""}) == left
        # A device whose journal was not erased since tells it all again.
        device.acked = 0
        folder.mkdir(exist_ok=True)
        go_on(folder, device, wanted)


@each_vanishing
def test_a_log_that_vanishes_under_a_line_is_told_and_the_line_is_not_acknowledged(
    vanish: Callable[[Path], None], tmp_path: Path, undisturbed: Undisturbed
) -> None:
    _, calls = undisturbed
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

            with Steps(call, strike).watched(), pytest.raises(Fault) as fault:
                run(table_at(folder), device)
            assert fault.value.code == "log-vanished" and acked == [device.acked]


@pytest.mark.parametrize("seed", range(count(4, 60)))
def test_one_mishap_after_the_other_loses_nothing(
    seed: int, tmp_path: Path, undisturbed: Undisturbed
) -> None:
    wanted, _ = undisturbed
    random = Random(seed)

    def refuse() -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    device = Device()
    mishaps = 0
    for _ in range(30):
        at, cut = random.randrange(20), random.choice((0, 1, 100, 200))
        is_kill = random.random() < 0.6
        try:
            with Steps(at, die if is_kill else refuse, cut, stays=not is_kill).watched():
                run(table_at(tmp_path), device)
        except (Dead, Fault):
            mishaps += 1
            assert device.acked <= kept_in(tmp_path)
    assert mishaps > 3
    go_on(tmp_path, device, wanted)


def test_what_a_log_has_survived_is_in_it(tmp_path: Path) -> None:
    for last in (2, 4, 7):
        live, device = table_at(tmp_path), Device()
        live(HELLO, device)
        live(HELLO, device)
        for number in range(device.next, last + 1):
            live(Told(number, number, TEXTS[number - 1]), device)
        for _ in range(2):
            live(Lost("unplugged"), device)
            live(HELLO, device)
    live(Told(8, 8, TEXTS[7]), device)
    live(Lost("unplugged"), device)
    live(HELLO, device)
    (path,) = tmp_path.iterdir()
    events = read(path.read_bytes()).events
    assert survived_in(events) == {"pc": 2, "cable": 6}
    # A game that is over has nothing to survive any more.
    assert events[-1]["event"] == "end"
