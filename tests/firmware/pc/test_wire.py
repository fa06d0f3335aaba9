"""The device's end of the link: what it tells a PC that greets, in which order, and when."""

from schiri_device.pc import ALONE, LINKED, UNSENT, Unplugged
from schiri_device.pc.host_link import GONE_MS, HostLink
from schiri_device.pc.messages import colour_texts, frame_text, now_text
from schiri_engines.refusals import Refusal, refuse
from schiri_engines.registry import row_of

from tests.each import each
from tests.firmware.pc.told_pc import NEW, Pc, device_with, epoch, placed, up, with_panel
from tests.games import BOARDS

# Greeting, coming and going


def test_the_greeting_says_who_it_is_and_what_it_has() -> None:
    pc = Pc(device_with("resume", "resume"))
    words = pc.line().split(" ")
    assert words[:3] == ["hello", "2", "2"]
    assert words[3:10] == ["t1", "TEST", "1", "cursor", epoch(pc), "1", "2"]
    assert words[10] == row_of("switch").digest and len(words) == 11


@each("name", BOARDS)
def test_the_greeting_has_the_digest_of_the_game_in_memory(name: str) -> None:
    device = device_with()
    device.match.loaded = name
    assert Pc(device).line().split(" ")[10] == row_of(name).digest


@each(("events", "first"), [(0, ["lost", "snap 0 0 0"]), (1, ["snap 0 0 1"]), (2, ["snap 0 0 2"])])
def test_what_is_told_first_is_told_anew_after_each_greeting(events: int, first: list[str]) -> None:
    pc = Pc(device_with(*["resume"] * events))
    assert pc.told()[1:] == first
    assert pc.told() == []
    pc.greet()
    assert pc.told()[1:] == first


def test_an_empty_journal_is_not_told_as_lost_once_something_happened() -> None:
    pc = Pc()
    pc.device.journal.append("resume", None, 16)
    assert pc.told()[1:] == ["snap 0 0 1"]


def test_a_greeting_forgets_what_was_to_be_told_to_the_one_before() -> None:
    pc = up("resume")
    placed(pc)
    pc.tell("lights", "clock 5", "ask 1 draw")
    pc.wire.report_refusal(refuse("game-over"))
    pc.wire.figures = ["figure 1"]
    pc.greet()
    assert pc.told()[1:] == ["snap 0 0 1"]
    assert pc.told(999) == [] and not pc.wire.has_lights
    # From which event on must be said again.
    assert pc.told(1) == ["holds 1"]


def test_the_state_of_the_link_tells_whether_events_are_kept_elsewhere() -> None:
    pc = Pc(device_with("resume", "resume"))
    assert pc.wire.status() == LINKED
    placed(pc)
    pc.now_ms += 3000
    pc.wire.receive(pc.now_ms, b"")
    assert pc.wire.status() == UNSENT
    pc.wire.acknowledged = 2
    assert pc.wire.status() == ALONE


def test_who_was_silent_for_long_is_gone() -> None:
    pc = up("resume")
    pc.tell("ask 1 draw", f"ack {epoch(pc)} 1")
    pc.now_ms += 3000
    # The link is down with this, but it was up until now.
    pc.wire.receive(pc.now_ms, b"")
    pc.wire.receive(pc.now_ms + GONE_MS - 1, b"")
    assert not pc.wire.is_gone
    # Any byte is a sign of somebody.
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


def test_a_device_whose_journal_is_another_is_greeted_anew() -> None:
    pc = up("resume", "resume")
    placed(pc)
    pc.tell(f"ack {epoch(pc)} 2")
    pc.device.start_epoch(pc.now_ms)
    assert pc.wire.acknowledged == 0 and pc.wire.status() != LINKED and pc.line() == "who"
    pc.device.journal.append("draw", None, 16)
    pc.greet()
    assert pc.told()[1:] == ["snap 0 0 1"]
    assert placed(pc) == ["event 1 16 draw"]


def test_what_is_acknowledged_holds_on_where_the_events_are_still_there() -> None:
    pc = up("resume", "resume")
    pc.tell(f"ack {epoch(pc)} 2")
    pc.wire.greet_again()
    assert pc.wire.acknowledged == 2


def test_it_is_idle_when_all_has_arrived_and_nothing_waits() -> None:
    pc = up()
    assert pc.wire.is_idle
    pc.tell("ask 1 draw")
    assert not pc.wire.is_idle
    assert pc.line() == "answer 1 no-game - -" and not pc.wire.is_idle
    pc.tell("beat 0")
    assert pc.wire.is_idle


# Refusals, settings, snapshots, clock and figures


def test_the_newest_refusal_that_was_lit_is_told_once() -> None:
    pc = up()
    pc.wire.report_refusal(Refusal("busy", "-"))
    pc.wire.report_refusal(Refusal("game-over", "S9", (12, 3, 7)))
    assert pc.told() == ["refused game-over S9 3,7,12"] and pc.told() == []


