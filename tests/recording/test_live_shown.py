"""What whoever shows the table at a device finds there, and which devices are none for us."""

from pathlib import Path

import pytest
from schiri.device.reports import DeviceRefusal, DeviceStatus, Lights, Lost, WrongVersion
from schiri.errors import HostError
from schiri.events import Made
from schiri.log.stored import read_file
from schiri.recording.recording import DeviceState, Recording
from schiri.referee import Referee

from tests.recording.live_talk import LiveTalk
from tests.recording.test_live import playing
from tests.recording.test_recorder import NEW, recorder


def test_nothing_is_known_before_a_device_answers(tmp_path: Path) -> None:
    talk = LiveTalk(tmp_path)
    live = Recording(recorder(tmp_path))
    live.handle(Lost("unplugged"), talk.client.received_ms)
    assert live.device == DeviceState() and live.referee is None
    assert live.score == {}


def test_what_the_device_does_and_shows_is_there_to_be_read(tmp_path: Path) -> None:
    talk = LiveTalk(tmp_path)
    assert talk.live.device.connected == talk.client.connected
    talk.tell("now play a1 b2", "colours 1 0 ff8040", "frame 1 1/1 00")
    assert talk.live.device.now == DeviceStatus("play", "a1", "b2")
    assert talk.live.device.lights == Lights([(255, 128, 64)] * 2)
    talk.handle(Lost("unplugged"))
    assert talk.live.device.connected is None


def test_whoever_shows_it_is_told_of_each_report_and_of_what_came_of_it(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW)
    reports = talk.tell("event 2 20 a1-c3")
    assert talk.told[-1:] == reports
    assert talk.came == [Made("move", "a1-c3", "Ann")]
    (path,) = tmp_path.glob("*.jsonl")
    assert read_file(path).lines[-1].times.ms == 20
    reports = talk.tell("now play a1 b2")
    assert talk.told[-1:] == reports and talk.came == []


def test_a_refusal_that_the_device_has_lit_is_there_until_the_next_event(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW)
    talk.tell("refused bad-jump SW-4 a1")
    assert talk.live.device.refusal == DeviceRefusal("bad-jump", "SW-4", "a1")
    talk.tell("now play a1 b2")
    assert talk.live.device.refusal
    talk.tell_events(2, "a1-c3")
    assert talk.live.device.refusal is None


def test_what_our_rules_refuse_is_shown_and_not_acknowledged(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW)
    talk.tell_events(2, "a1-a2")
    assert talk.live.device.disagreement == "a1-a2" and talk.came == [] and talk.take() == []


def test_the_score_has_who_has_won_each_game_and_follows_what_is_taken_back(
    tmp_path: Path,
) -> None:
    talk = playing(tmp_path, NEW, "resign A")
    assert talk.live.score == {"Ben": 1}
    talk.tell_events(3, "undo")
    assert talk.live.score == {}
    talk.tell_events(4, "resign A", NEW.replace("AB", "BA"), "resign A", NEW, "resign B", NEW)
    assert talk.live.score == {"Ben": 2, "Ann": 1}
    # Whoever begins anew with the device goes on with them.
    assert Recording(talk.live.recorder, talk.live.results).score == {"Ben": 2, "Ann": 1}
    ended = (("Ben",), ("Ben",), ("Ann",))
    assert sorted(talk.live.results_of(Referee("switch", ["Ben", "Ann"]))) == sorted(ended)
    assert talk.live.results_of(Referee("switch", ["Cid", "Ann"])) == ()


def test_a_device_of_another_protocol_is_none_for_us(tmp_path: Path) -> None:
    talk = LiveTalk(tmp_path)
    with pytest.raises(HostError) as error:
        talk.handle(WrongVersion(3, 4))
    assert error.value.code == "version-mismatch"
    assert error.value.details == {"oldest": 3, "newest": 4}


def test_a_device_of_other_rules_is_none_for_us(tmp_path: Path) -> None:
    talk = LiveTalk(tmp_path)
    talk.take()
    talk.RULES = "00000000"
    with pytest.raises(HostError) as error:
        talk.greet_anew(last=3)
    assert (error.value.code, error.value.details) == ("rules-differ", {"firmware": "0.1.0"})
    assert talk.live.device.connected is None and talk.take() == []
