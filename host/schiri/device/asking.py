"""What a device is asked to do, one request at a time.

Decides when it is asked, and when once more.  Must not know what a request means, except that a new
game takes its time.
"""

from collections import deque
from typing import NamedTuple

from schiri.device.reports import Answered, DeviceRefusal

# After so long whatever had no answer is asked for once more.
ASK_AGAIN_MS = 1000
# A device that begins another game begins anew itself, and does not know of it afterwards.
RESTART_MS = 15_000
NEW = "new "
BUSY = "busy"


class Request(NamedTuple):
    """Something to ask for, from one time on; until the other again while the device is busy."""

    number: int
    text: str
    key: str
    from_ms: int
    until_ms: int


class RequestQueue:
    """The requests that have no answer yet, in order.

    Shape: ``last`` is the number of the last one.
    Units: times in ms of the PC's own clock.
    """

    def __init__(self, last: int = 0) -> None:
        self._requests: deque[Request] = deque()
        self.last = last
        # When the first of them was asked, None for not yet in this connection.
        self._asked_ms: int | None = None

    @property
    def is_asking(self) -> bool:
        """Whether a request has no answer yet."""
        return bool(self._requests)

    @property
    def first_key(self) -> str:
        """The key of the first of them."""
        return self._requests[0].key

    def ask(self, now_ms: int, text: str, in_ms: int = 0, key: str = "") -> int:
        """Ask for this, after all that was asked for before; return the request's number.

        >>> queue = RequestQueue()
        >>> queue.ask(0, "undo"), queue.ask(0, "draw", 50)
        (1, 2)
        >>> queue.question(0), queue.read_answer(1, ["1", "ok"])
        ('ask 1 undo', Answered(request=1, refusal=None, key=''))
        >>> queue.question(49), queue.question(50), queue.question(1049), queue.question(1050)
        (None, 'ask 2 draw', None, 'ask 2 draw')
        """
        from_ms = now_ms + in_ms
        self._add(text, key, from_ms, from_ms + (RESTART_MS if text.startswith(NEW) else 0))
        return self.last

    def cancel(self, key: str) -> None:
        """Forget what was asked with this key; what the device answers to it counts for nothing."""
        if self._requests and self._requests[0].key == key:
            self._asked_ms = None
        self._requests = deque(each for each in self._requests if each.key != key)

    def restart(self) -> None:
        """Ask at once for what has no answer: the connection is a new one."""
        self._asked_ms = None

    def question(self, now_ms: int) -> str | None:
        """Return what to say to the device, None while nothing is due."""
        is_asked = self._asked_ms is not None and now_ms - self._asked_ms < ASK_AGAIN_MS
        if is_asked or not self._requests or now_ms < self._requests[0].from_ms:
            return None
        self._asked_ms = now_ms
        return f"ask {self._requests[0].number} {self._requests[0].text}"

    def read_answer(self, now_ms: int, words: list[str]) -> Answered | None:
        """Read the words of an answer; return it if it ends the request that was asked."""
        if len(words) < 2 or not self._requests or words[0] != str(self._requests[0].number):
            return None
        request = self._requests.popleft()
        self._asked_ms = None
        if words[1] == BUSY and now_ms < request.until_ms:
            self._add(request.text, request.key, now_ms + ASK_AGAIN_MS, request.until_ms)
            return None
        refusal = DeviceRefusal(*words[1:4]) if len(words) >= 4 else None
        return Answered(request.number, refusal, request.key)

    def _add(self, text: str, key: str, from_ms: int, until_ms: int) -> None:
        self.last += 1
        self._requests.append(Request(self.last, text, key, from_ms, until_ms))
