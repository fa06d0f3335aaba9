"""The conversation over the wire: greeting, line numbers, credit, heartbeat, silence.

Decides who may send when, and when the other end counts as gone.  One class serves both ends; the
table below has their differences.  No I/O inside: bytes and the time come in, bytes and messages go
out.  Must not know the meaning of messages.

Nothing is queued here: `send` asks the application for its next text when there is credit for
it, so that a peer that never reads costs no memory and no time.
"""

from .lines import NUMBERS, Splitter, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# The versions of the protocol that this end speaks.
OLDEST = 2
NEWEST = 2

BEAT_MS = 1000
# Received lines are confirmed after this time, unless a line of ours has done so.
CONFIRM_MS = 40
GREET_MS = 500
DEAD_MS = 3000
# The most unconfirmed lines under way.
WINDOW = 8
# A token comes back in a longer line, which has to fit.
LONGEST_TOKEN = 16

DEVICE = "device"
HOST = "host"

# By role, state and event: the next state, and the first text to send; other events change nothing.
SESSION_TABLE = {
    "device": {
        ("down", "hello"): ("up", "hello"),
        ("up", "hello"): ("up", "hello"),
        ("refused", "hello"): ("up", "hello"),
        ("down", "mismatch"): ("refused", "hello"),
        ("up", "mismatch"): ("refused", "hello"),
        ("refused", "mismatch"): ("refused", "hello"),
        ("down", "line"): ("down", "who"),
        ("up", "silence"): ("down", ""),
    },
    "host": {
        ("down", "open"): ("greeting", "hello"),
        ("up", "open"): ("greeting", "hello"),
        ("greeting", "hello"): ("up", ""),
        ("up", "hello"): ("up", ""),
        ("greeting", "mismatch"): ("refused", ""),
        ("greeting", "silence"): ("greeting", "hello"),
        ("up", "who"): ("greeting", "hello"),
        ("up", "silence"): ("greeting", "hello"),
    },
}
NOTHING: tuple[()] = ()
# Messages that only this end's session makes.
LOCAL_KINDS = ("up", "down")


