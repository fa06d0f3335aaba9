"""Requests that restore the game of a device that has lost its journal."""

from pathlib import Path

import pytest
from schiri.device.reports import RefusalReport
from schiri.log.annotations import missing_in, survived_in
from schiri.log.stored import read_file
from schiri.recording.device_text import requests_for
from schiri.recording.restore import restore_requests, set_requests
from schiri_engines.registry import game_class

from tests.link.scripted_peer import EPOCH
from tests.log.chain import forged, objects
from tests.recording.recorded_talk import RecordedTalk
from tests.recording.test_checkpoints import SETS, begun, tell
from tests.recording.test_event_store import BOARD, NEW, ORIGIN, event_store

DEV1 = ORIGIN._replace(device="DEV1")
OTHER = "01234567"
RESTORE = f"restore {EPOCH} 3 switch AB"
LOST = ["lost", "snap 0 0 0"]


def known(folder: Path, *texts: str, settings: str = "0104") -> None:
    """Write logs with a game of the device."""
    kept = begun(folder, *(texts or (NEW, "a1-c3", "b1-a1")), origin=DEV1)
    kept.set_settings("0105")
    kept.set_settings(settings)


def lost(folder: Path) -> RecordedTalk:
    """Return a table at which a device has just reported the loss of its journal."""
    talk = RecordedTalk(folder, OTHER)
    assert talk.take() == [f"again {OTHER} 1"]
    talk.tell(*LOST)
    return talk


def test_settings_board_game_and_position_are_restored_in_order(tmp_path: Path) -> None:
    known(tmp_path, f"board {BOARD}", "new joggle BA board=own goal=2S", "rolled G", "a1")
    asked = restore_requests(tmp_path, "DEV1", OTHER)
    assert asked[:3] == [
        "settings 0104",
        f"board {BOARD}",
        f"restore {EPOCH} 4 joggle BA board=own goal=2S",
    ]
    assert [request.split(" ")[:2] for request in asked[3:]] == [["set", "position"]]
    assert restore_requests(tmp_path, "SIM5678", OTHER) == []


def test_a_finished_game_is_not_restored(tmp_path: Path) -> None:
    known(tmp_path, NEW, "a1-c3")
    begun(tmp_path, "resign A", origin=DEV1)
    assert restore_requests(tmp_path, "DEV1", OTHER) == ["settings 0104"]


def test_events_of_an_older_firmware_are_not_restored(tmp_path: Path) -> None:
    begun(tmp_path, NEW, "a1-c3", origin=DEV1._replace(epoch="ab12"))
    assert restore_requests(tmp_path, "DEV1", OTHER) == []


def test_every_game_fits_into_a_request() -> None:
    told = game_class("joggle").OPTIONS
    options = {name: values.split()[-1] for name, values in told}
    options |= {"board": BOARD, "goal": "1R2S"}
    new = requests_for("joggle", 4, options)[-1]
    assert len(f"restore {EPOCH} 99999" + new.removeprefix("new")) <= 126


def test_restore_requests_are_sent_one_by_one(tmp_path: Path) -> None:
    known(tmp_path)
    talk = lost(tmp_path)
    assert talk.answer() == "settings 0104"
    assert talk.answer() == RESTORE
    talk.tell_events(1, f"checkpoint {EPOCH} 3", NEW)
    for number, text in enumerate(SETS, 3):
        assert talk.answer() == text
        talk.tell_events(number, text)
    assert talk.asked_in(3000) == [] and talk.live.device.refusal is None
    (path,) = tmp_path.glob("*.jsonl")
    events = read_file(path).events
    assert survived_in(events)["erasure"] == 1 and missing_in(events) == []
    # After the next greeting no request is left.
    talk.greet_again(OTHER, last=4)
    talk.tell(f"snap 0 3 4 {NEW}", *(f"snap {at} 3 4 entry {SETS[at - 1]}" for at in (1, 2)))
    assert talk.asked_in(3000) == [] and talk.live.device.disagreement is None


def test_while_a_journal_is_set_aside_nothing_is_restored(tmp_path: Path) -> None:
    known(tmp_path)
    talk = RecordedTalk(tmp_path, "-")
    talk.tell("snap 0 0 0")
    assert talk.asked_in(3000) == []


def test_the_game_with_the_latest_line_is_restored(tmp_path: Path) -> None:
    known(tmp_path, NEW, "a1-c3", NEW, "c1-c3")
    (path,) = (path for path in tmp_path.glob("*.jsonl") if b"c1-c3" in path.read_bytes())
    # It is the one with the latest line, regardless of the file names.
    for year, stood in (("2027", "bw.wb w"), ("2025", ".wbwb w")):
        events = [{**event, "at": year + event["at"][4:]} for event in objects(read_file(path))]
        path.write_bytes(forged(events))
        assert restore_requests(tmp_path, "DEV1", OTHER)[-1].endswith("/" + stood)


