"""The lights of a device at the PC: requested until they arrive, and when they are unknown."""

import pytest
from schiri.device.reports import Lights

from tests.link.scripted_peer import Talk

COLOURS = "colours 3 0 000000ff8040"
FRAME = "frame 3 1/2 01"
SHOWN = Lights([(0, 0, 0), (127, 64, 32)])


def shown() -> Talk:
    talk = Talk(wants_lights=True)
    assert talk.take() == ["lights"]
    assert talk.tell(COLOURS, FRAME) == [SHOWN]
    return talk


def test_lights_are_requested_each_second_until_they_arrive() -> None:
    talk = Talk(wants_lights=True)
    assert talk.take() == ["lights"]
    assert talk.wait(999) == [] and talk.wait(1) == ["lights"]
    assert talk.wait(999) == [] and talk.wait(1) == ["lights"]
    # Colours by themselves are no lights, and do not trigger a request.
    assert talk.tell(COLOURS) == [] and talk.take() == []
    assert talk.wait(1000) == ["lights"]
    assert talk.tell(FRAME) == [SHOWN] and talk.wait(5000) == []
    assert talk.tell("frame 3 1/2 10") == [Lights([(127, 64, 32), (0, 0, 0)])]


def test_lights_are_requested_only_if_wanted() -> None:
    talk = Talk()
    assert talk.wait(5000) == []
    assert talk.tell("frame 4 1/1 01") == [] and talk.take() == []


def test_after_a_restart_lights_are_requested_again() -> None:
    talk = shown()
    talk.greet_again()
    assert talk.take() == ["lights"]
    # Its colours may differ.
    assert talk.tell(FRAME) == [] and talk.take() == ["lights"]


def test_an_unknown_brightness_is_requested_once() -> None:
    talk = shown()
    assert talk.tell("frame 4 1/1 01") == [] and talk.take() == ["lights"]
    # A request between these lines would restart them, so that the last one never arrived.
    for text in ("colours 4 0 000000", "colours 4 1 ffffff", COLOURS, "colours 4 0 000000ffffff"):
        assert talk.tell(text) == [] and talk.take() == []
    assert talk.tell("frame 4 1/1 01") == [Lights([(0, 0, 0), (255, 255, 255)])]
    assert talk.wait(5000) == []


def test_lost_colours_are_requested_again() -> None:
    talk = shown()
    assert talk.tell("frame 3 1/1 02") == [] and talk.take() == ["lights"]
    assert talk.wait(999) == [] and talk.wait(1) == ["lights"]
    assert talk.tell("colours 3 2 ffffff", "frame 3 1/1 02") == [
        Lights([(0, 0, 0), (255, 255, 255)])
    ]
    assert talk.wait(5000) == []


@pytest.mark.parametrize("text", ["1/2", "1/0 01", "3/2 01", "x 01", "x/2 01", "1/x 01"])
def test_malformed_frames_are_ignored(text: str) -> None:
    talk = shown()
    assert talk.tell(f"frame 3 {text}") == []
    assert talk.tell(FRAME) == [SHOWN]
