"""Whatever ends the thread that owns a port is known to whoever shows the table."""

import threading

import pytest
from schiri.device.client import Peer
from schiri.device.connection import Link, LinkThread
from schiri.device.reports import Report
from schiri.errors import Fault
from schiri.simulator.cable import Cable

FULL = Fault("file-unwritable", path="log", reason="full")


@pytest.mark.parametrize(
    ("error", "code", "raised"),
    [(FULL, FULL.code, 0), (OSError(), "system-failed", 1), (KeyError(), "system-failed", 1)],
    ids=repr,
)
def test_whatever_ends_the_thread_is_known(
    error: Exception, code: str, raised: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[object] = []

    def handle(report: Report, peer: Peer) -> None:
        raise AssertionError

    def fail(now_ms: int) -> bool:
        raise error

    link = Link(Cable(read_s=0).open, handle)
    monkeypatch.setattr(threading, "excepthook", ended.append)
    monkeypatch.setattr(link, "poll", fail)
    thread = LinkThread(link)
    thread.start()
    thread._thread.join()
    assert thread.error and thread.error.code == code and len(ended) == raised
