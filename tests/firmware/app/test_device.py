"""The device's own flow: the result of a step, with and without a PC, and its reports."""

import sys
from typing import Any

import pytest
from schiri_device.app.device import WAIT_MS, Device
from schiri_device.builds import Build
from schiri_device.lights.language import SILENCE, TONES
from schiri_device.link.lines import encode
from schiri_device.link.texts import LONGEST_LINE
from schiri_device.pc import ALONE, LINKED, UNSENT, Unplugged
from schiri_device.pc.requests import handle_request
from schiri_device.ticks import Edge
from schiri_engines.refusals import Refusal

from tests.each import each
from tests.firmware.journals import fill
from tests.firmware.pc.told_pc import up
from tests.firmware.world import CURSOR, KEYS5
from tests.stores import new_store

PLAYING = ("white", "white", "white")
RESIGNED = (*PLAYING, "hold-black", "white", "white")


class PressedDevice:
    """A device whose buttons are pressed, a step apart."""

    def __init__(self, build: Build) -> None:
        self.device = Device(build, new_store(), bytes, ("test", "0"), 0)
        self.now_ms = 0

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.now_ms += 100
            self.device.press(self.now_ms, self.device.build.key_of(button))
            self.device.step(self.now_ms, (), b"", 0)

    def ask(self, text: str) -> Refusal | None:
        return handle_request(self.device, self.now_ms, text)


def playing(*presses: str) -> Any:
    """Return a device at play after these presses. The type is `Any`: it changes between
    asserts.
    """
    device = PressedDevice(KEYS5)
    device.press(*PLAYING, *presses)
    return device


def edge(device: Any, button: str, is_down: bool, by_ms: int = 100) -> Any:
    """Make a step in which a button goes down or comes up; return its output."""
    device.now_ms += by_ms
    found = (Edge(KEYS5.key_of(button), is_down, device.now_ms),)
    return device.device.step(device.now_ms, found, b"", 0)


def test_a_silent_press_keeps_the_tones_that_are_due() -> None:
    device: Any = PressedDevice(CURSOR)
    device.press(*PLAYING)
    device.device.screen.tones = TONES["won"]
    device.device.press(device.now_ms, "up")
    assert device.device.screen.tones == TONES["won"]


@each("button", ["a1", "up", "none", "black"])
def test_every_press_may_be_news(button: str) -> None:
    device = playing()
    device.device.host.has_news = False
    device.device.press(device.now_ms, button)
    assert device.device.host.has_news


# Steps


def test_a_step_says_nothing_of_the_step_before() -> None:
    device = playing()
    output = device.device.output
    output.sent, output.is_restart = b"before", True
    device.device.screen.tones = TONES["won"]
    device.device.step(device.now_ms + 1, (), b"", 0)
    assert (output.sent, output.is_restart, output.tones) == (b"", False, SILENCE)


def test_the_time_alone_is_looked_at_every_so_often_and_bytes_at_once() -> None:
    device = playing()
    heard: list[tuple[int, bytes]] = []
    device.device.host.receive = lambda now_ms, data: heard.append((now_ms, data))
    begin = device.device.waited_ms
    for now_ms in range(begin + 1, begin + 3 * WAIT_MS):
        device.device.step(now_ms, (), b"?" if now_ms == begin + 5 else b"", 0)
    assert heard == [(begin + 5, b"?"), (begin + 5 + WAIT_MS, b""), (begin + 5 + 2 * WAIT_MS, b"")]


def test_a_line_is_sent_where_a_whole_one_fits_and_no_lights_wait() -> None:
    pc = up()
    pc.tell("clock 1")
    device = pc.device
    device.step(pc.now_ms, (), b"", LONGEST_LINE)
    device.screen.painter.is_stale = True
    assert not device.step(pc.now_ms, (), b"", LONGEST_LINE).sent and device.host.has_lights
    assert not device.step(pc.now_ms, (), b"", LONGEST_LINE - 1).sent
    pc.tell("clock 2")
    assert device.step(pc.now_ms, (), b"", LONGEST_LINE).sent


def test_a_pc_that_is_gone_is_let_go_of_in_the_next_look() -> None:
    pc = up()
    pc.tell("ask 7 draw")
    pc.device.host.is_gone = True
    pc.device.step(pc.now_ms + WAIT_MS, (), b"", 0)
    assert isinstance(pc.device.host, Unplugged)
    assert pc.device.host.last == ("t1", "7", "no-game - -")


# From mode to mode


def test_whether_events_wait_for_a_pc_is_shown_again_in_each_mode() -> None:
    device: Any = PressedDevice(CURSOR)
    device.press(*PLAYING)
    shown: list[tuple[bool, bool]] = []
    device.device.screen.status.show_link = lambda *link: shown.append(link)
    assert device.device.host.status() == UNSENT
    device.device.go_to(device.now_ms, "play")
    for _ in range(3):
        device.now_ms += WAIT_MS
        device.device.step(device.now_ms, (), b"", 0)
    assert shown == [(False, True)]
    device.device.host.acknowledged = device.device.journal.last
    assert device.device.host.status() == ALONE
    device.now_ms += WAIT_MS
    device.device.step(device.now_ms, (), b"", 0)
    assert shown == [(False, True), (False, False)]


@pytest.mark.usefixtures("small_heap")
def test_modules_of_the_choice_are_unloaded_as_a_game_begins() -> None:
    device: Any = PressedDevice(CURSOR)
    device.press("blue", "red")
    assert "schiri_device.games.joggle" in sys.modules
    device.press(*PLAYING)
    assert not {"schiri_device.games.joggle", "schiri_device.app.choosing"} & set(sys.modules)
    assert "schiri_device.games.switch" in sys.modules
    assert not {"choose", "options", "rules", "paint"} & set(device.device.modes)


