"""The device's end of the link: what it tells a PC and when, and what it takes from one."""

from binascii import crc32
from random import Random
from typing import Any

import pytest
from schiri.device.flash import Flash
from schiri_device.builds import load
from schiri_device.companion import Companion
from schiri_device.link.lines import decode, encode
from schiri_device.pc import ALONE, GONE_MS, LINKED, UNSENT, Nobody
from schiri_device.telling import colour_texts, frame_text
from schiri_device.wire import Wire
from schiri_engines.board_games import RULES_DIGEST
from schiri_engines.refusals import Refusal, refuse

NEW = "new switch AB layout=1"


class Pc:
    """A PC that is there, and keeps what it is told: the test says its lines and the time."""

    def __init__(self, device: Companion | None = None, token: str = "t1", last: Any = None):
        # Any: what it holds changes between two looks at it.
        self.device: Any = device or device_with()
        self.now_ms = 1000
        self.device.wire = Wire(self.device, self.now_ms, 0, last or ("", "", ""))
        self.wire: Any = self.device.wire
        self._heard = -1
        self.greet(token)

    def greet(self, token: str = "t1") -> None:
        """Greet, and leave the answer to be read."""
        self._seq = 0
        self._say(f"hello 2 2 {token}")

    def tell(self, *texts: str) -> None:
        """Say these lines, now."""
        for text in texts:
            self._say(text)

    def told(self, for_ms: int = 0) -> list[str]:
        """Let time pass and return all that is told then, each line confirmed as it comes."""
        self.wait(for_ms)
        found = []
        while text := self.line():
            found.append(text)
            self.tell("beat 0")
            assert len(found) < 100, "it never ends"
        return found

    def line(self) -> str:
        """Return the next line that is told now, which is not confirmed; beats tell nothing."""
        while data := self.wire.send(self.now_ms):
            decoded = decode(data.rstrip(b"\n"))
            assert decoded
            self._heard = decoded[0]
            if not decoded[2].startswith("beat "):
                return str(decoded[2])
        return ""

    def wait(self, for_ms: int) -> None:
        """Let time pass, in which it stays alive."""
        self.now_ms += for_ms
        self._say("beat 0")

    def _say(self, text: str) -> None:
        self.wire.receive(self.now_ms, encode(self._seq, self._heard, text))
        self._seq += 1


def device_with(*events: str) -> Companion:
    """Return a device with these events in its journal."""
    build = load("cursor")
    assert build is not None
    device = Companion(build, Flash(), Random(1).randbytes, ("TEST", "1"), 0)
    for event in events:
        device.journal.append(event, None, 16)
    return device


def up(*events: str) -> Pc:
    """Return a PC that has been told all that comes first."""
    pc = Pc(device_with(*events))
    pc.told()
    return pc


def epoch(pc: Pc) -> str:
    """Return the epoch of the device's journal."""
    return str(pc.device.journal.epoch)


def placed(pc: Pc, number: int = 1) -> list[str]:
    """Say from which event on to tell, and return what is told."""
    pc.tell(f"again {epoch(pc)} {number}")
    return pc.told()


def event(number: int) -> str:
    """Return how the event of this number is told: each is 16 ms after the one before."""
    return f"event {number} {16 * number} resume"


def with_panel() -> Pc:
    """Return a PC that has asked for a panel, and was told that it is there."""
    pc = up()
    pc.tell("ask 1 panel new", "lights")
    assert "answer 1 ok" in pc.told()
    pc.tell(f"edges {pc.device.panel.run} 1")
    return pc


# Greeting, coming and going


def test_the_greeting_says_who_it_is_and_what_it_has() -> None:
    pc = Pc(device_with("resume", "resume"))
    words = pc.line().split(" ")
    assert words[:3] == ["hello", "2", "2"]
    assert words[3:10] == ["t1", "TEST", "1", "cursor", epoch(pc), "1", "2"]
    assert words[10] == RULES_DIGEST and len(words) == 11


@pytest.mark.parametrize(
    ("events", "first"), [(0, ["lost", "snap 0 0 0"]), (1, ["snap 0 0 1"]), (2, ["snap 0 0 2"])]
)
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
    pc.wire.tell_refusal(refuse("game-over"))
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
    assert pc.device.wire is pc.wire
    # Any byte is a sign of somebody.
    pc.wire.receive(pc.now_ms + GONE_MS - 1, b"?")
    pc.wire.receive(pc.now_ms + 2 * GONE_MS - 2, b"")
    assert pc.device.wire is pc.wire
    pc.wire.receive(pc.now_ms + 2 * GONE_MS - 1, b"")
    gone = pc.device.wire
    assert isinstance(gone, Nobody) and gone.acknowledged == 1
    assert gone.last == ("t1", "1", "no-game - -")


