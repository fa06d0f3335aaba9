"""The device's end of the link: its messages to a PC, their order and their times."""

from pathlib import Path

import pytest
from schiri_device.pc import ALONE, Unplugged
from schiri_device.pc.host_link import GONE_MS, HostLink
from schiri_device.pc.messages import colour_texts, frame_text, now_text
from schiri_engines.refusals import Refusal, refuse
from schiri_engines.registry import row_of

from tests.each import each
from tests.firmware.pc.told_pc import Pc, Script, device_with, epoch, up, with_panel
from tests.games import BOARDS
from tests.golden import played, rewrite

SCRIPTS = sorted((Path(__file__).parent / "wire").glob("*.txt"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_device_tells_what_is_written(path: Path) -> None:
    script = path.read_text()
    assert played(script, Script()) == script


@each("name", BOARDS)
def test_the_greeting_has_the_digest_of_the_game_in_memory(name: str) -> None:
    device = device_with()
    device.match.loaded = name
    words = Pc(device).line().split(" ")
    assert words[10] == row_of(name).digest and len(words) == 11


def test_a_greeting_forgets_what_was_to_be_told_to_the_one_before() -> None:
    pc = up("resume")
    pc.tell(f"again {epoch(pc)} 1", "lights", "clock 5", "ask 1 draw")
    pc.wire.report_refusal(refuse("game-over"))
    pc.wire.figures = ["figure 1"]
    pc.greet()
    assert pc.told()[1:] == ["snap 0 0 1"] and not pc.wire.has_lights


def test_a_silent_pc_is_disconnected() -> None:
    pc = up("resume")
    pc.tell("ask 1 draw", f"ack {epoch(pc)} 1")
    pc.now_ms += 3000
    # This takes the link down, but it was up until now.
    pc.wire.receive(pc.now_ms, b"")
    pc.wire.receive(pc.now_ms + GONE_MS - 1, b"")
    assert not pc.wire.is_gone
    # Any byte is a sign of life.
    pc.wire.receive(pc.now_ms + GONE_MS - 1, b"?")
    pc.wire.receive(pc.now_ms + 2 * GONE_MS - 2, b"")
    assert not pc.wire.is_gone
    pc.wire.receive(pc.now_ms + 2 * GONE_MS - 1, b"")
    assert pc.wire.is_gone
    pc.device.step(pc.now_ms + 2 * GONE_MS, [], b"", 0)
    gone = pc.device.host
    assert isinstance(gone, Unplugged) and gone.acknowledged == 1
    assert gone.last == ("t1", "1", "no-game - -")


def test_a_link_that_greets_nobody_is_gone_after_a_while() -> None:
    device = device_with()
    wire = device.host = HostLink(device, 1000, 0, ("", "", ""))
    assert wire.status() == ALONE and wire.send(1000) == b""
    wire.receive(1000 + GONE_MS - 1, b"")
    assert not wire.is_gone
    device.step(1000 + GONE_MS, [], b"", 0)
    assert isinstance(device.host, Unplugged)


def test_setting_aside_and_giving_up_refresh_the_lights() -> None:
    pc = up("resume")
    pc.tell(f"again {epoch(pc)} 3")
    assert pc.device.step(pc.now_ms, [], b"", 0).is_fresh
    pc.greet()
    check = pc.told()[1].split(" ")[3]
    pc.tell(f"stored {check}")
    assert pc.device.step(pc.now_ms, [], b"", 0).is_fresh
    # The clock of the epoch has restarted.
    assert pc.device.match.epoch_ms(pc.now_ms) == 0


def test_it_is_idle_when_all_has_arrived_and_nothing_waits() -> None:
    pc = up()
    assert pc.wire.is_idle
    pc.tell("ask 1 draw")
    assert not pc.wire.is_idle
    assert pc.line() == "answer 1 no-game - -" and not pc.wire.is_idle
    pc.tell("beat 0")
    assert pc.wire.is_idle


def test_only_the_newest_refusal_that_was_lit_is_told() -> None:
    pc = up()
    pc.wire.report_refusal(Refusal("busy", "-"))
    pc.wire.report_refusal(refuse("game-over"))
    assert pc.told() == ["refused game-over TA-2 -"]


def test_no_settings_are_not_told() -> None:
    pc = up("resume")
    pc.wire.has_settings = True
    assert pc.told() == [] and not pc.wire.has_settings


def test_messages_are_sent_by_priority() -> None:
    pc = with_panel()
    pc.told()
    pc.device.settings.set(2, bytes((0,)))
    pc.device.journal.append("resume", None, 16)
    pc.wire.report_refusal(refuse("game-over"))
    pc.wire.figures = ["figure 1"]
    pc.device.panel.resend()
    pc.device.panel.press(pc.now_ms, "press")
    pc.wire.has_news = pc.wire.has_lights = True
    pc.tell("ask 2 draw", "clock 5", "snapshot", f"again {epoch(pc)} 1", "lights")
    pc.wire._now = ""
    assert [text.split(" ")[0] for text in pc.told()] == [
        *("clock", "answer", "edge", "event", "settings", "snap", "now", "refused", "figure"),
        *(*["colours"] * 4, "frame"),
    ]


def test_lights_are_told_to_whoever_asks_for_them() -> None:
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
    assert pc.line().startswith("answer 1 ") and pc.line() == ""
    pc.tell("beat 0")
    assert pc.line().startswith("now ") and pc.line() == ""


if __name__ == "__main__":
    rewrite(SCRIPTS, Script)