# Reports to a PC, and requests


def test_settings_are_news_but_for_those_of_the_device_itself() -> None:
    device = playing()
    device.device.host.has_settings = False
    device.device.settings["restart"] = 1
    device.device.settings["game"] = 1
    assert not device.device.host.has_settings
    device.device.settings["sound"] = 0
    device.device.settings["restart"] = 0
    assert device.device.host.has_settings


def test_a_request_that_arrives_is_carried_out_in_that_step() -> None:
    device = playing()
    for seq, text in enumerate(("hello 2 2 t1", "ask 1 a1-c3")):
        device.device.step(device.now_ms + 1, (), encode(seq, -1, text), 0)
    assert device.device.match.game.cells()[12] == "b"


def test_while_a_notice_is_due_or_shown_nothing_can_be_asked() -> None:
    device = playing("a1", "c3")
    assert not device.device.is_busy()
    fill(device.device.journal, 31)
    assert device.device.is_busy()
    device = playing()
    device.device.go_to(device.now_ms, "restart")
    assert device.device.is_busy()
    device = playing()
    device.device.journal.problem = "broken"
    assert device.device.is_busy()


def test_the_end_of_a_game_stays_in_view_with_a_full_journal() -> None:
    device: Any = PressedDevice(KEYS5)
    device.press(*RESIGNED)
    fill(device.device.journal, 20)
    assert not device.device.is_compacting_due()
    device.device.draft = ("switch", {}, ("A", "B"), "." * 25, ("", False, 0, -1))
    assert device.device.is_compacting_due()
    device.device.draft = ()
    device.device.mode_name = "choose"
    assert device.device.is_compacting_due()


# Recovery at its start


def started(device: Any, name: str = "test", version: str = "0", asks_rescue: bool = False) -> Any:
    """Switch a device on again, and return it."""
    store = device.device.journal._store
    device.device = Device(device.device.build, store, bytes, (name, version), 0, asks_rescue)
    device.now_ms = 0
    return device.device


def test_a_journal_belongs_to_a_device_and_not_to_its_program() -> None:
    device = playing("a1", "c3")
    assert started(device, version="1").mode_name == "resume"
    assert device.device.asked == ""
    assert started(device, "other").mode_name == "aside"
    assert device.device.journal.problem == "device"


def test_a_rescue_asks_first_and_can_be_declined() -> None:
    device = playing("a1", "c3")
    assert started(device, asks_rescue=True).mode_name == "rescue"
    device.press("red")
    assert device.device.mode_name == "resume"


def test_its_start_is_in_steps_and_what_is_read_later_is_not() -> None:
    device = playing("a1", "c3").device
    found: list[None] = []
    given = (device.build, device.journal._store, bytes, ("test", "0"), 0, False)
    again = Device(*given, lambda: found.append(None))
    # After the journal, the game, its adapter, and the match. A long journal has more.
    assert again.mode_name == "resume" and len(found) == 4
    again.journal.between()
    assert len(found) == 4


def test_a_compaction_that_was_cut_before_it_began_comes_first() -> None:
    device = playing("a1", "c3")
    steps = device.device.compacting(device.now_ms)
    # The first two steps write the image, and mark the flash block for erasure.
    next(steps)
    next(steps)
    anew = started(device)
    assert anew.journal.is_marked and anew.mode_name == "compacting"
    wait(device, 4000)
    assert device.device.mode_name == "resume"


def wait(device: Any, for_ms: int) -> None:
    """Let time pass."""
    for _ in range(for_ms // 50):
        device.now_ms += 50
        device.device.step(device.now_ms, (), b"", 0)


# More presses and modes


def test_another_mode_is_news() -> None:
    device = playing()
    device.device.host.has_news = False
    device.device.go_to(device.now_ms, "menu")
    assert device.device.host.has_news


@each("status", [ALONE, LINKED, UNSENT])
def test_the_link_is_shown_whatever_it_is(status: int) -> None:
    device = playing()
    shown: list[tuple[bool, bool]] = []
    device.device.host.status = lambda: status
    device.device.screen.status.show_link = lambda *link: shown.append(link)
    device.device.go_to(device.now_ms, "play")
    wait(device, 100)
    assert shown == [(status == LINKED, status == UNSENT)]


def test_a_restart_that_waits_for_a_compaction_comes_behind_it() -> None:
    device = playing("a1", "c3")
    device.device.restart_with(device.now_ms, "switch", 3)
    device.device.journal.is_stale = True
    wait(device, 50)
    assert device.device.mode_name == "compacting"
    wait(device, 4000)
    assert device.device.mode_name == "restart" and not device.device.journal.is_stale
    assert device.device.output.is_restart


def test_a_game_begins_in_a_roomy_journal_where_a_pc_has_all() -> None:
    device = playing()
    fill(device.device.journal, 200)
    assert not device.device.is_compacting_due()
    device.device.host.acknowledged = device.device.journal.last
    assert device.device.is_compacting_due()


def test_a_game_that_a_pc_restores_has_its_own_beginning() -> None:
    device = playing()
    journal = device.device.journal
    assert device.device.match.origin == f"{journal.epoch} {journal.last}"
    device.device.begin(0, "switch", {"layout": "1"}, ("A", "B"), "0123abcd 5")
    assert device.device.match.origin == "0123abcd 5"


@each("is_marked", [False, True])
def test_a_pc_is_greeted_anew_where_a_compaction_has_failed(is_marked: bool) -> None:
    device = playing()
    greeted: list[bool] = []
    device.device.host.greet_again = lambda: greeted.append(True)
    device.device.journal.is_marked = is_marked
    device.device.fail(device.now_ms, "TypeError")
    assert greeted == [True] * is_marked
