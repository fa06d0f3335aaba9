"""The link after idle weeks: every report is as quick as ever."""

import pytest
from schiri_device.link.lines import decode
from schiri_device.link.session import BEAT_MS
from schiri_device.pc.host_link import RESEND_MS
from schiri_device.pc.panel import RESEND_MS as RESEND_PRESS_MS
from schiri_device.ticks import later

from tests.firmware.idle import IDLE_MS
from tests.firmware.pc.scripted_pc import up, with_panel


def test_a_pc_that_requested_no_events_is_told_how_many_there_are(
    subtests: pytest.Subtests,
) -> None:
    """Its message was lost, and there was no event yet."""
    for idle_ms in IDLE_MS:
        with subtests.test(idle_ms=idle_ms):
            pc = up()
            pc.wait(idle_ms)
            pc.device.journal.append("resume", None, 16)
            assert "holds 1" in pc.told() + pc.told(RESEND_MS)


def test_an_event_is_sent_at_once_and_again_after_a_second(subtests: pytest.Subtests) -> None:
    for idle_ms in IDLE_MS:
        with subtests.test(idle_ms=idle_ms):
            pc = up("resume")
            pc.tell("again EPOCH 1")
            assert pc.told() == ["event 1 16 resume"]
            pc.tell("ack EPOCH 1")
            pc.wait(idle_ms)
            pc.device.journal.append("resume", None, 16)
            assert pc.told() == ["event 2 32 resume"]
            assert pc.told(RESEND_MS - 1) == [] and pc.told(1) == ["event 2 32 resume"]


def test_after_weeks_without_room_the_device_still_sends(subtests: pytest.Subtests) -> None:
    for idle_ms in IDLE_MS:
        with subtests.test(idle_ms=idle_ms):
            pc = up()
            pc.wait(idle_ms)
            if idle_ms % (1 << 29) < BEAT_MS:
                pc.now_ms = later(pc.now_ms, BEAT_MS)
            line = decode(pc.wire.send(pc.now_ms).rstrip(b"\n"))
            assert line and line[2] == f"beat {pc.now_ms}"


def test_an_unacknowledged_press_is_sent_again(subtests: pytest.Subtests) -> None:
    for idle_ms in IDLE_MS:
        with subtests.test(idle_ms=idle_ms):
            pc = with_panel()
            panel = pc.device.panel
            panel.press(pc.now_ms, "press")
            text = f"edge {panel.run} 2 {pc.now_ms} press"
            assert pc.told() == [text]
            pc.wait(idle_ms)
            assert text in pc.told() + pc.told(RESEND_PRESS_MS)


def test_a_panel_reports_the_pc_gone_before_it_is_back(
    subtests: pytest.Subtests,
) -> None:
    for idle_ms in IDLE_MS:
        with subtests.test(idle_ms=idle_ms):
            pc = with_panel()
            panel = pc.device.panel
            pc.device.host.link_state = lambda: 0
            assert panel.wait(pc.now_ms) == "gone"
            panel.resend()
            pc.now_ms = later(pc.now_ms, idle_ms)
            panel.enter(pc.now_ms)
            panel.press(pc.now_ms, "press")
            told = [panel.pull(pc.now_ms).split(" ")[-1] for _ in range(3)]
            assert told == ["off", "on", "press"] and panel.pull(pc.now_ms) is None
