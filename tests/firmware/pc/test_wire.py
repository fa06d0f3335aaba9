"""The device's end of the link: its messages to a PC, their order and their times."""

import pytest
from schiri_device.link.lines import encode
from schiri_device.pc import ALONE, LINKED, UNSENT
from schiri_device.pc.host_link import GONE_MS, HostLink
from schiri_device.pc.messages import colour_texts, frame_text, now_text
from schiri_engines.registry import row_of

from tests.firmware.pc.scripted_pc import NEW, Pc, device_with, up
from tests.games import BOARDS
from tests.golden import Script, each_in


@each_in("firmware/pc/wire")
def test_the_device_sends_what_its_script_records(script: Script) -> None:
    assert script.played() == script.text


@pytest.mark.parametrize("name", BOARDS)
def test_the_greeting_has_the_digest_of_the_game_in_memory(name: str) -> None:
    device = device_with()
    device.match.loaded = name
    words = Pc(device).line().split(" ")
    assert words[10] == row_of(name).digest and len(words) == 11


def speaks(wire: HostLink, now_ms: int) -> bool:
    """Return whether a PC counts as connected."""
    wire.receive(now_ms, b"")
    return wire._is_heard


def test_a_pc_is_gone_after_a_silence() -> None:
    pc = up("resume")
    pc.tell("ask 1 draw", "ack EPOCH 1")
    pc.now_ms += 3000
    # This takes the link down, but it was up until now.
    pc.wire.receive(pc.now_ms, b"")
    assert speaks(pc.wire, pc.now_ms + GONE_MS - 1)
    # Any byte is a sign of life.
    pc.wire.receive(pc.now_ms + GONE_MS - 1, b"?")
    assert speaks(pc.wire, pc.now_ms + 2 * GONE_MS - 2)
    assert not speaks(pc.wire, pc.now_ms + 2 * GONE_MS - 1)
    assert pc.wire.send(pc.now_ms + 2 * GONE_MS) == b""
    assert (pc.wire.link_state(), pc.wire.acknowledged) == (ALONE, 1)


def test_without_a_pc_nothing_is_sent() -> None:
    wire = HostLink(device_with("resume"), 1000)
    for now_ms in (1000, 1000 + GONE_MS, 1000 + 3 * GONE_MS):
        wire.receive(now_ms, b"")
        assert wire.send(now_ms) == b"" and wire.is_idle and not speaks(wire, now_ms)
    assert wire.link_state() == UNSENT


def test_bytes_received_at_the_start_are_read() -> None:
    wire = HostLink(device_with(), 1000)
    wire.receive(1005, encode(0, 0, "hello 2 2 t1"))
    assert b" hello 2 2 t1 TEST " in wire.send(1010)


@pytest.mark.parametrize(("token", "times"), [("t1", 1), ("t2", 2)])
def test_the_same_request_is_not_done_again_after_a_pc_was_gone(token: str, times: int) -> None:
    pc = Pc()
    for name in ("t1", token):
        pc.greet(name)
        pc.told()
        pc.tell("ask 1 " + NEW)
        assert "answer 1 ok" in pc.told() and pc.wire.link_state() == LINKED
        for _ in range(2):
            pc.now_ms += GONE_MS
            pc.wire.receive(pc.now_ms, b"")
        assert not speaks(pc.wire, pc.now_ms)
    assert pc.device.journal.last == times


def test_the_lights_are_refreshed_when_a_journal_is_stored_or_cleared() -> None:
    pc = up("resume")
    pc.tell("again EPOCH 3")
    assert pc.device.step(pc.now_ms, [], b"", 0).is_fresh
    pc.greet()
    pc.told()
    pc.tell("stored CHECK")
    assert pc.device.step(pc.now_ms, [], b"", 0).is_fresh
    # The clock of the epoch has restarted.
    assert pc.device.match.epoch_ms(pc.now_ms) == 0


def test_the_link_is_idle_when_nothing_waits_for_an_acknowledgement() -> None:
    pc = up()
    assert pc.wire.is_idle
    pc.tell("ask 1 draw")
    assert not pc.wire.is_idle
    assert pc.line() == "answer 1 no-game - -" and not pc.wire.is_idle
    pc.tell("beat 0")
    assert pc.wire.is_idle


def test_without_settings_no_settings_line_is_sent() -> None:
    pc = up("resume")
    pc.wire.has_settings = True
    assert pc.told() == [] and not pc.wire.has_settings


def test_lights_are_sent_to_a_pc_that_requests_them() -> None:
    pc = up()
    assert not pc.wire.has_lights and pc.told(500) == []
    pc.tell("lights")
    assert pc.wire.has_lights
    told = pc.told()
    painter = pc.device.screen.painter
    assert told == ["now " + now_text(pc.device), *colour_texts(painter, 12), frame_text(painter)]
    assert not pc.wire.has_lights and pc.told(500) == []
    pc.wire.has_news = True
    assert pc.told() == [] and not pc.wire.has_news, "it is the same mode"
    pc.wire.has_lights = True
    assert pc.told() == [frame_text(painter)]
    pc.tell("lights")
    assert pc.told() == [*colour_texts(painter, 12), frame_text(painter)]


def test_lights_wait_until_all_else_has_arrived() -> None:
    pc = up()
    pc.tell("lights", "ask 1 draw")
    # The mode is said at once: people see what they have pressed.
    assert pc.line().startswith("answer 1 ") and pc.line().startswith("now ")
    assert pc.line() == ""
    pc.tell("beat 0")
    assert pc.line().startswith("colours ") and pc.line() == ""
