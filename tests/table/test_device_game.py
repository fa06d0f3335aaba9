"""The device's game: the display of a piece on any cell, and the matching of answers."""

from functools import cached_property
from pathlib import Path

import pytest
from schiri.device.reports import DeviceStatus, Lost, RefusalReport, Report, SetAside
from schiri.log.stored import read_file
from schiri.recording.device_sync import crc_of
from schiri.table.device_game import DeviceGame, _OpenIntent, legal_cells
from schiri.table.intents import (
    NO_ANSWER,
    NO_DEVICE,
    NOT_HERE,
    Answer,
    ChooseSpot,
    Enter,
    GoOn,
    Intent,
    NewGame,
    Press,
    Touch,
    Undo,
)
from schiri.table.state import Notice
from schiri.views import BoardView
from schiri_engines.joggle.game import Joggle

from tests.game_now import board_of, game_of
from tests.link.scripted_peer import EPOCH
from tests.recording.recorded_talk import RecordedTalk
from tests.recording.test_event_store import NEW
from tests.table.stepped import SteppedTable
from tests.table.test_worker import on_device

FREE = NewGame("switch", ("Ann", "Ben"), {"layout": "free"})


def test_a_stone_that_may_lie_there_is_shown_where_the_cursor_is(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    on_device(table, FREE)
    for cell, at in (("c3", 12), ("c3", 12), ("a1", 0), ("e5", 24)):
        on_device(table, Touch(cell))
        state = table.session.state
        assert state.device.status
        assert state.device.status.detail[:-1] == board_of(state).picked == cell
        letter = state.device.status.detail[-1]
        assert board_of(state).letters == "." * at + letter + "." * (24 - at)
        assert board_of(state).cursor == state.device.status.cursor != ""


class ToldGame(RecordedTalk):
    """The game of a device whose lines a test writes.

    Shape: ``pressed`` are the requested buttons, ``is_simulated`` is the result of pressing them.
    """

    is_simulated = False

    @cached_property
    def game(self) -> DeviceGame:
        self.pressed: list[str] = []
        game = DeviceGame(self.press)
        game.begin(self.live)
        return game

    def press(self, button: str) -> bool:
        self.pressed.append(button)
        return self.is_simulated

    def handle(self, report: Report) -> None:
        self.game.handle(report, self.client.received_ms)

    def do(self, *intents: Intent) -> list[Answer]:
        """Carry out intents; return their answers, to which later ones are added."""
        answers: list[Answer] = []
        for intent in intents:
            self.game.do(intent, 0, answers.append)
        return answers

    def asked(self) -> list[str]:
        """Answer all pending requests with ok; return their texts."""
        found = []
        while asked := self.said_of("ask "):
            (text,) = asked
            _, request, what = text.split(" ", 2)
            found.append(what)
            self.tell(f"answer {request} ok")
        return found


def playing(folder: Path, *texts: str) -> ToldGame:
    """Return a game after these events, without the messages so far."""
    told = ToldGame(folder, last=len(texts))
    told.tell_events(1, *texts)
    told.take()
    return told


def test_presses_are_sent_to_a_real_device(tmp_path: Path) -> None:
    told = playing(tmp_path, NEW)
    answers = told.do(Press("white"))
    assert answers == [] and told.asked() == ["press white"] and answers == [Answer()]
    # A cell of the board is touched, even if a key has its name.
    answers = told.do(Touch("a1"), Touch("h8"))
    assert told.asked() == ["touch a1", "touch h8"] and answers == [Answer()] * 2
    # An intent that no device supports is not carried out.
    assert told.do(ChooseSpot((0, 0))) == [NOT_HERE]
    # With the cable out, only a simulated device has buttons here.
    told.handle(Lost("silent"))
    for is_simulated, answer in ((False, NO_DEVICE), (True, Answer())):
        told.is_simulated = is_simulated
        assert told.do(Press("blue")) == [answer]
    assert told.pressed == ["blue"] * 2 and told.asked() == []


def test_names_are_those_of_the_game_that_has_begun(tmp_path: Path) -> None:
    told = playing(tmp_path, NEW)
    store = told.game.sync.store
    asked = {"A": "Cid", "B": "Dora"}
    for answer, names in (("wrong-phase TA-1 -", store.names), ("ok", asked)):
        told.do(FREE._replace(players=("Cid", "Dora"), log=str(tmp_path / "cid.jsonl")))
        (text,) = told.said_of("ask ")
        told.tell(f"answer {text.split(' ')[1]} {answer}")
        assert store.names == names and (store.next_log is not None) is (names == asked)


@pytest.mark.parametrize("mode", ["lay", "resume", "pause"])
def test_touching_the_board_begins_a_game(mode: str, tmp_path: Path) -> None:
    told = playing(tmp_path, NEW)
    told.tell(f"now {mode} - -")
    answers = told.do(Touch("a1"))
    assert told.asked() == ["press white", "touch a1"] and answers == [Answer()]
    # A free cell, or one outside the board, only begins the game.
    for cell in ("c3", "h8"):
        told = playing(tmp_path / cell, NEW)
        told.tell(f"now {mode} - -")
        told.do(Touch(cell))
        assert told.asked() == ["press white"]
        # The next touch is for the game, even before the device has reported its beginning.
        told.do(Touch(cell))
        assert told.asked() == ["press white", f"touch {cell}"]
        # Another waiting mode changes nothing.
        told.tell("now lay - -" if mode == "pause" else "now pause - -")
        told.do(Touch(cell))
        assert told.asked() == ["press white", f"touch {cell}"]
        told.tell("now play - -")
        told.tell(f"now {mode} - -")
        told.do(Touch(cell))
        assert told.asked() == ["press white"]
    # The same holds for a touch after any button.
    told = playing(tmp_path / "pressed", NEW)
    told.tell(f"now {mode} - -")
    told.do(Press("white"))
    told.do(Touch("c3"))
    assert told.asked() == ["press white", "press white", "touch c3"]
    # A typed entry does not begin the game.
    told = playing(tmp_path / "typed", NEW)
    told.tell(f"now {mode} - -")
    told.do(Enter("dispute why"))
    told.do(Touch("c3"))
    assert told.asked() == ["dispute why", "press white"]
    # Without a game no cell is known to be free.
    told = playing(tmp_path / "empty")
    told.tell(f"now {mode} - -")
    told.do(Touch("c3"))
    assert told.asked() == ["press white", "touch c3"]


def test_a_refusal_stays_until_something_else_is_tried(tmp_path: Path) -> None:
    told = playing(tmp_path, NEW)
    told.tell("now play - -")

    def is_refused() -> bool:
        return told.game.sync.device.refusal is not None

    for stays, intent in (
        (True, Press("yellow")),
        (True, Press("up")),
        (False, Press("white")),
        (False, Enter("a1-c3")),
    ):
        told.tell("refused move-onto-stone SW-4 a1")
        assert is_refused()
        told.do(intent)
        assert is_refused() is stays
    # The refusal also stays while the device's status does not change.
    told.tell("refused move-onto-stone SW-4 a1", "now play - -")
    assert is_refused()
    told.tell("now play a1 -")
    assert not is_refused()
    told.tell("refused move-onto-stone SW-4 a1", "now play a1 -")
    assert is_refused()


def test_the_device_plays_its_person_wherever_that_one_sits(tmp_path: Path) -> None:
    for seats, undone in (("AB", ["undo", "undo"]), ("BA", ["undo"])):
        new = f"new switch {seats} layout=2 device-b=1"
        told = playing(tmp_path / seats, new, "a1-c3", "b1-a1")
        told.do(Undo())
        assert told.asked() == undone


def test_of_a_device_that_has_gone_only_what_was_sent_may_be_done(tmp_path: Path) -> None:
    told = playing(tmp_path, NEW)
    answers = told.do(Press("white"), Press("blue"))
    (asked,) = told.said_of("ask ")
    told.handle(Lost("silent"))
    assert asked.endswith("press white") and answers == [NO_ANSWER, NO_DEVICE]
    # Neither is asked for again.
    assert told.asked() == []


def test_what_a_device_has_taken_before_it_goes_may_be_done(tmp_path: Path) -> None:
    told = playing(tmp_path, NEW)
    answers = told.do(Enter("a1-c3"))
    assert told.asked() == ["a1-c3"] and answers == []
    told.handle(Lost("unplugged"))
    assert answers == [NO_ANSWER]


def test_a_hint_is_noticed_once_with_its_move(tmp_path: Path) -> None:
    told = playing(tmp_path, NEW)
    told.tell("now play a1-c3+ -", "now play a1-c3+ -", "now play b1xb2? -")
    assert told.game.notices == [Notice("hint-win", ("a1-c3",)), Notice("hint", ("b1xb2",))]


def test_a_game_begins_once_its_event_has_come_in_the_log_that_is_named(tmp_path: Path) -> None:
    told = playing(tmp_path)
    log = tmp_path / "named"
    answers = told.do(NewGame("switch", ("Cem", "Dan"), {"layout": "2"}, log=str(log)))
    assert told.asked() == ["new switch AB layout=2"] and answers == []
    told.tell_events(1, "new switch AB layout=2")
    assert answers == [Answer()] and log.exists() and told.live.store.next_log is None
    assert told.game.logged and tuple(told.game.logged.referee.names) == ("Cem", "Dan")
    # A game that never began has used no name.
    told.do(NewGame("switch", ("Cem", "Dan"), {}, log=str(log)))
    answers = told.do(NewGame("switch", ("Cem", "Dan"), {}))
    assert told.live.store.next_log is None
    # A painted board comes before its game: one event is enough for both.
    board = NewGame("joggle", ("Cem", "Dan"), {"board": "/".join(["RGBYRGBY"] * 8)})
    answers = told.do(board)
    assert [text.split()[0] for text in told.asked()][-2:] == ["board", "new"]
    assert answers == []
    told.tell_events(2, "new switch AB")
    assert answers == [Answer()]


def test_cut_logs_and_journals_set_aside_are_noticed(tmp_path: Path) -> None:
    told = playing(tmp_path, NEW)
    told.live.store.torn += [tmp_path / "one", tmp_path / "two"]
    told.handle(SetAside("broken", b"abc"))
    (path,) = tmp_path.glob("journal-*")
    assert told.game.notices == [
        *(Notice("torn", (str(tmp_path / name),)) for name in ("one", "two")),
        Notice("set-aside", ("broken", str(path))),
    ]
    assert crc_of(b"abc") in path.name and told.live.store.torn == []
    told.handle(DeviceStatus("play", "-", "-"))
    assert len(told.game.notices) == 3


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_refused_resume_gives_its_reason(is_lost: bool, tmp_path: Path) -> None:
    told = playing(tmp_path, "new switch BA layout=2", "a1-c3", NEW)
    _, first = sorted(tmp_path.glob("*.jsonl"))
    answers: list[Answer] = []
    told.game.go_on(first, read_file(first), answers.append)
    (asked,) = told.said_of("ask ")
    assert asked.split(" ")[2:] == ["resume", EPOCH, "2", "switch", "BA", "layout=2"]
    assert answers == []
    # Their names are those of the persons, wherever they sit.
    assert told.live.store.names == {"A": "Ann", "B": "Ben"}
    if is_lost:
        told.handle(Lost("unplugged"))
        assert answers == [NO_ANSWER]
        told.game.go_on(first, read_file(first), answers.append)
        assert answers == [NO_ANSWER, NO_DEVICE]
    else:
        told.tell(f"answer {asked.split(' ')[1]} resume-unknown TA-1 -")
        assert answers == [Answer(refusal=RefusalReport("resume-unknown", "TA-1"))]


def test_a_finished_game_shows_its_winner(tmp_path: Path) -> None:
    frozen = playing(tmp_path, NEW, "resign A").game.freeze(0)
    assert frozen and isinstance(frozen.view, BoardView)
    assert frozen.results == (("Ben",),)


def test_before_a_game_there_is_no_board(tmp_path: Path) -> None:
    assert playing(tmp_path).game.view() is None


@pytest.mark.parametrize(
    ("now", "picked", "legal"),
    [
        ("play a1", "a1", ("c3",)),
        ("play a1-c3", "a1", ("c3",)),
        ("play thinking", "", ()),
        ("correct a1", "", ()),
    ],
)
def test_a_picked_piece_is_shown_while_a_move_is_due(
    now: str, picked: str, legal: tuple[str, ...], tmp_path: Path
) -> None:
    told = playing(tmp_path, NEW)
    told.tell(f"now {now} -")
    view = told.game.view()
    assert view and view.picked == picked and set(legal) <= set(view.legal)
    assert bool(view.legal) is bool(legal)
    if now == "play a1-c3":
        assert view.legal == legal


@pytest.mark.parametrize(("placed", "count"), [(0, 64), (32, 0)])
def test_fields_glow_only_while_there_are_marbles_to_place(placed: int, count: int) -> None:
    rows = ["bwbwbwbw" if placed and rank % 2 else "." * 8 for rank in range(8)]
    game = Joggle.from_position(f"{'/'.join(rows)} w J {placed}")
    assert len(legal_cells(game, None)) == count


def test_an_event_is_waited_for_of_the_last_requests_alone() -> None:
    pending = _OpenIntent(2, print, 1)
    pending.count_answer(None)
    assert pending.events_due == 0
    pending.count_answer(None)
    assert pending.events_due == 1 and not pending.is_complete


def test_of_several_requests_the_first_refusal_is_the_answer() -> None:
    pending = _OpenIntent(3, print, 0)
    for refusal in (RefusalReport("busy", ""), None, RefusalReport("no-move", "SW-4")):
        pending.count_answer(refusal)
    assert pending.is_complete and pending.refusal == RefusalReport("busy", "")


def test_before_a_game_nothing_is_entered_and_who_goes_on_plays_under_their_names(
    tmp_path: Path,
) -> None:
    table = SteppedTable(tmp_path)
    assert on_device(table, Enter("a1-c3")) == NOT_HERE
    names = ("Ann", "Ben")
    on_device(table, NewGame("switch", names, {}), Press("white"), Enter("a1-c3"))
    log = game_of(table.session.state).log
    on_device(table, NewGame("joggle", ("Cem", "Dan"), {}), Press("white"), Enter("J"))
    answer = on_device(table, GoOn(log))
    table.run(8000)
    assert answer.is_done and game_of(table.session.state).players == names
    assert table.worker._on_device.sync.store.names == {"A": "Ann", "B": "Ben"}