class Session:
    """One end of the wire.

    Shape: ``describe`` returns the words that its hello ends with; ``elapsed(now, then)`` returns
    the milliseconds between two times of this end's clock.  ``state`` is one of "down",
    "greeting", "up", "refused".  ``oldest`` and ``newest`` are the versions that it speaks.
    Units: times in ms.
    """

    oldest = OLDEST
    newest = NEWEST

    def __init__(
        self, role: str, describe: "Callable[[], str]", elapsed: "Callable[[int, int], int]"
    ):
        self.role = role
        self.state = "down"
        self.token = "-"
        self._describe = describe
        self._elapsed = elapsed
        self._splitter = Splitter()
        self._say = ""
        self._last_received_at = 0
        self._sent_at = 0
        # The number of our next line, of our last line that was no beat, of our last line that
        # arrived, and of their last line that arrived.
        self._seq = 0
        self._said = -1
        self._confirmed = -1
        self._last_received = -1
        # The number of their lines that are not confirmed yet.
        self._unacked = 0

    @property
    def dropped(self) -> int:
        """The number of received pieces that were no valid line."""
        return self._splitter.dropped

    @property
    def is_idle(self) -> bool:
        """Whether all our lines except beats have arrived."""
        return self._in_flight() == 0

    def _in_flight(self) -> int:
        count = (self._said - self._confirmed) % NUMBERS
        # Only beats followed: all other lines have arrived, however many beats are under way.
        return 0 if count >= NUMBERS // 2 else count

    def open(self, now_ms: int, token: str) -> None:
        """Start the greeting; for the host's end, after its port was opened."""
        self.token = token
        self._splitter = Splitter()
        self._enter("open", now_ms)

    def close(self) -> None:
        """Ask the host to greet again, as our hello is no longer true; for the device's end."""
        self.state = "down"
        self._say = "who"

    def receive(self, now_ms: int, data: bytes) -> "Sequence[list[str]]":
        """Take received bytes and the time; return the messages for the application.

        Shape: each message is a list of words.  Besides what the peer sends there are ``up``
        with the words of its hello, ``down``, and ``refused`` with its versions.
        """
        messages = self._read_bytes(now_ms, data) if data else NOTHING
        # Bytes that make no line count as silence.
        if self.state == "up" and self._elapsed(now_ms, self._last_received_at) >= DEAD_MS:
            self._enter("silence", now_ms)
            return list(messages) + [["down"]]
        if self.state == "greeting" and self._elapsed(now_ms, self._last_received_at) >= GREET_MS:
            self._enter("silence", now_ms)
        return messages

    def send(self, now_ms: int, pull: "Callable[[bool], str | None]") -> bytes:
        """Return the next line to send, or nothing.

        Shape: ``pull(is_idle)`` returns the application's next text or None; idle means that all
        sent lines have arrived; the least important texts wait for that.
        """
        text = None
        if self._say:
            text = self._say
            self._say = ""
            if text == "hello":
                self._restart()
                text = f"hello {self.oldest} {self.newest} {self.token}{self._describe()}"
        elif self.state == "up":
            in_flight = self._in_flight()
            if not in_flight:
                self._said = self._confirmed
            if in_flight < WINDOW:
                text = pull(in_flight == 0)
            if text is not None:
                self._said = self._seq
            elif self._is_beat_due(now_ms):
                text = f"beat {now_ms}"
        if text is None:
            return b""
        line = encode(self._seq, self._last_received, text)
        self._seq = (self._seq + 1) % NUMBERS
        self._sent_at = now_ms
        self._unacked = 0
        return line

    def _is_beat_due(self, now_ms: int) -> bool:
        if self._unacked >= WINDOW // 2:
            return True
        silent = self._elapsed(now_ms, self._sent_at)
        return silent >= (CONFIRM_MS if self._unacked else BEAT_MS)

    def _restart(self) -> None:
        self._seq = 0
        self._said = -1
        self._confirmed = -1
        self._unacked = 0

    def _enter(self, what: str, now_ms: int) -> bool:
        row = SESSION_TABLE[self.role].get((self.state, what))
        if row is None:
            return False
        self.state, self._say = row
        self._last_received_at = now_ms
        return True

    # Closures allocate when a function is entered, so this is apart from `receive`, which is called
    # when idle.
    def _read_bytes(self, now_ms: int, data: bytes) -> list[list[str]]:
        lines = self._splitter.feed(data)
        taken = [self._read_line(now_ms, seq, ack, text) for seq, ack, text in lines]
        return [message for message in taken if message]

    def _read_line(self, now_ms: int, seq: int, ack: int, text: str) -> list[str] | None:
        words = text.split(" ")
        if words[0] == "hello":
            return self._read_hello(now_ms, seq, words)
        if self.state != "up":
            self._enter("line", now_ms)
            return None
        if words[0] == "who":
            self._enter("who", now_ms)
            # The peer is there and has restarted.
            return ["down", "who"]
        if words[0] in LOCAL_KINDS:
            return None
        step = (seq - self._last_received) % NUMBERS
        if step == 0 or step > NUMBERS // 2:
            return None
        self._last_received = seq
        self._last_received_at = now_ms
        if step > 1:
            # Lines were lost: the peer should know soon which arrived.
            self._unacked = WINDOW
        in_flight = (self._seq - 1 - self._confirmed) % NUMBERS
        if ack >= 0 and (ack - self._confirmed) % NUMBERS <= in_flight:
            self._confirmed = ack
        if words[0] == "beat":
            return words
        self._unacked += 1
        return words

    def _read_hello(self, now_ms: int, seq: int, words: list[str]) -> list[str] | None:
        if len(words) < 4 or not words[1].isdigit() or not words[2].isdigit():
            return None
        if not 0 < len(words[3]) <= LONGEST_TOKEN:
            return None
        if self.role == HOST and words[3] != self.token:
            return None
        is_mismatch = int(words[1]) > self.newest or int(words[2]) < self.oldest
        self.token = words[3]
        if not self._enter("mismatch" if is_mismatch else "hello", now_ms):
            return None
        self._last_received = seq
        if self.role == HOST:
            # It answers our hello, so our hello has arrived.
            self._confirmed = 0
        return ["refused"] + words[1:3] if is_mismatch else ["up"] + words[4:]