def test_a_link_that_greets_nobody_is_gone_after_a_while() -> None:
    device = device_with()
    wire = device.wire = Wire(device, 1000, 0, ("", "", ""))
    assert wire.status() == ALONE and wire.send(1000) == b""
    wire.receive(1000 + GONE_MS - 1, b"")
    assert device.wire is wire
    wire.receive(1000 + GONE_MS, b"")
    assert isinstance(device.wire, Nobody)


def test_a_device_whose_journal_is_another_is_greeted_anew() -> None:
    pc = up("resume", "resume")
    placed(pc)
    pc.tell(f"ack {epoch(pc)} 2")
    pc.device.clear_journal(pc.now_ms)
    assert pc.wire.acknowledged == 0 and pc.wire.status() != LINKED and pc.line() == "who"
    pc.device.journal.append("draw", None, 16)
    pc.greet()
    assert pc.told()[1:] == ["snap 0 0 1"]
    assert placed(pc) == ["event 1 16 draw"]


def test_what_is_acknowledged_holds_on_where_the_events_are_still_there() -> None:
    pc = up("resume", "resume")
    pc.tell(f"ack {epoch(pc)} 2")
    pc.wire.greet_anew()
    assert pc.wire.acknowledged == 2


def test_it_is_idle_when_all_has_arrived_and_nothing_waits() -> None:
    pc = up()
    assert pc.wire.is_idle
    pc.tell("ask 1 draw")
    assert not pc.wire.is_idle
    assert pc.line() == "answer 1 no-game - -" and not pc.wire.is_idle
    pc.tell("beat 0")
    assert pc.wire.is_idle


# Events


def test_events_are_told_from_where_a_pc_says() -> None:
    pc = up(*["resume"] * 3)
    assert placed(pc, 2) == [event(2), event(3)]
    assert placed(pc, 3) == [event(3)]
    # One that has all is told what is to come.
    pc.tell(f"ack {epoch(pc)} 3")
    assert placed(pc, 4) == []
    pc.device.journal.append("resume", None, 16)
    assert pc.told() == [event(4)]


@pytest.mark.parametrize("text", ["again", "again {} 1 1", "again 00000000 1", "again {} x"])
def test_what_names_no_place_changes_nothing(text: str) -> None:
    pc = up("resume")
    pc.tell(text.format(epoch(pc)), f"again {epoch(pc)} 0")
    assert pc.told() == []
    pc.tell(f"ack {epoch(pc)} 1")
    pc.tell(text.replace("again", "ack").format(epoch(pc)), f"ack {epoch(pc)} 0")
    assert pc.wire.acknowledged == 1 and pc.told() == []


@pytest.mark.parametrize(("number", "acknowledged"), [(1, 1), (2, 2), (3, 3), (4, 0)])
def test_only_what_happened_can_be_acknowledged(number: int, acknowledged: int) -> None:
    pc = up(*["resume"] * 3)
    pc.tell(f"ack {epoch(pc)} {number}")
    assert pc.wire.acknowledged == acknowledged
    pc.tell(f"ack {epoch(pc)} 1")
    assert pc.wire.acknowledged == max(acknowledged, 1)


def test_how_many_there_are_is_told_each_second_until_a_pc_says_from_where() -> None:
    pc = up("resume", "resume")
    for _ in range(3):
        assert pc.told(999) == [] and pc.told(1) == ["holds 2"]
    assert placed(pc) == [event(1), event(2)]
    pc = up()
    assert pc.told(1000) == []


def test_events_that_are_not_acknowledged_are_told_again_after_a_second() -> None:
    pc = up("resume", "resume", "resume")
    assert placed(pc) == [event(1), event(2), event(3)]
    for _ in range(2):
        assert pc.told(999) == []
        assert pc.told(1) == [event(1), event(2), event(3)]
    pc.wait(500)
    pc.tell(f"ack {epoch(pc)} 1")
    # There is progress; to say it once more is none.
    assert pc.told(600) == []
    pc.tell(f"ack {epoch(pc)} 1")
    assert pc.told(399) == [] and pc.told(1) == [event(2), event(3)]
    pc.tell(f"ack {epoch(pc)} 3")
    assert pc.told(1000) == [] and pc.told(5000) == []


