"""A PC that is killed, or whose disk refuses data: no acknowledged event is lost."""

import errno
import os
import signal
from pathlib import Path
from random import Random

import pytest
from schiri.device.reports import EventReceived, Lost
from schiri.errors import HostError
from schiri.log.annotations import survived_in
from schiri.log.lines import read

from tests.counts import count
from tests.faults.disk import (
    HELLO,
    TEXTS,
    Calls,
    Dead,
    Device,
    Steps,
    check_order,
    die,
    files_in,
    games_in,
    go_on,
    kept_in,
    run,
    table_at,
    undisturbed,
)

ALL = 1_000_000
CHUNKS = 4


def strikes(calls: Calls, parts: int, most: int) -> list[tuple[int, int]]:
    """Return the places of faults: the call, and the number of bytes written before.

    Shape: each write is cut into ``parts``, if it has that many bytes; ``most`` are drawn.
    """
    every = [
        (at, cut)
        for at, (_, size) in enumerate(calls)
        for cut in range(0, size + 1, max(1, size // parts))
    ]
    return Random(1).sample(every, min(most, len(every)))


def test_everything_is_synced_before_it_is_acknowledged(tmp_path: Path) -> None:
    with Steps().watched() as steps:
        run(tmp_path, Device(lambda number: steps.calls.append(("ack", number))))
    check_order(steps.calls)
    names = [name for name, _ in steps.calls]
    # All events but the painted board are acknowledged, and saved ones again at each greeting.
    assert names.count("ack") >= len(TEXTS) - 1 and names.count("fsync") >= names.count("write")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no way to be killed at a call")
def test_a_killed_program_loses_no_acknowledged_event(tmp_path: Path) -> None:
    wanted, calls = undisturbed()
    for number, (at, cut) in enumerate(strikes(calls, 3, count(6, ALL))):
        folder = tmp_path / str(number)
        folder.mkdir()
        device = Device()
        device.acked = killed_at(folder, at, cut)
        go_on(folder, device, wanted)


def killed_at(folder: Path, at: int, cut: int) -> int:
    """Kill a child process at a call; return the last event that it has acknowledged."""
    reads, writes = os.pipe()
    write = os.write
    child = os.fork()
    if child == 0:
        try:
            device = Device(lambda number: write(writes, bytes([number])))
            strike = lambda: os.kill(os.getpid(), signal.SIGKILL)  # noqa: E731
            with Steps(at, strike, cut).watched():
                run(folder, device)
        finally:
            os._exit(0)
    os.close(writes)
    with open(reads, "rb") as told:
        acked = told.read()
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    return max(acked, default=0)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_line_may_be_cut_at_every_byte(chunk: int, tmp_path: Path) -> None:
    """All cuts of a write are the same up to it, so one program is killed there for all of them."""
    wanted, calls = undisturbed()
    every = strikes(calls, ALL, count(16, ALL))
    assert len(every) == count(16, sum(size + 1 for _, size in calls))
    folder = tmp_path / "logs"
    folder.mkdir()
    for at in sorted({at for at, cut in every}, key=lambda at: calls[at])[chunk::CHUNKS]:
        before, acked = left_at(tmp_path / f"{at} before", at, 0)
        after, _ = left_at(tmp_path / f"{at} after", at, calls[at][1])
        assert before.keys() == after.keys()
        for cut in [cut for each, cut in every if each == at]:
            for path in folder.iterdir():
                path.unlink()
            for name, data in before.items():
                size = len(data) + (0 if after[name] == data else cut)
                (folder / name).write_bytes(after[name][:size])
            device = Device()
            device.acked = acked
            go_on(folder, device, wanted)


def left_at(folder: Path, at: int, cut: int) -> tuple[dict[str, bytes], int]:
    """End a program at a call; return its files and the last event that it has acknowledged."""
    folder.mkdir()
    device = Device()
    with Steps(at, die, cut).watched(), pytest.raises(Dead):
        run(folder, device)
    return {path.name: data for path, data in files_in(folder).items()}, device.acked


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_a_full_disk_loses_no_acknowledged_event(number: int, tmp_path: Path) -> None:
    wanted, calls = undisturbed()

    def refuse() -> None:
        raise OSError(number, errno.errorcode[number])

    for at, cut in strikes(calls, 3, count(8, ALL)):
        if cut == calls[at][1] > 0:
            # The write was complete.
            continue
        folder = tmp_path / f"{at} {cut}"
        folder.mkdir()
        device = Device()
        with Steps(at, refuse, cut, stays=True).watched(), pytest.raises(HostError) as fault:
            run(folder, device)
        assert fault.value.code == "file-unwritable"
        assert fault.value.details["reason"] == errno.errorcode[number]
        if calls[at][0] == "fsync":
            # The previous write may not be on the disk, so it is removed again.
            size = sum(map(len, files_in(folder).values()))
            assert size == sum(size for _, size in calls[: at - 1])
        go_on(folder, device, wanted)


def test_partial_writes_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda number, data: write(number, data[:7]))
    with Steps().watched():
        run(tmp_path, Device())
    assert games_in(tmp_path) == undisturbed()[0]


@pytest.mark.parametrize("seed", range(count(2, 60)))
def test_several_faults_in_a_row_lose_no_acknowledged_event(seed: int, tmp_path: Path) -> None:
    wanted, _ = undisturbed()
    random = Random(seed)

    def refuse() -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    device = Device()
    faults = 0
    for _ in range(count(15, 30)):
        at, cut = random.randrange(20), random.choice((0, 1, 100, 200))
        is_kill = random.random() < 0.6
        try:
            with Steps(at, die if is_kill else refuse, cut, stays=not is_kill).watched():
                run(tmp_path, device)
        except (Dead, HostError):
            faults += 1
            assert device.acked <= kept_in(tmp_path)
    assert faults > 3
    go_on(tmp_path, device, wanted)


def test_a_log_notes_what_it_survived(tmp_path: Path) -> None:
    for last in (2, 4, 7):
        live = table_at(tmp_path, device := Device())
        live.handle(HELLO, 0)
        live.handle(HELLO, 0)
        for number in range(device.next, last + 1):
            live.handle(EventReceived(number, number, TEXTS[number - 1]), 0)
        for _ in range(2):
            live.handle(Lost("unplugged"), 0)
            live.handle(HELLO, 0)
    live.handle(EventReceived(8, 8, TEXTS[7]), 0)
    live.handle(Lost("unplugged"), 0)
    live.handle(HELLO, 0)
    (path,) = tmp_path.glob("*.jsonl")
    events = read(path.read_bytes()).events
    assert survived_in(events) == {"pc": 2, "cable": 6}
    # After the end of a game, no further fault is noted.
    assert events[-1].kind == "end"
