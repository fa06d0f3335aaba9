"""The session: greeting, credit, beats and silence at one end; both ends in spite of noise."""

import pytest
from schiri.simulator.lossy_wire import QUIET, Noise
from schiri_device.link.session import SESSION_TABLE, Session

from tests import golden
from tests.counts import count
from tests.firmware.link.wire import Wire
from tests.firmware.wire_player import WirePlayer

BOTH = pytest.mark.parametrize("role", ["device", "host"])
# One more than the number of the last line. The numbers wrap once or twice before it.
LAST = count(1101, 2101)


@golden.each_in("firmware/link/ends")
def test_each_end_of_the_link_does_what_its_script_records(script: golden.Script) -> None:
    assert script.played() == script.text


def test_every_row_of_the_table_is_in_a_script(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that no conversation reaches is superfluous."""
    reached, enter = set(), Session._enter

    def spy(self: Session, what: str, now_ms: int) -> bool:
        row = (self.role, self.state, what)
        is_entered = enter(self, what, now_ms)
        if is_entered:
            reached.add(row)
        return is_entered

    monkeypatch.setattr(Session, "_enter", spy)
    for script in golden.scripts_in("firmware/link/ends"):
        script.played()
    assert reached == {(role, *pair) for role, rows in SESSION_TABLE.items() for pair in rows}


def end_of(role: str) -> WirePlayer:
    """Return an end that has just greeted."""
    player = WirePlayer()
    player("up " + role)
    return player


def test_bytes_that_were_no_line_are_counted() -> None:
    host = end_of("host")
    host("noise one\\ntwo\\nthree")
    assert host.stage.end.session.dropped == 2


# Effects after a thousand lines


@BOTH
def test_numbers_go_round_after_999(role: str) -> None:
    """After the wrap, 0 is a line of the conversation."""
    end = end_of(role)
    for number in range(1, LAST):
        seq, ack = number % 1000, (number - 1) % 1000
        assert end("say holds 1") == [f"> {seq} {ack} holds 1  (calm)", "up t1 waits"]
        assert end(f"hear {seq} {seq} holds 1") == ["< holds 1", "up t1 calm"]


def test_unheard_beats_leave_no_room_for_a_message() -> None:
    device = end_of("device")
    for number in range(1, 400):
        assert device("silent 1000")[0].startswith(f"> {number} ")
        device(f"hear {number} 0 beat 1")
    assert device("say holds 1..2")[1:] == ["up t1 full"]


def test_a_beat_confirms_messages_sent_long_before_it() -> None:
    """A message that a beat confirms was sent before the beat, even long before."""
    device = end_of("device")
    device("say holds 1")
    for number in range(1, 1200):
        said = device("silent 1000")[0].split(" ")[1]
        assert device(f"hear {number % 1000} {said} beat 1")[-1] == "up t1 calm", number
    assert len(device("say holds 1..20")) == 8 + 1


# Both ends


def test_messages_cross_in_order() -> None:
    wire = Wire()
    wire.host.session.open(0, "t1")
    wire.host.to_say = [f"ask {n} a1-c3" for n in range(1, 31)]
    wire.device.to_say = [f"event {n} 0 a1-c3" for n in range(1, 31)]
    wire.run(2100)
    assert [words[1] for words in wire.device.heard_of("ask")] == [str(n) for n in range(1, 31)]
    assert [words[1] for words in wire.host.heard_of("event")] == [str(n) for n in range(1, 31)]


@pytest.mark.parametrize("seed", range(count(2, 10)))
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
