"""The thread of a session: it blocks while nothing can arrive, and reports the cause of its end."""

import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty

import pytest
from schiri.debug_log import log_path
from schiri.errors import HostError
from schiri.simulator.threaded import WaitingCable
from schiri.table.intents import Answer, Enter, Intent, Undo
from schiri.table.session import TableSession

from tests.patience import PATIENCE_S
from tests.table.stepped import SteppedTable


class Worker:
    """A worker that follows its script, a round at a time."""

    def __init__(self, table: SteppedTable, step: Callable[[int], bool]) -> None:
        self.state = table.session.state
        self.step = step
        self.did: list[object] = []
        self.waited = self.woken = 0

    def carry_out(self, intent: Intent, at_ms: int, answer: Callable[[Answer], None]) -> None:
        self.did.append((intent, at_ms))
        answer(Answer())

    def wait(self) -> None:
        self.waited += 1

    def wake(self) -> None:
        self.woken += 1

    def fail(self, error: HostError) -> None:
        self.state = self.state._replace(fault=error)

    def end(self, clock_ms: Callable[[], int]) -> None:
        self.did.append("end")


class Waits:
    """An empty queue that records the timeouts of its waits."""

    def __init__(self, end: Callable[[], None]) -> None:
        self.waited: list[float] = []
        self._end = end

    def empty(self) -> bool:
        return True

    def get_nowait(self) -> None:
        raise Empty

    def get(self, timeout: float) -> None:
        self.waited.append(timeout)
        if len(self.waited) == 3:
            self._end()
        raise Empty


def session_of(table: SteppedTable, worker: Worker) -> TableSession:
    return TableSession(table.device, worker, lambda: 1234)  # type: ignore[arg-type]


def run_here(table: SteppedTable, is_open: bool) -> tuple[list[float], int, list[int]]:
    """Run the thread's loop here for three rounds.

    Shape: its waits for an intent, the number of those for the device, and the times of its steps.
    """
    stepped: list[int] = []

    def step(now_ms: int) -> bool:
        stepped.append(now_ms)
        session._is_closing = session._is_closing or len(stepped) == 3
        return is_open

    worker = Worker(table, step)
    session = session_of(table, worker)
    waits = Waits(lambda: None)
    session._sent = waits  # type: ignore[assignment]
    session._run()
    return waits.waited, worker.waited, stepped


def test_it_does_round_after_round_while_a_port_is_open(tmp_path: Path) -> None:
    assert run_here(SteppedTable(tmp_path), is_open=True) == ([], 3, [1234] * 3)


def test_it_waits_where_there_is_no_port(tmp_path: Path) -> None:
    assert run_here(SteppedTable(tmp_path), is_open=False) == ([0.5] * 3, 0, [1234] * 3)


def test_an_intent_ends_the_waiting(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    worker = Worker(table, lambda now_ms: False)
    session = session_of(table, worker)
    session.start()
    answers = [session.do(intent) for intent in (Enter("a1-c3"), Undo())]
    assert all(answer.result(PATIENCE_S).is_done for answer in answers)
    assert worker.woken == 2
    names = [(one.name, one.daemon) for one in threading.enumerate() if one.name == "table"]
    # The program can end without waiting for it.
    assert names == [("table", True)]
    session.close()
    assert worker.did == [(Enter("a1-c3"), 1234), (Undo(), 1234), "end"]
    assert not any(one.name == "table" for one in threading.enumerate())


def test_an_intent_ends_the_wait_for_a_device() -> None:
    is_waiting = threading.Event()

    class Arrived(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            is_waiting.set()
            return super().wait(PATIENCE_S)

    cable = WaitingCable()
    cable._arrived = Arrived()
    port = cable.open()
    reader = threading.Thread(target=port.wait, daemon=True)
    reader.start()
    assert is_waiting.wait(PATIENCE_S)
    port.wake()
    reader.join(PATIENCE_S)
    assert not reader.is_alive()


def test_a_cancelled_answer_stops_nothing(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    worker = Worker(table, lambda now_ms: True)
    session = session_of(table, worker)
    gone, waiting = session.do(Enter("a1-c3")), session.do(Undo())
    # A page does so if it is closed during the wait.
    assert not gone.cancel()
    session.step(0)
    assert waiting.result(0).is_done and worker.did == [(Enter("a1-c3"), 1234), (Undo(), 1234)]


@pytest.mark.parametrize(
    "error",
    [
        KeyError("x"),
        KeyboardInterrupt(),
    ],
    ids=repr,
)
def test_any_fatal_error_is_in_the_state(error: BaseException, tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)

    def fail(now_ms: int) -> bool:
        raise error

    worker = Worker(table, fail)
    session = session_of(table, worker)
    seen: list[HostError | None] = []
    session.watch(lambda state: seen.append(state.fault))
    with pytest.raises(type(error)):
        session._run()
    (fault,) = seen
    assert fault and (fault.code, fault.details) == ("bug", {"path": log_path()})
    assert worker.did == ["end"]


@pytest.mark.parametrize("fails_at_the_end", [False, True])
def test_waiting_callers_are_answered_when_an_intent_ends_the_thread(
    fails_at_the_end: bool, tmp_path: Path
) -> None:
    worker = Worker(table := SteppedTable(tmp_path), lambda now_ms: True)
    session = session_of(table, worker)

    def fail(*_args: object) -> None:
        raise KeyError("x")

    worker.carry_out = fail  # type: ignore[method-assign, assignment]
    if fails_at_the_end:
        worker.end = fail  # type: ignore[method-assign, assignment]
    asked, behind = session.do(Enter("a1-c3")), session.do(Undo())
    with pytest.raises(KeyError):
        session._run()
    answers = [asked.result(0), behind.result(0), session.do(Undo()).result(0)]
    assert [each.error and each.error.code for each in answers] == ["bug", "no-device", "no-device"]


def test_callers_are_answered_once(tmp_path: Path) -> None:
    worker = Worker(table := SteppedTable(tmp_path), lambda now_ms: True)
    session = session_of(table, worker)

    def fail(intent: Intent, at_ms: int, answer: Callable[[Answer], None]) -> None:
        answer(Answer())
        raise KeyError("x")

    worker.carry_out = fail  # type: ignore[method-assign]
    asked = session.do(Undo())
    with pytest.raises(KeyError):
        session.step(0)
    assert asked.result(0).is_done


def test_a_fault_is_shown_where_showing_is_what_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = SteppedTable(tmp_path).worker

    def fail() -> None:
        raise AssertionError

    monkeypatch.setattr(worker, "_freeze", fail)
    fault = HostError("system-failed", reason="x")
    worker.fail(fault)
    assert worker.state.fault is fault
