"""The device's own flow: the result of a step, with and without a PC, and its reports."""

from collections import Counter
from contextlib import nullcontext
from typing import Any

import pytest
from schiri_device.app.device import WAIT_MS, Device
from schiri_device.app.mode import MODULES, PLAY
from schiri_device.games.joggle_play import JoggleDice
from schiri_device.lights.language import DARK, SILENCE, SWAP, TONES
from schiri_device.link.lines import LONGEST_LINE, encode
from schiri_device.pc import ALONE, LINKED, UNSENT
from schiri_device.ticks import Edge, later
from schiri_engines.game_rows import load

from tests.firmware.call_trace import joggled
from tests.firmware.journals import fill
from tests.firmware.pc.scripted_pc import up
from tests.firmware.stage import Stage


def playing(build: str = "keys5", presses: str = "") -> tuple[Stage, Any]:
    """Return a stage and its device at play. The device is `Any`: it changes between asserts."""
    stage = Stage(build)
    stage.do(f"press white white white {presses}")
    return stage, stage.device


def started(device: Any, name: str = "TEST", version: str = "1", asks_rescue: bool = False) -> Any:
    """Return the device that another start finds in the same store."""
    store = device.journal._store
    return Device(device.build, store, bytes, (name, version), 0, asks_rescue)


def test_a_silent_press_keeps_the_tones_that_are_due() -> None:
    stage, device = playing("cursor")
    device.screen.tones = TONES["won"]
    device.press(stage.ticks(), "up")
    assert device.screen.tones == TONES["won"]


def test_presses_and_modes_are_reported_to_a_pc() -> None:
    stage, device = playing()
    for button in ("a1", "up", "none", "black"):
        device.host.has_news = False
        device.press(stage.ticks(), button)
        assert device.host.has_news
    device.host.has_news = False
    device.go_to(stage.ticks(), "menu")
    assert device.host.has_news


def test_modules_of_all_modes_are_loaded_one_a_step_while_nothing_is_pressed() -> None:
    device: Any = Stage("keys5").device
    assert set(device._classes) == {"choose", "options", "rules", "paint"}, "the first mode's"
    key, sizes = device.build.key_of("black"), []
    device.step(later(device.waited_ms, WAIT_MS), (Edge(key, True, device.waited_ms),), b"", 0)
    device.step(later(device.waited_ms, WAIT_MS), (), b"", 0)
    assert len(device._classes) == 4, "a press that is not over must not wait"
    device.step(later(device.waited_ms, WAIT_MS), (Edge(key, False, device.waited_ms),), b"", 0)
    for _ in MODULES:
        device.step(later(device.waited_ms, WAIT_MS), (), b"", 0)
        sizes.append(len(device._classes))
    assert sizes == sorted(sizes) and len({4, *sizes}) == len(MODULES), "each step loads one"
    assert set(device._classes) == {
        *sum((names for _, names in MODULES), ()),
        *load(device.adapter.MODES).MODES,
    }


def test_a_press_that_comes_first_loads_what_it_needs() -> None:
    device: Any = Stage("keys5").device
    for _ in range(3):
        device.press(0, "white")
    assert device.mode_name == "play" and "place" in device._classes