def test_a_new_event_does_not_delay_the_ones_that_were_told_before() -> None:
    pc = up("resume")
    assert placed(pc) == [event(1)]
    pc.wait(600)
    pc.device.journal.append("resume", None, 16)
    assert pc.told() == [event(2)]
    assert pc.told(399) == [] and pc.told(1) == [event(1), event(2)]


def test_an_event_that_nothing_waited_for_has_its_full_second() -> None:
    pc = up("resume")
    placed(pc)
    pc.tell(f"ack {epoch(pc)} 1")
    pc.wait(5000 - 2100)
    pc.device.journal.append("resume", None, 16)
    assert pc.told() == [event(2)]
    assert pc.told(999) == [] and pc.told(1) == [event(2)]


def test_a_pc_that_has_more_of_the_epoch_makes_the_journal_set_aside() -> None:
    pc = up("resume", "resume")
    name = epoch(pc)
    pc.tell(f"again {name} 3")
    assert not pc.device.journal.problem
    pc.tell(f"again {name} 4")
    assert pc.device.journal.problem == "broken" and pc.device.mode_name == "aside"
    assert pc.line() == "who"
    # And the lights show it.
    assert pc.device.step(pc.now_ms, [], b"", 0).is_fresh


# A journal that is set aside


def aside() -> Pc:
    """Return a PC that knows that the journal is set aside."""
    pc = up("resume")
    pc.device.set_journal_aside(pc.now_ms)
    pc.greet()
    journal = pc.device.journal
    check = f"{crc32(journal.raw(0, len(journal))):08x}"
    assert pc.told()[1:] == [f"aside broken 4096 {check}", "snap 0 0 1"]
    return pc


def test_a_journal_that_is_set_aside_is_told_by_its_bytes_alone() -> None:
    pc = aside()
    assert pc.told(2000) == []
    pc.tell("again - 1")
    assert pc.told(2000) == []
    for place in (0, 48, 4080, 0):
        pc.tell(f"bytes {place}")
        data = pc.device.journal.raw(place, 48)
        assert pc.told() == [f"bytes {place} {data.hex()}"]
        assert pc.told() == []


def test_bytes_are_not_told_of_a_journal_that_is_played_on() -> None:
    pc = up("resume")
    pc.tell("bytes 0")
    assert pc.told() == []


@pytest.mark.parametrize("text", ["bytes", "bytes x", "bytes 0 0", "bytes -1"])
def test_what_names_no_bytes_is_not_answered(text: str) -> None:
    pc = aside()
    pc.tell(text)
    assert pc.told() == []


def test_a_journal_is_given_up_once_it_is_stored() -> None:
    pc = aside()
    journal = pc.device.journal
    check = f"{crc32(journal.raw(0, len(journal))):08x}"
    pc.tell("stored", "stored 00000000", f"stored {check} 1")
    assert journal.problem == "broken" and pc.device.mode_name == "aside"
    pc.tell(f"stored {check}")
    assert not journal.problem and journal.last == 0 and pc.device.mode_name == "choose"
    assert pc.line() == "who"
    assert pc.device.step(pc.now_ms, [], b"", 0).is_fresh
    # The clock of the epoch began anew.
    assert pc.device.match.epoch_ms(pc.now_ms) == 0


def test_a_journal_that_is_played_on_is_not_given_up() -> None:
    pc = up("resume")
    journal = pc.device.journal
    pc.tell(f"stored {crc32(journal.raw(0, len(journal))):08x}")
    assert journal.last == 1


# Requests


def test_a_request_is_done_once_and_answered_each_time() -> None:
    pc = up()
    for _ in range(2):
        pc.tell("ask 1 " + NEW)
        assert pc.told() == ["answer 1 ok"]
    assert pc.device.journal.last == 1
    pc.tell("ask 2 " + NEW)
    assert pc.told() == ["answer 2 ok"] and pc.device.journal.last == 2


def test_a_repeated_request_is_answered_as_it_was_the_first_time() -> None:
    pc = up()
    pc.tell("ask 1 draw")
    assert pc.told() == ["answer 1 no-game - -"]
    pc.device.begin(pc.now_ms, "switch", {"layout": "1"}, ("A", "B"))
    pc.tell("ask 1 draw")
    assert pc.told() == ["answer 1 no-game - -"]


def test_only_another_host_numbers_its_requests_anew() -> None:
    pc = up()
    for token, last in (("t1", 1), ("t2", 2), ("t1", 3)):
        for _ in range(2):
            pc.greet(token)
            pc.tell("ask 1 " + NEW)
            assert "answer 1 ok" in pc.told() and pc.device.journal.last == last