def test_a_refusal_names_the_cells_as_the_game_does() -> None:
    pc = up()
    pc.tell("ask 1 " + NEW)
    pc.told()
    pc.wire.report_refusal(Refusal("not-now", "S1", (1, 0, 9)))
    name = pc.device.match.game.cell_text
    cells = ",".join(sorted((name(1), name(0), name(9))))
    assert pc.told() == [f"refused not-now S1 {cells}"]


def test_settings_are_told_first_and_when_they_change() -> None:
    pc = Pc(device_with("resume"))
    device = pc.device
    assert not pc.wire.has_settings
    device.settings.set(2, bytes((0,)))
    pc.greet()
    assert pc.wire.has_settings
    assert pc.told()[1:] == ["settings 0200", "snap 0 0 1"]
    assert not pc.wire.has_settings and pc.told() == []
    pc.wire.has_settings = True
    assert pc.told() == ["settings 0200"]
    pc.tell("snapshot")
    assert pc.told() == ["settings 0200", "snap 0 0 1"]


def test_no_settings_are_not_told() -> None:
    pc = up("resume")
    pc.wire.has_settings = True
    assert pc.told() == [] and not pc.wire.has_settings


def test_a_snapshot_is_told_whenever_it_is_asked_for() -> None:
    pc = up()
    pc.tell("ask 1 " + NEW, "ask 2 a1-c3")
    pc.told()
    for _ in range(2):
        pc.tell("snapshot")
        assert pc.told() == [f"snap 0 2 2 {NEW}", "snap 1 2 2 moves a1-c3"]


def test_the_clock_is_told_each_time_with_what_was_asked() -> None:
    pc = up()
    pc.tell("clock 77")
    assert pc.told() == [f"clock 77 {pc.now_ms} -"] and pc.told() == []
    pc.device.match.boot_ms = 12
    pc.wait(500)
    pc.tell("clock 1234567890123")
    assert pc.told() == [f"clock 123456789 {pc.now_ms} 12"]


@each("text", ["clock", "clock x", "clock 1 2"])
def test_what_asks_for_no_clock_is_not_answered(text: str) -> None:
    pc = up()
    pc.tell(text)
    assert pc.told() == []


def test_figures_are_told_in_order() -> None:
    pc = up()
    pc.wire.figures = ["figure 1", "figure 2"]
    assert pc.told() == ["figure 1", "figure 2"]


def test_what_matters_most_comes_first() -> None:
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


# Lights


def test_lights_are_told_to_whoever_asks_for_them() -> None:
    pc = up()
    assert not pc.wire.has_lights and pc.told(500) == []
    pc.tell("lights")
    assert pc.wire.has_lights
    told = pc.told()
    painter = pc.device.screen.painter
    assert told == ["now " + now_text(pc.device), *colour_texts(painter, 12), frame_text(painter)]
    assert not pc.wire.has_lights and pc.told(500) == []
    pc.wire.has_lights = True
    assert pc.told() == [frame_text(painter)]
    pc.tell("lights")
    assert pc.told() == [*colour_texts(painter, 12), frame_text(painter)]


def test_the_mode_is_told_only_when_it_is_another() -> None:
    pc = up()
    pc.tell("lights")
    pc.told()
    pc.wire.has_news = True
    assert pc.told() == [] and not pc.wire.has_news
    pc.device.go_to(pc.now_ms, "restart")
    assert pc.told() == ["now " + now_text(pc.device)]
    # One that greets anew does not know it.
    pc.greet()
    pc.tell("lights")
    assert "now " + now_text(pc.device) in pc.told()


def test_lights_wait_until_all_else_has_arrived() -> None:
    pc = up()
    pc.tell("lights", "ask 1 draw")
    assert pc.line().startswith("answer 1 ") and pc.line() == ""
    pc.tell("beat 0")
    assert pc.line().startswith("now ") and pc.line() == ""


# The panel


def test_presses_of_a_panel_are_told_until_a_pc_has_them() -> None:
    pc = with_panel()
    panel = pc.device.panel
    pc.told()
    panel.press(pc.now_ms, "press")
    text = f"edge {panel.run} 2 {pc.now_ms} press"
    assert pc.told() == [text]
    assert pc.told(249) == [] and pc.told(1) == [text]
    for lost in ("edges", f"edges {panel.run}", f"edges {panel.run} x", f"edges {panel.run} 2 2"):
        pc.tell(lost)
    assert pc.told(250) == [text]
    pc.greet()
    assert pc.told()[1] == text
    pc.tell(f"edges {panel.run} 2")
    assert pc.told(250) == []


def test_presses_of_no_panel_are_passed_over() -> None:
    pc = up()
    pc.tell("edges ab12 1")
    assert pc.told() == []