def test_if_memory_is_too_small_for_a_games_modes_none_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = Stage("keys5")

    def modes(_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch, pytest.raises(MemoryError):
        patch.setattr(type(stage.device.adapter), "MODES", property(modes))
        stage.device._load(PLAY)
    assert "play" not in stage.device._classes
    stage.device._load(PLAY)
    assert {"play", "place"} <= set(stage.device._classes)


def test_a_module_that_cannot_be_loaded_ahead_is_tried_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    device: Any = Stage("keys5").device

    def modes(_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(type(device.adapter), "MODES", property(modes))
    for at, (module, _) in enumerate(MODULES, 1):
        # The one in vain is an error that is shown; the others follow, and its mode asks again.
        with pytest.raises(MemoryError) if module == PLAY else nullcontext():
            device.step(at * WAIT_MS, (), b"", 0)
    assert {"menu", "lay", "restart"} <= set(device._classes)
    assert "play" not in device._classes


# Steps


def test_a_step_says_nothing_of_the_step_before() -> None:
    stage, device = playing()
    device.output.sent, device.output.is_restart = b"before", True
    device.screen.tones = TONES["won"]
    output = device.step(stage.ticks() + 1, (), b"", 0)
    assert (output.sent, output.is_restart, output.tones) == (b"", False, SILENCE)


def test_the_link_is_stepped_at_intervals_and_at_once_when_bytes_arrive() -> None:
    _, device = playing()
    heard: list[tuple[int, bytes]] = []
    device.host.receive = lambda now_ms, data: heard.append((now_ms, data))
    begin = device.waited_ms
    for now_ms in range(begin + 1, begin + 3 * WAIT_MS):
        device.step(now_ms, (), b"?" if now_ms == begin + 5 else b"", 0)
    assert heard == [(begin + 5, b"?"), (begin + 5 + WAIT_MS, b""), (begin + 5 + 2 * WAIT_MS, b"")]


def test_what_is_due_by_time_waits_for_the_step_after_a_press() -> None:
    stage, device = playing()
    heard: list[int] = []
    device.host.receive = lambda now_ms, data: heard.append(now_ms)
    late = device.waited_ms + WAIT_MS
    device.step(late, [Edge(stage.build.key_of("a1"), True, late)], b"", 0)
    assert heard == [] and device.mode.detail() == "a1"
    device.step(late + 1, (), b"", 0)
    assert heard == [late + 1]


@pytest.mark.parametrize("is_quick", [False, True])
def test_a_marble_is_lit_before_its_targets(is_quick: bool) -> None:
    stage = joggled()
    device, now_ms = stage.device, stage.ticks()
    source, target = [Edge(stage.build.key_of(name), True, now_ms) for name in ("e8", "a1")]
    device.step(now_ms, [source, target] if is_quick else [source], b"", 0)
    if not is_quick:
        picked = bytes(device.screen.painter.scene)
        # The marbles with which it may be swapped.
        device.step(now_ms + 5, (), b"", 0)
        assert (
            list(device.screen.painter.scene).count(SWAP << 2 | DARK)
            > 5
            > picked.count(SWAP << 2 | DARK)
        )
        device.step(now_ms + 10, [target], b"", 0)
    assert device.match.game.phase == "roll" and device.last_cells == (60, 0)


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


# From mode to mode


def test_the_link_is_shown_again_in_each_mode_and_where_it_changes() -> None:
    stage, device = playing()
    assert device.host.link_state() == UNSENT
    device.host.acknowledged = device.journal.last
    assert device.host.link_state() == ALONE
    shown: list[tuple[bool, bool]] = []
    device.screen.turn_signs.show_link = lambda *link: shown.append(link)
    for status, link in ((LINKED, (True, False)), (ALONE, (False, False)), (UNSENT, (False, True))):
        device.host.link_state = lambda status=status: status
        stage.do(f"wait {3 * WAIT_MS}")
        assert shown == [link]
        device.go_to(stage.ticks(), "play")
        stage.do(f"wait {3 * WAIT_MS}")
        assert shown == [link, link]
        shown.clear()


# Reports to a PC, and requests


def test_the_devices_own_settings_are_not_reported() -> None:
    _, device = playing()
    device.host.has_settings = False
    device.settings["restart"] = 1
    device.settings["game"] = 1
    assert not device.host.has_settings
    device.settings["sound"] = 0
    device.settings["restart"] = 0
    assert device.host.has_settings


def test_a_request_that_arrives_is_carried_out_in_that_step() -> None:
    stage, device = playing()
    for seq, text in enumerate(("hello 2 2 t1", "ask 1 a1-c3")):
        device.step(stage.ticks() + 1, (), encode(seq, -1, text), 0)
    assert device.match.game.cells()[12] == "b"


@pytest.mark.parametrize(
    "notice",
    [
        lambda device: fill(device.journal, 31),
        lambda device: device.go_to(0, "restart"),
        lambda device: setattr(device.journal, "problem", "broken"),
    ],
)
def test_the_device_is_busy_while_a_notice_is_due_or_shown(notice: Any) -> None:
    _, device = playing(presses="a1 c3")
    assert not device.is_busy()
    notice(device)
    assert device.is_busy()


def test_the_end_of_a_game_stays_in_view_with_a_full_journal() -> None:
    stage, device = playing()
    stage.do("hold black")
    stage.do("press white white")
    fill(device.journal, 20)
    assert not device.is_compacting_due()
    device.propose("switch", {}, ("A", "B"))
    assert device.is_compacting_due()
    device.pending = None
    device.mode_name = "choose"
    assert device.is_compacting_due()


def test_a_game_begins_in_a_roomy_journal_where_a_pc_has_all() -> None:
    _, device = playing()
    fill(device.journal, 200)
    assert not device.is_compacting_due()
    device.host.acknowledged = device.journal.last
    assert device.is_compacting_due()


def test_a_restored_game_keeps_its_origin() -> None:
    _, device = playing()
    assert device.match.origin == f"{device.journal.epoch} {device.journal.last}"
    device.begin(0, "switch", {"layout": "1"}, ("A", "B"), "0123abcd 5")
    assert device.match.origin == "0123abcd 5"


@pytest.mark.parametrize("is_marked", [False, True])
def test_a_failed_compaction_greets_the_pc_again(is_marked: bool) -> None:
    stage, device = playing()
    greeted: list[bool] = []
    device.host.greet_again = lambda: greeted.append(True)
    device.journal.is_marked = is_marked
    device.fail(stage.ticks(), "TypeError")
    assert greeted == [True] * is_marked


def test_a_roll_of_the_device_favours_no_side() -> None:
    device: Any = Stage("cursor").device
    given = iter(range(255, -1, -1))
    device.entropy = lambda _count: bytes((next(given),))
    dice = JoggleDice(device)
    assert Counter(dice._rolled() for _ in range(252)) == {"J": 84, **dict.fromkeys("RGBY", 42)}
    assert not [*given], "bytes that would favour some are used up"


# Recovery at its start


def test_a_journal_belongs_to_a_device_and_not_to_its_program() -> None:
    _, device = playing(presses="a1 c3")
    again = started(device, version="2")
    assert (again.mode_name, again.mode_argument) == ("resume", "")
    other = started(device, "other")
    assert (other.mode_name, other.journal.problem) == ("aside", "device")


def test_after_a_power_cut_a_game_that_is_over_shows_its_end() -> None:
    stage, device = playing(presses="a1 c3")
    stage.do("hold black")
    stage.do("press white white")
    assert device.match.outcome
    stage.do("cut")
    assert stage.device.mode_name == "finished"


def test_a_rescue_asks_first_and_can_be_declined() -> None:
    _, device = playing(presses="a1 c3")
    again = started(device, asks_rescue=True)
    assert again.mode_name == "rescue"
    # After the first of two presses, another one only takes that back.
    again.press(100, "white")
    again.press(100, "red")
    assert (again.mode_name, again.mode.detail()) == ("rescue", "-")
    again.press(100, "red")
    assert again.mode_name == "resume"


def test_the_start_reads_the_journal_in_steps() -> None:
    _, device = playing(presses="a1 c3")
    found: list[None] = []
    given = (device.build, device.journal._store, bytes, ("TEST", "1"), 0, False)
    again = Device(*given, lambda: found.append(None))
    # After the journal, what all games share, the game, its adapter, and the match. A long journal
    # has more.
    assert again.mode_name == "resume" and len(found) == 5
    again.journal.on_progress()
    assert len(found) == 5


def test_a_compaction_that_was_cut_before_it_began_comes_first() -> None:
    stage, device = playing(presses="a1 c3")
    steps = device.compacting(stage.ticks())
    # The first two steps write the image, and mark the flash block for erasure.
    next(steps)
    next(steps)
    stage.do("cut")
    assert stage.device.journal.is_marked and stage.device.mode_name == "compacting"
    stage.do("wait 4000")
    assert stage.device.mode_name == "resume"
