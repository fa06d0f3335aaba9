"""Requests of a PC: their conditions, and their failures."""

from typing import Any

import pytest
from schiri_device.app.device import DIM_AFTER_MS
from schiri_device.pc.requests import handle_request
from schiri_device.ticks import Edge, later
from schiri_engines.refusals import MalformedText

from tests.firmware.pc.scripted_pc import NEW, device_with, up, with_panel


@pytest.mark.parametrize(
    ("text", "longest"), [("new ", 118), ("restore ", 126), ("restored ", 118)]
)
def test_a_text_that_would_make_no_event_is_too_long(text: str, longest: int) -> None:
    pc = up()
    pc.tell("ask 1 " + text.ljust(longest, "x"))
    assert "text-too-long" not in pc.line()
    pc.tell("ask 2 " + text.ljust(longest + 1, "x"))
    assert pc.line() == "answer 2 text-too-long - -"


def test_a_request_that_raises_is_answered_as_failed(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_restart_waits_a_second_for_its_answer_to_arrive() -> None:
    for answers, after_ms in (([], 1000), (["answer 1 busy - -"], 300)):
        pc = up()
        pc.tell("ask 1 new joggle AB goal=1R")
        assert not answers or pc.told() == answers
        times = [pc.now_ms + after_ms - 50, pc.now_ms + after_ms]
        assert [pc.device.step(ms, [], b"", 0).is_restart for ms in times] == [False, True]


def test_a_pc_that_takes_no_event_delays_a_compaction_by_two_seconds() -> None:
    pc = up("resume")
    pc.device.go_to(pc.now_ms, "compacting")
    begun = []
    for after_ms in (1999, 2049):
        pc.device.step(pc.now_ms + after_ms, [], b"", 0)
        begun.append(pc.device.mode._steps is not None)
    assert begun == [False, True]


def test_a_press_on_a_panel_wakes_the_lights() -> None:
    pc = with_panel()
    pc.device._touched_ms = later(pc.now_ms, -DIM_AFTER_MS)
    bright = []
    for edges in ([], [Edge("red", True, pc.now_ms)]):
        pc.device.step(later(pc.now_ms, 50), edges, b"", 0)
        bright.append(pc.device.screen.painter.brightness)
    assert bright == [0, 3] and pc.told()[0].endswith(" red")


# Conditions of each request


def code_of(device: Any, text: str) -> str:
    """Return the answer to a request: ok, or the code."""
    try:
        refusal = handle_request(device, 1000, text)
    except MalformedText as bad:
        return bad.code
    return refusal.code if refusal else "ok"


PAINTED = "board " + "/".join(["RGBYRGBY"] * 8)
RESTORED = "89abcdef 3 switch AB"


@pytest.mark.parametrize(
    ("text", "alone", "busy", "full"),
    [
        *((text, "ok", "ok", "ok") for text in ("press white", "touch a1", "measure on")),
        *((f"press hold-{text}", "ok", "ok", "ok") for text in ("black", "white", "yellow")),
        *((f"press {text}", *["unknown-command"] * 3) for text in ("hold-red", "c3", "hold-")),
        *((text, "ok", "busy", "ok") for text in ("panel new", f"panel {'.' * 64} a1")),
        ("panel off", "ok", "busy", "ok"),
        *((text, "ok", "busy", "memory-full") for text in ("settings", "settings 0200 0301 0400")),
        *((text, "ok", "busy", "memory-full") for text in (PAINTED, "new switch AB", NEW)),
        ("restore " + RESTORED, "ok", "busy", "memory-full"),
        ("resume " + RESTORED + " layout=1", "ok", "busy", "memory-full"),
        ("resume " + RESTORED, "ok", "busy", "memory-full"),
        ("hints 1 0", "no-game", "busy", "memory-full"),
        ("draw", "no-game", "busy", "ok"),
    ],
)
def test_a_request_is_refused_if_what_it_needs_is_missing(
    text: str, alone: str, busy: str, full: str
) -> None:
    device: Any = device_with()
    device.go_to(0, "restart")
    assert code_of(device, text) == busy
    assert code_of(device_with(), text) == alone
    device = device_with()
    assert code_of(device, NEW) == "ok"
    device.is_full = lambda: True
    device.must_compact = lambda *_: False
    assert code_of(device, text) == full


@pytest.mark.parametrize(
    "text",
    [
        *("press", "press white black", "touch", "touch a1 b1", "panel", "panel new a1 b1"),
        *("measure", "measure on off", "board", PAINTED + " x", "new switch", "hints 1"),
        *("hints 1 0 0", "restore 89abcdef 3 switch", "resume 89abcdef 3 switch"),
    ],
)
def test_a_request_with_too_few_or_too_many_words_is_refused(text: str) -> None:
    assert code_of(device_with(), text) == "no-game"


def test_only_settings_and_values_that_exist_are_set() -> None:
    device = device_with()
    words = ["01040101010101", "0907070404030303", "10" + "01" * 16, "20" + "ff" * 16]
    assert code_of(device, "settings " + " ".join(words)) == "ok"
    highest = dict(device.journal.settings)
    assert sorted(highest) == [*range(1, 7), *range(9, 16), *range(16, 48)]
    # More than the highest value, and settings that are none; 7 and 8 are the device's own.
    wrong = [f"{each:02x}{highest[each] + 1:02x}" for each in highest if each < 32]
    wrong += [f"{each:02x}00" for each in range(256) if each not in (7, 8, *highest)]
    for word in wrong:
        assert code_of(device, f"settings 0200 {word}") == "unknown-command", word
    assert code_of(device, "settings 0701 0802") == "ok"
    assert device.journal.settings == highest


@pytest.mark.parametrize("seats", ["AA", "AC", "A", "ABC", "ABCD", "ab"])
def test_a_game_with_wrong_seats_is_refused(seats: str) -> None:
    assert code_of(device_with(), f"new switch {seats} layout=1") == "unknown-command"


def test_only_resume_replaces_a_game_that_was_left() -> None:
    device = device_with()
    device.match.left = "joggle"
    assert code_of(device, "restore " + RESTORED) == "busy" and device.match.left == "joggle"
    assert code_of(device, "resume " + RESTORED) == "ok"


def test_a_game_is_restored_once_but_resumed_any_number_of_times() -> None:
    device = device_with()
    assert code_of(device, "restore " + RESTORED) == "ok"
    assert code_of(device, "restore " + RESTORED) == "busy"
    assert code_of(device, "resume " + RESTORED) == "ok"
    assert device.match.origin == "89abcdef 3"
    assert code_of(device, "resume 89abcdef x switch AB") == "unknown-command"
    assert code_of(device, "hints 1 x") == "unknown-command"
    assert code_of(device, "hints 1 2") == "ok" and device.match.hints == ("hints 1 2",)
    assert code_of(device, "hints 1 2 3") != "ok" and device.match.hints == ("hints 1 2",)
