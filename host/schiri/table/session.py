"""The table session: views send intents and see states, one thread does the work.

Decides which thread does what, and in which order.  Must not know the effect of an intent, any
words, or the views.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue

from schiri.debug_log import bug
from schiri.device.connection import REOPEN_MS
from schiri.device.table_device import TableDevice
from schiri.table.intents import NO_DEVICE, Answer, Sent
from schiri.table.state import TableState
from schiri.table.worker import TableWorker

# Called with each state; must not block.
Watcher = Callable[[TableState], object]
# An intent, its time by the session's clock, and the future of its answer.
Queued = tuple[Sent, int, Future[Answer]]


class TableSession:
    """One table, for any number of views.

    Shape: ``state`` is the newest moment.  Any thread may read it, send intents and watch; a
    watcher is called in the thread of the session and must not block.
    Units: ``clock_ms`` is any monotonic clock, in ms.
    """

    def __init__(
        self, device: TableDevice, worker: TableWorker, clock_ms: Callable[[], int]
    ) -> None:
        self.state = worker.state
        self._device = device
        self._worker = worker
        self._clock_ms = clock_ms
        self._watchers: list[Watcher] = []
        self._sent: SimpleQueue[Queued | None] = SimpleQueue()
        self._is_closing = self._has_ended = False
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    # For views, in any thread

    @property
    def now_ms(self) -> int:
        """The time by the session's clock."""
        return self._clock_ms()

    def do(self, intent: Sent) -> Future[Answer]:
        """Send an intent; the answer comes when it is done, or refused."""
        future: Future[Answer] = Future()
        # Sent intents are carried out even if no view awaits them.
        future.set_running_or_notify_cancel()
        self._sent.put((intent, self._clock_ms(), future))
        self._worker.wake()
        if self._has_ended:
            self._turn_away()
        return future

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call a watcher with each state from now on; return the function that stops it."""
        self._watchers.append(watcher)

        def unsubscribe() -> None:
            if watcher in self._watchers:
                self._watchers.remove(watcher)

        return unsubscribe

    def start(self) -> None:
        self._device.start()
        self._thread.start()

    def close(self) -> None:
        """End: the device gets its lights back, port and log are closed before this returns."""
        self._is_closing = True
        self._sent.put(None)
        self._worker.wake()
        if self._thread.is_alive():
            self._thread.join()

    # The thread of the session

    def step(self, now_ms: int) -> bool:
        """Do one round: intents, then the device; return whether a port is open."""
        with suppress(Empty):
            while sent := self._sent.get_nowait():
                self._carry_out(*sent)
        is_open = self._worker.step(now_ms)
        self._publish()
        return is_open

    def release(self) -> None:
        """Release device, port and log; answer the intents that were not carried out."""
        try:
            self._worker.end(self._clock_ms)
        finally:
            self._has_ended = True
            self._turn_away()

    def _run(self) -> None:
        try:
            while not self._is_closing:
                if self.step(self._clock_ms()):
                    self._worker.wait()
                else:
                    self._wait()
        except BaseException as error:
            # It ends this thread, as it must; the views must not go on as if nothing had happened.
            self._worker.fail(bug(error))
            self._publish()
            raise
        finally:
            self.release()

    def _turn_away(self) -> None:
        """Answer intents that came too late; any thread may."""
        with suppress(Empty):
            while True:
                if sent := self._sent.get_nowait():
                    sent[2].set_result(NO_DEVICE)

    def _wait(self) -> None:
        """Wait for an intent: nothing else can come before the port is tried again."""
        try:
            sent = self._sent.get(timeout=REOPEN_MS / 1000)
        except Empty:
            return
        if sent:
            self._carry_out(*sent)

    def _carry_out(self, intent: Sent, at_ms: int, future: Future[Answer]) -> None:
        try:
            self._worker.carry_out(intent, at_ms, future.set_result)
        except BaseException as error:
            # It ends this thread; otherwise a waiting view would wait for ever.
            if not future.done():
                future.set_result(Answer(error=bug(error)))
            raise

    def _publish(self) -> None:
        if self._worker.state is not self.state:
            self.state = self._worker.state
            for watcher in tuple(self._watchers):
                watcher(self.state)