def test_a_busy_device_gets_the_request_again_each_second(tmp_path: Path) -> None:
    known(tmp_path)
    talk = lost(tmp_path)
    for _ in range(5):
        assert talk.answer("busy - -") == "settings 0104"
        assert talk.asked_in(999) == []
        talk.now_ms += 1
    assert talk.answer() == "settings 0104"
    assert talk.answer("busy - -") == RESTORE
    assert talk.live.device.refusal is None
    # It restarts with the other game in memory.
    talk.greet_again(OTHER)
    assert talk.take() == [f"again {OTHER} 1"]
    talk.wait(3000)
    talk.tell(*LOST)
    assert talk.answer() == "settings 0104"
    assert talk.answer() == RESTORE


def test_a_busy_device_without_events_gets_its_game_again(tmp_path: Path) -> None:
    known(tmp_path)
    talk = lost(tmp_path)
    assert talk.answer() == "settings 0104"
    assert talk.answer("busy - -") == RESTORE
    talk.now_ms += 1000
    assert talk.answer() == RESTORE


def test_a_device_with_new_events_gets_no_game(tmp_path: Path) -> None:
    known(tmp_path)
    talk = lost(tmp_path)
    talk.answer()
    talk.tell_events(1, NEW)
    assert talk.answer("busy - -") == RESTORE
    assert talk.asked_in(5000) == [] and talk.live.device.disagreement is None


def test_a_refusal_ends_a_restore_unless_it_is_of_settings(tmp_path: Path) -> None:
    known(tmp_path)
    talk = lost(tmp_path)
    assert talk.answer("unknown-command - -") == "settings 0104"
    assert talk.answer("bad-option - -") == RESTORE
    assert talk.asked_in(5000) == [] and talk.live.device.refusal is None


@pytest.mark.parametrize("is_new", [False, True])
def test_a_press_during_a_restore_is_repaired(tmp_path: Path, is_new: bool) -> None:
    known(tmp_path)
    talk = lost(tmp_path)
    talk.answer()
    talk.answer()
    talk.tell_events(1, f"checkpoint {EPOCH} 3", NEW, SETS[0])
    if is_new:
        # The program on the PC has restarted as well.
        talk = RecordedTalk(tmp_path, OTHER, last=3)
    else:
        talk.greet_again(OTHER, last=3)
    talk.take()
    talk.tell(f"snap 0 2 3 {NEW}", f"snap 1 2 3 entry {SETS[0]}")
    for number, text in enumerate(SETS, 4):
        assert talk.answer() == text
        talk.tell_events(number, text)
    assert talk.live.device.disagreement is None and talk.asked_in(3000) == []
    talk.greet_again(OTHER, last=5)
    talk.take()
    talk.tell(f"snap 0 3 5 {NEW}", *(f"snap {at} 3 5 entry {SETS[at - 1]}" for at in (1, 2)))
    assert talk.live.device.disagreement is None and talk.take() == []


def test_an_interrupted_restore_ends_in_the_logged_position(
    tmp_path: Path,
) -> None:
    new = "new joggle ABCD teams=on"
    known(tmp_path, new, "rolled R")
    asked = restore_requests(tmp_path, "DEV1", OTHER)
    sets = asked[2:]
    talk = lost(tmp_path)
    assert [talk.answer(), talk.answer()] == asked[:2]
    # A player who is given the turn has not rolled yet.
    talk.tell_events(1, f"checkpoint {EPOCH} 2", new, *sets[:2])
    talk.greet_again(OTHER, last=4)
    talk.take()
    talk.tell(f"snap 0 3 4 {new}", *(f"snap {at} 3 4 entry {sets[at - 1]}" for at in (1, 2)))
    for number, text in enumerate(sets, 5):
        assert talk.answer() == text
        talk.tell_events(number, text)
    assert talk.live.device.disagreement is None


def test_repeated_snapshots_restore_a_game_once(tmp_path: Path) -> None:
    known(tmp_path)
    talk = lost(tmp_path)
    talk.tell("snap 0 0 0", "snap 0 0 0")
    assert talk.answer() == "settings 0104"
    assert talk.answer() == RESTORE


# One request at a time


