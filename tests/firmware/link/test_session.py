"""The session: greeting, credit, heartbeat, silence, and both ends agreeing in spite of noise."""

import pytest
from schiri.simulator.lossy_wire import QUIET, Noise
from schiri_device.link import session
from schiri_device.link.lines import encode
from schiri_device.link.session import DEVICE, HOST, NEWEST, OLDEST, SESSION_TABLE, WINDOW, Session

from tests.counts import count
from tests.each import each
from tests.firmware.link.wire import End, Wire


def test_greeting_brings_both_up() -> None:
    wire = Wire()
    wire.connect()
    assert wire.device.session.state == wire.host.session.state == "up"
    words = ["up", "DEV", "0.1.0", "cursor", "89abcdef", "1", "0", "00000000"]
    assert wire.host.heard_of("up") == [words]
    assert wire.device.heard_of("up") == [["up"]]


def test_messages_cross_in_order() -> None:
    wire = Wire()
    wire.connect()
    wire.host.to_say = [f"ask {n} a1-c3" for n in range(1, 31)]
    wire.device.to_say = [f"event {n} 0 a1-c3" for n in range(1, 31)]
    wire.run(2000)
    assert [words[1] for words in wire.device.heard_of("ask")] == [str(n) for n in range(1, 31)]
    assert [words[1] for words in wire.host.heard_of("event")] == [str(n) for n in range(1, 31)]


def test_line_numbers_go_round() -> None:
    wire = Wire()
    wire.connect()
    wire.device.to_say = [f"event {n} 0 undo" for n in range(2500)]
    wire.run(60_000)
    assert len(wire.host.heard_of("event")) == 2500


def test_a_host_that_never_reads_gets_no_more_than_the_window() -> None:
    wire = Wire()
    wire.connect()
    wire.device.to_say = [f"event {n} 0 undo" for n in range(1000)]
    sent = 0
    for _ in range(600_000 // 5):
        wire.now_ms += 5
        sent += wire.device.step(wire.now_ms, b"") != b""
    # The window, and a beat a second until the silence counts as the end.
    assert sent <= WINDOW + 4
    assert wire.device.session.state == "down"
    assert wire.device.heard_of("down")


def test_silence_ends_and_greeting_begins_anew() -> None:
    wire = Wire()
    wire.connect()
    wire.make_noise(Noise(lost_permille=1000))
    wire.run(4000)
    assert wire.device.session.state == "down"
    assert wire.host.session.state == "greeting"
    assert wire.host.heard_of("down") == [["down"]]
    wire.make_noise(QUIET)
    wire.run(1000)
    assert wire.device.session.state == wire.host.session.state == "up"


def test_idle_ends_hear_of_each_other() -> None:
    wire = Wire()
    wire.connect()
    wire.run(60_000)
    assert wire.device.session.state == wire.host.session.state == "up"
    beats = [text for text in wire.device.sent if text.startswith("beat")]
    assert 50 <= len(beats) <= 70


def test_beats_do_not_answer_beats() -> None:
    wire = Wire()
    wire.connect()
    wire.host.to_say = ["ack abcd 1"]
    wire.run(10_000)
    assert len(wire.device.sent) + len(wire.host.sent) < 30


def test_what_was_received_is_confirmed_soon() -> None:
    wire = Wire()
    wire.connect()
    calm: list[bool] = []

    def pull(is_calm: bool) -> str | None:
        calm.append(is_calm)
        return "frame" if len(calm) == 1 else None

    wire.device.pull = pull  # type: ignore[method-assign]
    wire.run(100)
    assert calm[0] is True and calm[1] is False and calm[-1] is True


def test_a_device_that_restarted_asks_who_is_there() -> None:
    wire = Wire()
    wire.connect()
    wire.device = End(DEVICE, " DEV 0.1.0 cursor ffff 0 00000000")
    wire.run(2000)
    assert wire.host.session.state == "up"
    assert wire.host.heard_of("up")[-1][4] == "ffff"


def test_a_second_host_takes_over() -> None:
    wire = Wire()
    wire.connect()
    wire.host = End(HOST)
    wire.connect("t2")
    assert wire.device.session.state == wire.host.session.state == "up"
    assert wire.device.session.token == "t2"


def test_a_stale_answer_to_another_host_is_no_greeting() -> None:
    host = End(HOST)
    host.session.open(0, "mine")
    stale = encode(0, 0, "hello 1 9 theirs DEV 0.1.0 cursor abcd 0 00000000")
    host.step(1, stale)
    assert host.session.state == "greeting"


def test_bytes_that_make_no_line_are_silence() -> None:
    wire = Wire()
    wire.connect()
    for now in range(wire.now_ms, wire.now_ms + session.DEAD_MS + 10, 10):
        wire.device.step(now, b"x")
        wire.host.step(now, b"x\n")
    assert wire.device.session.state == "down" and wire.host.session.state == "greeting"


def test_a_repeated_line_is_heard_once() -> None:
    wire = Wire()
    wire.connect()
    line = encode(1, 0, "event 1 0 undo")
    wire.host.step(wire.now_ms, line + line)
    assert len(wire.host.heard_of("event")) == 1


@each("seed", range(count(2, 10)))
def test_noise_loses_no_conversation(seed: int) -> None:
    wire = Wire(seed)
    wire.make_noise(Noise(wrong_permille=8, lost_permille=50))
    wire.host.session.open(0, "t1")
    wire.run(20_000)
    heard = len(wire.host.heard)
    wire.device.to_say = [f"event {n} 0 undo" for n in range(200)]
    wire.run(20_000)
    events = [int(words[1]) for words in wire.host.heard_of("event")]
    assert events == sorted(set(events))
    assert len(events) > 50
    wire.make_noise(QUIET)
    wire.run(5000)
    assert wire.device.session.state == wire.host.session.state == "up"
    assert len(wire.host.heard) > heard


def test_every_row_of_the_table_can_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row is reached by some conversation; a row that none reaches is no longer needed."""
    reached = set()
    enter = Session._enter

    def spy(self: Session, what: str, now_ms: int) -> bool:
        row = (self.role, self.state, what)
        entered = enter(self, what, now_ms)
        if entered:
            reached.add(row)
        return bool(entered)

    monkeypatch.setattr(Session, "_enter", spy)
    hello, mismatch = encode(0, -1, f"hello {OLDEST} {NEWEST} t"), encode(0, -1, "hello 7 9 t")
    answer = encode(0, 0, f"hello {OLDEST} {NEWEST} t DEV 0.1.0 cursor abcd 0 0")
    for first, second in [
        (hello, hello),
        (hello, mismatch),
        (mismatch, mismatch),
        (mismatch, hello),
    ]:
        device = Session(DEVICE, str, lambda now, then: now - then)
        device.receive(0, first)
        device.receive(1, second)
    device = Session(DEVICE, str, lambda now, then: now - then)
    device.receive(0, encode(1, 0, "ack abcd 1"))
    device.receive(0, hello)
    device.receive(9000, b"")
    for data in (answer, mismatch, b""):
        host = Session(HOST, str, lambda now, then: now - then)
        host.open(0, "t")
        host.receive(1, data)
        host.receive(session.GREET_MS + 2, b"")
    host = Session(HOST, str, lambda now, then: now - then)
    host.open(0, "t")
    host.receive(1, answer)
    host.receive(2, answer)
    host.receive(3, encode(1, 0, "who"))
    host.receive(4, answer)
    host.receive(9000, b"")
    host.receive(9001, answer)
    host.open(9002, "t")
    assert reached == {tuple(row.split()[:3]) for row in SESSION_TABLE.strip().splitlines()}
