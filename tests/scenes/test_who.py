"""Who sees a scene: spectators are never told to act, and people with names only if it is their
turn.
"""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from schiri.device.reports import DeviceStatus, DeviceView, RefusalReport
from schiri.languages import LANGUAGES
from schiri.names import DEVICE_NAME
from schiri.prose import turn_words
from schiri.referee import Referee
from schiri.scene import part_of
from schiri.scene.board import BoardScene
from schiri.scene.compose import LOADING, scene_of
from schiri.scene.participant import EVERYBODY, WHO, Participant
from schiri.scene.scene import Row, Scene
from schiri.scene.viewer import Viewer
from schiri.table.intents import Sent, Sit
from schiri.table.state import TableState
from schiri.texts import Words
from schiri.views import BoardView
from schiri_engines.registry import rows

from tests.game_now import game_of
from tests.golden import Script, each_in, steps
from tests.scenes.scene_player import ScenePlayer
from tests.scenes.scripted import BEGUN, table_of

NOW = datetime(2026, 1, 31, 18, 4, tzinfo=UTC)
PLAYING = DeviceView(status=DeviceStatus("play", "-", "-"))


def seen_by(name: str, table: TableState, language: str = "en") -> Scene:
    return scene_of(table, Participant(Words(language), NOW).with_pick(WHO, name))


def who_row(scene: Scene) -> Row:
    (row,) = (each for each in scene.rows if each.id == WHO)
    return row


class WatchedTable(ScenePlayer):
    """People at a table, with a spectator of each language behind them."""

    def settle(self) -> None:
        super().settle()
        for language in LANGUAGES:
            is_read_as_watching(self.session.state, Words(language))


def is_read_as_watching(table: TableState, words: Words) -> None:
    """Check that a spectator reads whose turn it is, facts, and that they are watching."""
    scene = scene_of(table, Participant(words, NOW, may_act=False))
    watching, game = words.gettext("You are watching."), table.game
    if game is None or table.is_opening:
        assert scene.hint in (watching, words.gettext(LOADING.hint))
        return
    part = part_of(game.state.game)
    facts = part.facts(words, game)
    assert scene.heading == (part.turn(words, game) or turn_words(words, game.state))
    assert scene.hint == " ".join([*facts, watching])
    assert not scene.forms and not [row for row in scene.rows if row.id != "why"]


@each_in("scenes/scripts")
def test_a_spectator_of_a_recorded_game_is_never_told_to_act(script: Script) -> None:
    table = WatchedTable()
    for step in steps(script.text):
        if step.is_command:
            list(table(step.text))


@pytest.mark.parametrize("game", [row.name for row in rows() if row.size])
def test_a_spectator_reads_no_question_of_the_device(game: str) -> None:
    part, words = part_of(game), Words("en")
    assert isinstance(part, BoardScene)
    referee = Referee(game, ("Ann", "Ben"))
    played = game_of(table_of([]))._replace(state=referee.state(), options=referee.options)
    details = ("-", "c3.", "c3b", "a1-c3", "thinking", "a1-c3?", "resign")
    for mode in {each.split()[0] for each in part.modes}:
        for detail in details:
            device = DeviceView(status=DeviceStatus(mode, detail, "-"))
            is_read_as_watching(TableState(device, played), words)


def test_a_person_with_a_name_is_told_to_act_on_their_turn_alone() -> None:
    table = table_of([])._replace(device=PLAYING)
    for language, yours, other in (
        ("en", "Your turn.", "Ann (dark) is to move."),
        ("de", "Du bist dran.", "Ann (dunkel) ist am Zug."),
        ("fr", "À toi de jouer.", "À Ann (foncé) de jouer."),
    ):
        ann, ben = (seen_by(name, table, language) for name in ("Ann", "Ben"))
        family = seen_by(EVERYBODY, table, language)
        assert (ann.heading, ben.heading, family.heading) == (yours, other, other)
        assert ann.hint == family.hint != "" and not ben.hint
        assert (ann.is_yours, ben.is_yours, family.is_yours) == (True, False, False)
        assert [seat.is_you for seat in ben.seats] == [False, True]
        # A family shares phones: whoever has said a name may still act for the others.
        assert [each.id for each in ben.controls()] == [each.id for each in ann.controls()]


def test_a_question_to_all_is_read_by_all() -> None:
    asked = table_of([])._replace(device=DeviceView(status=DeviceStatus("ask", "draw", "-")))
    for name in ("Ann", "Ben", EVERYBODY):
        scene = seen_by(name, asked)
        assert (scene.heading, scene.hint) == ("A draw?", "Both must agree.")
        assert not scene.is_yours


def test_it_is_asked_once_and_again_in_a_game_without_that_name() -> None:
    table = table_of([])._replace(device=PLAYING)
    asked = who_row(seen_by("", table))
    assert not asked.is_folded
    assert [each.label for each in asked.controls] == ["Ann", "Ben", "all of us"]
    for name in ("Ann", EVERYBODY):
        row = who_row(seen_by(name, table))
        assert row.is_folded
        assert [each.is_on for each in row.controls].count(True) == 1
    assert not who_row(seen_by("Cem", table)).is_folded
    assert not seen_by("Cem", table).is_yours
    over = game_of(table)._replace(state=replace(BEGUN, over=True, phase="over"))
    assert who_row(seen_by("", table._replace(game=over))).is_folded
    alone = game_of(table)._replace(players=("Ann", DEVICE_NAME))
    assert who_row(seen_by("", table._replace(game=alone))).is_folded


def test_whoever_plays_on_without_an_answer_plays_as_all() -> None:
    sent: list[Sent] = []

    def do(intent: Sent, _answered: object) -> None:
        if not isinstance(intent, Sit):
            sent.append(intent)

    table = table_of([])._replace(device=DeviceView(status=DeviceStatus("lay", "-", "-")))
    view = BoardView(5, "." * 25)
    table = table._replace(game=game_of(table)._replace(view=view))
    viewer = Viewer(Words("en"), table, do, lambda: None, lambda: NOW, who="")
    assert viewer.press("begin") and not who_row(viewer.scene).is_folded
    assert viewer.press("cell-a1") and len(sent) == 2
    assert viewer.person.pick(WHO) == EVERYBODY and viewer.said == ""
    assert viewer.press("who-1") and viewer.said == viewer.person.name == "Ben"
    # It is no intent, and it stays in the next game.
    viewer.see(table_of([], log="b.jsonl"))
    assert len(sent) == 2 and viewer.person.name == "Ben"


def test_a_touch_out_of_turn_is_answered_with_whose_turn_it_is() -> None:
    own = RefusalReport("move-not-yours", "SW-4", ("b1",))
    table = table_of([])._replace(device=PLAYING._replace(refusal=own))
    said = {name: seen_by(name, table).message for name in ("Ann", "Ben", EVERYBODY)}
    texts = {name: message.text for name, message in said.items() if message}
    assert texts["Ben"] == "Ann (dark) is to move." and texts["Ann"] == texts[EVERYBODY]
    assert {message and message.rule for message in said.values()} == {"SW-4"}
    # What is not about a cell is said as it is.
    declined = RefusalReport("undo-declined", "TA-3")
    table = table_of([])._replace(device=PLAYING._replace(refusal=declined))
    assert seen_by("Ben", table).message == seen_by("Ann", table).message
