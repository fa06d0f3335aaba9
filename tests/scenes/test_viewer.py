"""A viewer of scripted states: what moves on past a limit, and what is forgotten when."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from schiri.device.reports import DeviceStatus, DeviceView
from schiri.errors import HostError
from schiri.events import Event, HintGiven
from schiri.last_setup import Setup, Setups
from schiri.names import DEVICE_NAME
from schiri.scene.compose import message_of
from schiri.scene.participant import Participant
from schiri.scene.scene import Control, Form, FormField, Message, Row
from schiri.scene.viewer import LOOKING, MOST_LINES, MOST_WAITING, READING, Do, Viewer
from schiri.table.intents import (
    NO_DEVICE,
    NOT_HERE,
    SAME_PRESS,
    TOO_LATE,
    Answer,
    Enter,
    GoOn,
    Intent,
    NewGame,
    Offered,
    Press,
    RefusalReport,
    Sent,
    ThrowIn,
    plain,
)
from schiri.table.state import LENGTH, Latest, Notice, Offer, TableState
from schiri.texts import Words

from tests.game_now import game_of
from tests.scenes.scripted import PLAYERS, moves, table_of

NOW = datetime(2026, 1, 31, 18, 4, tzinfo=UTC)


def viewer_of(
    table: TableState, do: Do = lambda *_: None, now: Callable[[], datetime] = lambda: NOW
) -> Viewer:
    return Viewer(Words("en"), table, do, lambda: None, now)


def test_the_history_keeps_the_latest_lines() -> None:
    events: list[Event] = []
    viewer = viewer_of(table_of(events))
    for each in moves(MOST_LINES + 1):
        events.append(each)
        viewer.see(table_of(events))
    # The line of the players was the first one.
    assert [each.number for each in viewer.scene.lines] == [*range(3, MOST_LINES + 3)]
    assert viewer.scene.lines[-1].text == "Ann moves from a1 to c3"


def test_a_score_sheet_has_the_last_games_and_the_wins_of_all() -> None:
    results = (("Ann",), ("Ann",), (), ("Ben",), ("Ann",), ("Ben",), ("Ben",), ("Ann", "Ben"))
    for first, last in ((1, 6), (3, 8)):
        scene = viewer_of(table_of([], results=results[:last])).scene
        (sheet,) = scene.sheets
        assert sheet.heads == (*(f"game {at}" for at in range(first, last + 1)), "match")
    assert sheet.rows == (("Ann", (0, 0, 1, 0, 0, 1, 4)), ("Ben", (0, 1, 0, 1, 1, 1, 4)))
    assert [each.note for each in scene.seats] == ["4 wins", "4 wins"]


def test_entries_have_no_number_once_the_first_ones_may_be_gone() -> None:
    for count, entries in ((LENGTH - 1, [*range(LENGTH - MOST_LINES, LENGTH)]), (LENGTH, [])):
        lines = viewer_of(table_of(moves(count))).scene.lines
        assert [each.entry for each in lines if each.entry] == entries


def test_a_person_has_a_limited_number_of_open_intents() -> None:
    sent: list[Callable[[Answer], None]] = []
    viewer = viewer_of(table_of([]), lambda _intent, answered: sent.append(answered))
    for answer in (Answer(tuple(moves(1))), NOT_HERE, NO_DEVICE):
        for _ in range(MOST_WAITING + 1):
            viewer.enter("undo")
        assert len(sent) == MOST_WAITING
        while sent:
            sent.pop()(answer)
    # Events come with the next state: they are no news of the answer's.
    assert len(viewer.scene.lines) == 1


def test_the_most_important_message_is_shown() -> None:
    person = Participant(Words("en"), NOW, found="The device restarted.")
    refused, report = person._replace(answer=NOT_HERE), RefusalReport("undo-nothing", "TA-3")
    table = table_of([])._replace(device=DeviceView(refusal=report))
    told = [
        message_of(table, table.device, each)
        for each in (person._replace(found=""), person, refused)
    ]
    assert [each and (each.kind, each.rule) for each in told] == [
        ("refusal", "TA-3"),
        ("note", ""),
        ("refusal", "TA-1"),
    ]
    said, full = set(), HostError("file-unwritable", path="a", reason="b")
    for is_kept_here in (True, False):
        # What a device plays it keeps, whatever happens to the disk.
        played = game_of(table)._replace(is_kept_here=is_kept_here)
        stopped = table._replace(game=played, fault=full)
        for each in (stopped, stopped._replace(device=DeviceView(disagreement="c3"))):
            message = message_of(each, each.device, refused)
            assert message and message.kind == "fault"
            said.add(message.text)
    assert len(said) == 3 and sum("The device keeps" in text for text in said) == 1
    # Where the logs are is for players alone.
    for may_act in (True, False):
        fault = HostError("file-unwritable", path="/home/ann/logs/a.jsonl", reason="b")
        message = message_of(
            table._replace(fault=fault), table.device, person._replace(may_act=may_act)
        )
        assert message and "a.jsonl" in message.text and ("/home" in message.text) == may_act


def test_the_start_offers_unfinished_games_and_known_players() -> None:
    offers = tuple(Offer(log, "switch", PLAYERS, 1, NOW) for log in ("a.jsonl", "b.jsonl"))
    setups = Setups().with_last(Setup(("Cem", "Dan"), "joggle")).with_last(Setup(PLAYERS))
    scene = viewer_of(TableState(offers=offers, setups=setups)).scene
    pairs = {each.key: each.action for each in scene.rows[0].controls}
    assert pairs == {"1": GoOn("a.jsonl"), "2": GoOn("b.jsonl")}
    (form,) = scene.forms
    assert [name for name, _text in form.fields[0].choices] == ["Ann", "Ben", "Cem", "Dan"]


def test_the_form_of_a_game_is_sent_with_all_that_was_chosen() -> None:
    sent: list[Intent] = []
    viewer = viewer_of(TableState(), lambda each, _answered: sent.append(plain(each)))
    names = {"player-0": " Ann ", "player-1": "Ben"}
    own = {"option-layout": "ROWS", "own-layout": " bwbwb/wbwbw "}
    for values in (names, names | {"device": "2", "first": "lot"}, names | own):
        assert viewer.submit("start", values)
    usual = {"layout": "1", "hints-a": "off", "hints-b": "off", "repetition": "3", "start": "b"}
    usual |= {"clock": "off", "clock-a": "same", "clock-b": "same"}
    assert sent == [
        NewGame("switch", PLAYERS, usual),
        NewGame("switch", ("Ann", DEVICE_NAME), usual | {"device-b": "2"}, "lot"),
        NewGame("switch", PLAYERS, usual | {"layout": "bwbwb/wbwbw"}),
    ]


def test_a_notice_keeps_a_choice_and_an_event_ends_it() -> None:
    viewer = viewer_of(table_of([]))
    viewer.person = viewer.person.with_pick("card", "0,0").with_pick("stone", "w")
    noticed = table_of([])._replace(notices=Latest((Notice("hint", ("a1-c3",)),), 1))
    viewer.see(noticed)
    assert (viewer.person.pick("card"), viewer.person.pick("stone")) == ("0,0", "w")
    assert viewer.scene.message and viewer.scene.message.kind == "note"
    viewer.see(noticed._replace(game=table_of(moves(1)).game))
    assert (viewer.person.pick("card"), viewer.person.pick("stone")) == ("", "w")
    assert viewer.scene.message is None


@pytest.mark.parametrize(
    ("mode", "detail", "refusal", "is_looking"),
    [
        ("play", "a1", None, True),
        # A released stone is no answer.
        ("play", "-", None, True),
        ("play", "thinking", None, False),
        ("finished", "a1", None, False),
        ("play", "a1", RefusalReport("hint-none", "SW-10"), False),
    ],
)
def test_the_device_looks_for_a_hint_until_it_answers(
    mode: str, detail: str, refusal: RefusalReport | None, is_looking: bool
) -> None:
    picked = table_of([])._replace(device=DeviceView(status=DeviceStatus("play", "a1", "-")))
    viewer = viewer_of(picked)
    row = Row("mode", "", (Control("hint", "Hint", Press("hold-yellow")),))
    viewer.scene = viewer.scene._replace(rows=(row,))
    assert viewer.press("hint")
    device = DeviceView(status=DeviceStatus(mode, detail, "-"), refusal=refusal)
    viewer.see(picked._replace(device=device))
    assert (viewer.person.found == LOOKING) is is_looking


def test_the_count_of_a_hint_is_no_answer() -> None:
    device = DeviceView(status=DeviceStatus("play", "-", "-"))
    viewer = viewer_of(table_of([])._replace(device=device))
    row = Row("mode", "", (Control("hint", "Hint", Press("hold-yellow")),))
    viewer.scene = viewer.scene._replace(rows=(row,))
    assert viewer.press("hint")
    viewer.see(table_of([HintGiven("Ann", 1)])._replace(device=device))
    assert viewer.person.found == LOOKING
    viewer.see(table_of([HintGiven("Ann", 1), *moves(1)])._replace(device=device))
    assert viewer.person.found == ""


def test_a_form_of_commands_is_one_intent_once_each_field_is_filled() -> None:
    sent: list[tuple[Sent, Callable[[Answer], None]]] = []
    viewer = viewer_of(table_of([]), lambda *asked: sent.append(asked))
    fields = FormField("who", "text", ""), FormField("text", "text", "")
    form = Form("say", fields, "Do it", ("dispute :who: :text:", "draw"))
    for answer in (NOT_HERE, Answer()):
        for values in (
            {},
            {"who": "Ann"},
            {"who": "Ann", "text": " "},
            {"who": "Ann", "text": "no"},
        ):
            viewer.scene = viewer.scene._replace(forms=(form,))
            assert viewer.submit("say", values)
        sent[-1][1](answer)
    said = Enter("dispute Ann no", ("draw",))
    (first, _), (second, _) = sent
    assert isinstance(first, Offered) and first == second == Offered(said, 0, view=first.view)


def test_too_late_is_a_quiet_message_and_none_after_a_double_tap() -> None:
    sent: list[Callable[[Answer], None]] = []
    table = table_of([])._replace(moment=3)
    clock = [NOW]
    viewer = viewer_of(table, lambda _, answered: sent.append(answered), lambda: clock[0])
    shown = viewer.scene
    for _ in range(2):
        assert viewer.press("resign-0")
    # The same press twice: the first was accepted.
    sent[0](Answer())
    sent[1](SAME_PRESS)
    said = [viewer.scene.message]
    # Somebody else was faster, with several entries; a form has nothing wrong in it.
    assert viewer.submit("command", {"text": "draw"}, shown)
    sent[2](TOO_LATE)
    forms = [each.fields[0].error for each in viewer.scene.forms]
    for number, passed in ((1, timedelta()), (2, READING * 0.9), (3, READING)):
        clock[0] = NOW + passed
        viewer.see(table_of(moves(number))._replace(moment=3 + number))
        said.append(viewer.scene.message)
    late = Message("note", "Too late: the game has gone on. Look again.", "", "", "")
    assert said == [None, late, late, None] and forms == ["", ""]
    # What is pressed is what was shown, also if it is not there any more.
    viewer.scene = viewer.scene._replace(rows=())
    assert viewer.press("resign-0", scene=shown) and not viewer.press("resign-0")
    sent[3](TOO_LATE)
    viewer.see(table_of([], log="b.jsonl"))
    assert viewer.scene.message is None


def test_a_press_in_a_race_has_the_time_of_its_own_view() -> None:
    sent: list[Intent] = []
    throw = Row("race", "", (Control("throw-0", "Ann", ThrowIn(0)),))
    for _ in range(2):
        viewer = viewer_of(table_of([]), lambda intent, _answered: sent.append(plain(intent)))
        viewer.scene = viewer.scene._replace(rows=(throw,))
        assert viewer.press("throw-0", 310)
    stamps = [each.at for each in sent if isinstance(each, ThrowIn) and each.at]
    assert [each.ms for each in stamps] == [310, 310] and len({each.view for each in stamps}) == 2
