"""Whatever ends the thread that owns a port is known to whoever shows the table."""

import threading
from typing import NoReturn

import pytest
from schiri.device.connection import Connection, ConnectionThread
from schiri.device.reports import Report
from schiri.errors import HostError
from schiri.simulator.cable import Cable

FULL = HostError("file-unwritable", path="log", reason="full")


@pytest.mark.parametrize(
    ("error", "code", "raised"),
    [(FULL, FULL.code, 0), (OSError(), "system-failed", 1), (KeyError(), "system-failed", 1)],
    ids=repr,
)
def test_whatever_ends_the_thread_is_known(
    error: Exception, code: str, raised: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[object] = []

    def handle(report: Report, received_ms: int) -> NoReturn:
        raise AssertionError

    def fail(now_ms: int) -> bool:
        raise error

    connection = Connection(Cable(read_s=0).open, handle)
    monkeypatch.setattr(threading, "excepthook", ended.append)
    monkeypatch.setattr(connection, "poll", fail)
    thread = ConnectionThread(connection)
    thread.start()
    thread._thread.join()
    assert thread.error and thread.error.code == code and len(ended) == raised