def test_a_request_that_the_last_link_answered_is_not_done_again() -> None:
    pc = Pc(last=("t1", "1", "failed - -"))
    pc.tell("ask 1 " + NEW)
    assert pc.told()[1] == "answer 1 failed - -" and pc.device.journal.last == 0


def test_refusals_and_malformed_texts_are_answers() -> None:
    pc = up()
    pc.tell("ask 1 " + NEW)
    pc.told()
    for number, (text, reply) in enumerate(
        (
            ("a1-z9", "bad-cell - -"),
            ("a1-a1", "move-onto-stone SW-4 a1"),
            ("new switch AB layout=1 more", "unknown-option - -"),
            ("press nothing", "unknown-command - -"),
            ("resign Nobody", "unknown-name TA-4 -"),
        ),
        2,
    ):
        pc.tell(f"ask {number} {text}")
        assert pc.told() == [f"answer {number} {reply}"]


@pytest.mark.parametrize(
    ("text", "longest"), [("new ", 118), ("restore ", 126), ("restored ", 118)]
)
def test_a_text_that_would_make_no_event_is_too_long(text: str, longest: int) -> None:
    pc = up()
    pc.tell("ask 1 " + text.ljust(longest, "x"))
    assert "text-too-long" not in pc.line()
    pc.tell("ask 2 " + text.ljust(longest + 1, "x"))
    assert pc.line() == "answer 2 text-too-long - -"


@pytest.mark.parametrize("text", ["ask", "ask 1", "ask 1234567890 draw"])
def test_what_asks_for_nothing_is_not_answered(text: str) -> None:
    pc = up()
    pc.tell(text)
    assert pc.told() == []
    pc.tell("ask 123456789 draw")
    assert pc.told() == ["answer 123456789 no-game - -"]


def test_a_request_that_breaks_is_known_to_have_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    pc = up()

    def broken(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(pc.device, "press", broken)
    with pytest.raises(RuntimeError):
        pc.tell("ask 1 press press")
    pc._seq += 1
    assert pc.told() == []
    pc.tell("ask 1 press press")
    assert pc.told() == ["answer 1 failed - -"]


def test_a_request_wakes_the_lights() -> None:
    pc = up()
    woken: list[int] = []
    pc.device.touch = woken.append
    pc.tell("ask 1 draw", "ask 1 draw")
    assert woken == [pc.now_ms]


# Refusals, settings, snapshots, clock and figures


def test_the_newest_refusal_that_was_lit_is_told_once() -> None:
    pc = up()
    pc.wire.tell_refusal(Refusal("busy", "-"))
    pc.wire.tell_refusal(Refusal("game-over", "S9", (12, 3, 7)))
    assert pc.told() == ["refused game-over S9 3,7,12"] and pc.told() == []


def test_a_refusal_names_the_cells_as_the_game_does() -> None:
    pc = up()
    pc.tell("ask 1 " + NEW)
    pc.told()
    pc.wire.tell_refusal(Refusal("not-now", "S1", (1, 0, 9)))
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


@pytest.mark.parametrize("text", ["clock", "clock x", "clock 1 2"])
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
    pc.wire.tell_refusal(refuse("game-over"))
    pc.wire.figures = ["figure 1"]
    pc.device.panel.tell_again()
    pc.device.panel.press(pc.now_ms, "press")
    pc.wire.has_news = pc.wire.has_lights = True
    pc.tell("ask 2 draw", "clock 5", "snapshot", f"again {epoch(pc)} 1", "lights")
    pc.wire._now = ""
    assert [text.split(" ")[0] for text in pc.told()] == [
        *("clock", "answer", "edge", "event", "settings", "snap", "refused", "figure", "now"),
        *("colours", "colours", "colours", "frame"),
    ]


# Lights


def test_lights_are_told_to_whoever_asks_for_them() -> None:
    pc = up()
    assert not pc.wire.has_lights and pc.told(500) == []
    pc.tell("lights")
    assert pc.wire.has_lights
    told = pc.told()
    painter = pc.device.painter
    assert told == ["now " + pc.device.now_text(), *colour_texts(painter, 12), frame_text(painter)]
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
    assert pc.told() == ["now " + pc.device.now_text()]
    # One that greets anew does not know it.
    pc.greet()
    pc.tell("lights")
    assert "now " + pc.device.now_text() in pc.told()


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