def test_a_set_is_repeated_while_the_device_is_busy(tmp_path: Path) -> None:
    known(tmp_path)
    talk = lost(tmp_path)
    assert [talk.answer(), talk.answer()] == ["settings 0104", RESTORE]
    talk.tell_events(1, f"checkpoint {EPOCH} 3", NEW)
    for _ in range(20):
        assert talk.answer("busy - -") == SETS[0]
        talk.now_ms += 1000
    assert [talk.answer(), talk.answer()] == SETS
    assert talk.asked_in(3000) == []


def test_an_answer_that_comes_twice_goes_on_once(tmp_path: Path) -> None:
    known(tmp_path)
    talk = lost(tmp_path)
    (asked,) = talk.said_of("ask ")
    talk.tell(*[f"answer {asked.split(' ')[1]} ok"] * 2)
    assert talk.answer() == RESTORE


@pytest.mark.parametrize("refusal", [None, RefusalReport("resume-unknown", "TA-1")])
def test_who_lets_a_game_go_on_is_called_back_at_the_end(
    tmp_path: Path, refusal: RefusalReport | None
) -> None:
    answers: list[RefusalReport | None] = []
    talk = RecordedTalk(tmp_path)
    talk.take()
    texts = [f"resume {EPOCH} 3 switch AB", *SETS]
    talk.live.resume(texts, answers.append)
    if refusal:
        assert talk.answer(f"{refusal.code} {refusal.rule} -") == texts[0]
        assert answers == [refusal]
    else:
        # It restarts to load another game: everything is asked for again.
        assert [talk.answer(), talk.answer("busy - -")] == texts[:2]
        talk.greet_again(last=2)
        talk.take()
        talk.tell("snap 0 0 2")
        assert answers == []
        assert [talk.answer() for _ in texts] == texts and answers == [None]
    assert talk.asked_in(3000) == []


def test_letters_are_those_of_the_seats(tmp_path: Path) -> None:
    known(tmp_path, NEW.replace("AB", "BA"), "a1-c3", "b1-a1")
    asked = restore_requests(tmp_path, "DEV1", OTHER)
    assert asked[2:] == ["set turn B", SETS[1]]


def test_the_last_log_is_that_whose_last_event_is(tmp_path: Path) -> None:
    known(tmp_path, NEW, "a1-c3", NEW, "c1-c3", "b1-c1")
    for path in tmp_path.glob("*.jsonl"):
        events, is_second = objects(read_file(path)), b"c1-c3" in path.read_bytes()
        for event in events:
            event["at"] = ("2027" if is_second else "2026") + event["at"][4:]
        if is_second:
            events[-1]["at"] = "2025" + events[-1]["at"][4:]
        path.write_bytes(forged(events))
    assert restore_requests(tmp_path, "DEV1", OTHER)[-1].endswith("/.wbwb w")


def test_a_log_without_seats_restores_no_game(tmp_path: Path) -> None:
    known(tmp_path)
    (path,) = tmp_path.glob("*.jsonl")
    header, *events = objects(read_file(path))
    del header["seats"]
    path.write_bytes(forged([header, *events]))
    assert restore_requests(tmp_path, "DEV1", OTHER) == ["settings 0104"]


def test_turn_and_hints_are_restored(tmp_path: Path) -> None:
    known(tmp_path, NEW + " hints-a=2", "hints 1 0", "a1-c3")
    *_, turn, position, hints = restore_requests(tmp_path, "DEV1", OTHER)
    assert (turn, position[-2:], hints) == ("set turn B", " w", "hints 1 0")


def test_a_damaged_log_does_not_hide_an_older_one(tmp_path: Path) -> None:
    known(tmp_path)
    (path,) = tmp_path.glob("*.jsonl")
    later = [{**event, "at": "2027" + event["at"][4:]} for event in objects(read_file(path))]
    (tmp_path / "later.jsonl").write_bytes(forged(later).replace(b'"a1-c3"', b'"a1-d3"'))
    assert restore_requests(tmp_path, "DEV1", OTHER)[:2] == ["settings 0104", RESTORE]


def test_settings_are_those_of_the_restored_game(tmp_path: Path) -> None:
    for folder, texts, asked in (("moved", ["a1-c3", "b1-a1"], SETS), ("begun", [], [])):
        begun(tmp_path / folder, NEW, *texts, origin=DEV1)
        (path,) = (tmp_path / folder).glob("*.jsonl")
        assert set_requests(read_file(path)) == []
        kept = event_store(tmp_path / folder)
        kept.go_on(DEV1._replace(epoch=OTHER))
        tell(kept, 1, f"checkpoint {EPOCH} {1 + len(texts)}", NEW)
        assert set_requests(read_file(path)) == asked
