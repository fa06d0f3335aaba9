"""Controls that a scene offers: random walks over all of them."""

import random
from pathlib import Path

import pytest
from schiri.events import EntryMade
from schiri.languages import LANGUAGES
from schiri.log.steps import steps_of
from schiri.log.stored import read_file
from schiri.names import DEVICE_NAME
from schiri.prose.events import history_words
from schiri.scene.scene import Form, Grid, Race, Scene
from schiri.scene.viewer import Viewer
from schiri.table.intents import Enter, NewGame, Plug, Press, Rematch
from schiri.texts import Words

from tests.counts import count
from tests.game_now import game_of
from tests.games import CARDS, per_game
from tests.scenes.scene_player import SETTLE_MS, ScenePlayer

PLAYERS = ("Ann", "Ben", "Cem")
BEGUN: list[tuple[str, dict[str, str]]] = per_game(
    [
        ("zwoggel", {}),
        ("drehwurm", {"mode": "fast"}),
        ("drehwurm", {"mode": "full"}),
        ("drehwurm", {"mode": "full", "joker": "number"}),
    ],
    CARDS,
)
# Controls that leave the game, and those with a question first.
ELSEWHERE = ("ask", "leave", "again", "abandon", "draw")
# The forms of a game that need no text.
FORMS = ("counts", "eaten", "put-right")
STEPS = count(150, 2000)


def offered(scene: Scene) -> list[str]:
    """Return the ids of all controls that can be pressed."""
    cells = scene.middle.cells if isinstance(scene.middle, Grid) else ()
    pressed = [each.id for each in scene.controls() if each.action is not None]
    return pressed + [cell.id for cell in cells if cell.action is not None]


def fill(form: Form, rng: random.Random) -> dict[str, str]:
    """Return values for each field of a form, as a person might enter them."""
    return {
        field.id: rng.choice(field.choices)[0] if field.choices else str(rng.randrange(4))
        for field in form.fields
    }


def act(viewer: Viewer, rng: random.Random) -> str:
    """Use a random control; return its id."""
    forms = [form for form in viewer.scene.forms if form.id in FORMS]
    if forms and rng.random() < 0.5:
        form = rng.choice(forms)
        values = fill(form, rng)
        if form.before:
            # One thing is wrong at a time, or the game would soon be over.
            id = rng.choice(sorted(values))
            values = {id: values[id]}
        assert viewer.submit(form.id, values)
        return form.id
    ids = [id for id in offered(viewer.scene) if not id.startswith((*ELSEWHERE, "resign"))]
    # An undo is less frequent than other controls.
    id = rng.choice([each for each in ids if each != "undo"] or ["undo"])
    id = "undo" if "undo" in ids and rng.random() < 0.1 else id
    assert viewer.press(id)
    return id


@pytest.mark.parametrize(("game", "options"), BEGUN)
def test_controls_are_valid_and_offered_only_to_players(
    game: str, options: dict[str, str], tmp_path: Path
) -> None:
    rng = random.Random(f"offers {game} {options}")
    stage = ScenePlayer(tmp_path)
    stage.session.do(NewGame(game, PLAYERS, options))
    stage.settle()
    ann, others = stage.come("Ann"), [stage.come(each, each) for each in LANGUAGES]
    eve = stage.come("Eve", "fr", may_act=False)
    seen = set()
    for _ in range(STEPS):
        if ann.scene.is_over and game_of(ann.state).state.over:
            break
        done = act(ann, rng)
        stage.settle()
        seen.add(done)
        # A rule may refuse the action, but its text is never malformed.
        assert ann.person.answer.malformed is None and ann.person.answer.error is None, done
        assert offered(eve.scene) == [] and eve.scene.forms == eve.scene.notation == (), done
        english, *foreign = [each.scene for each in others]
        for each in foreign:
            assert offered(each) == offered(english), done
            assert [form.id for form in each.forms] == [form.id for form in english.forms]
    assert len(seen) > 8


@pytest.mark.parametrize(
    ("game", "ids"),
    per_game([("zwoggel", ["cell-0,0", "shows-red"]), ("drehwurm", ["turned"])], CARDS),
)
def test_beginning_another_game_during_a_card_game_is_asked_first(
    game: str, ids: list[str], tmp_path: Path
) -> None:
    stage = ScenePlayer(tmp_path)
    stage.session.do(NewGame(game, PLAYERS, {}))
    stage.settle()
    ann, questions = stage.come("Ann"), []
    for pressed in ((), ids):
        for id in (*pressed, "ask"):
            assert ann.press(id)
            stage.settle()
        questions += [form.question for form in ann.scene.forms]
        assert ann.press("back-to-table")
    assert questions[0] == "" and "Ann, Ben and Cem is not over" in questions[1]


def test_cards_are_those_of_the_options(tmp_path: Path) -> None:
    stage = ScenePlayer(tmp_path)
    options = {"mode": "full", "colours": "4", "joker": "number"}
    stage.session.do(NewGame("drehwurm", PLAYERS, options))
    stage.settle()
    ann = stage.come("Ann")
    colours = [id[-1] for id in offered(ann.scene) if id.startswith("colour-")]
    assert colours == [*"rygbj"] and ann.press("colour-j")
    assert "value-9" in offered(ann.scene)


def test_a_false_start_is_marked_at_its_player(tmp_path: Path) -> None:
    stage = ScenePlayer(tmp_path)
    for intent in (Plug(False), NewGame("drehwurm", PLAYERS, {"mode": "fast"})):
        stage.session.do(intent)
        stage.run(5000)
    ann = stage.come("Ann")
    for id, at_ms in (("throw-0", 4800), ("turned", 5000)):
        assert ann.press(id, at_ms)
        stage.settle()
    assert isinstance(ann.scene.middle, Race)
    assert [each.is_early for each in ann.scene.middle.runners] == [True, False, False]


def test_the_device_is_not_proposed_as_a_player(tmp_path: Path) -> None:
    stage, names = ScenePlayer(tmp_path), []
    for players, options in ((("Ann", "Ben"), {}), (("Ann", DEVICE_NAME), {"device-b": "1"})):
        stage.session.do(NewGame("switch", players, options))
        stage.settle()
        ann = stage.come("Ann")
        assert ann.press("ask")
        (form,) = ann.scene.forms
        fields = {each.id: each for each in form.fields}
        names.append([fields[f"player-{seat}"].value for seat in range(2)])
        assert fields["player-1"].choices == (("Ann", "Ann"), ("Ben", "Ben"))
    # The names are proposed again as soon as a person should play.
    assert names == [["Ann", "Ben"], ["Ann", "Ben"]] and fields["device"].value == "1"


def test_the_limit_of_hints_stays_with_the_person_who_plays_the_device(tmp_path: Path) -> None:
    stage = ScenePlayer(tmp_path)
    options = {"device-b": "2", "hints-a": "3"}
    for intent in (
        NewGame("switch", ("Ann", DEVICE_NAME), options),
        Press("white"),
        Enter("resign Ann"),
        Rematch(),
    ):
        stage.session.do(intent)
        stage.run(1500)
    assert game_of(stage.session.state).players == (DEVICE_NAME, "Ann")
    stage.settle()
    ann = stage.come("Ann")
    assert ann.press("ask")
    fields = {each.id: each.value for form in ann.scene.forms for each in form.fields}
    assert (fields["player-0"], fields["device"]) == ("Ann", "2")
    assert (fields["option-hints-a"], fields["option-hints-b"]) == ("3", "off")


def test_a_name_in_other_capitals_is_the_known_person(tmp_path: Path) -> None:
    stage = ScenePlayer(tmp_path)
    stage.session.do(NewGame("zwoggel", PLAYERS, {}))
    stage.settle()
    ann = stage.come("Ann")
    assert ann.press("ask")
    assert ann.submit("start", {"player-0": "ANN", "player-1": "Dan", "player-2": "cem"})
    stage.settle()
    assert game_of(ann.state).players == ("Ann", "Dan", "Cem")


def test_later_viewers_read_notices_in_their_place(tmp_path: Path) -> None:
    stage = ScenePlayer(tmp_path)
    ann = stage.come("Ann")

    def press(*ids: str) -> str:
        """Press controls in order; return the message then."""
        for id in ids:
            assert ann.press(id)
            stage.settle()
        return ann.scene.message.text if ann.scene.message else ""

    for intent in (NewGame("switch", PLAYERS[:2], {"hints-a": "free"}), Press("white")):
        stage.session.do(intent)
        stage.settle()
    assert press("hint") == "Looking for the best move …"
    stage.run(3000)
    stage.settle()
    assert ann.scene.message and not ann.scene.hint
    hint = ann.scene.message.text
    assert hint.startswith("Hint: ")
    # The hint is shown and cannot be requested again. A new viewer sees it as well.
    assert not ann.press("hint") and stage.come("Cem").scene.hint == hint
    # A repeated hint is spoken again, but adds no line.
    count = len(ann.scene.lines)
    press("cell-a1", "cell-a1", "hint")
    stage.run(3000)
    stage.settle()
    assert press() == hint and len(ann.scene.lines) == count
    press("cell-a1", "cell-c3")
    texts = [line.text for line in ann.scene.lines]
    assert texts.index(hint) == len(texts) - 2
    assert [line.text for line in stage.come("Ben").scene.lines] == texts


@pytest.mark.parametrize(
    ("game", "begins"), [("switch", "player 1"), ("drehwurm", "player 1 deals, player 2 begins")]
)
def test_a_form_says_who_begins(game: str, begins: str, tmp_path: Path) -> None:
    (form,) = ScenePlayer(tmp_path).come("Ann", game=game).scene.forms
    (first,) = [field for field in form.fields if field.id == "first"]
    assert dict(first.choices)["named"] == begins


def test_cells_may_be_typed_in_capitals(tmp_path: Path) -> None:
    stage = ScenePlayer(tmp_path)
    stage.session.do(NewGame("switch", ("Ann", "Ben"), {}))
    stage.settle()
    ann = stage.come("Ann")
    ann.enter("A1-C3")
    stage.settle()
    ann.submit("command", {"text": "B1-A1"})
    stage.settle()
    told = [line.text for line in ann.scene.lines[-2:]]
    assert told == ["Ann moves from a1 to c3", "Ben moves from b1 to a1"]


def test_that_a_device_was_away_is_said_until_it_is_back(tmp_path: Path) -> None:
    stage = ScenePlayer(tmp_path)
    stage.session.do(NewGame("switch", ("Ann", "Ben"), {}))
    stage.settle()
    ann = stage.come("Ann")
    stage.session.do(Plug(False))
    stage.settle()
    ann.enter("a1-c3")
    stage.settle()
    assert ann.scene.message and ann.scene.message.kind != "note"
    stage.session.do(Plug(True))
    while ann.state.device.connected is None:
        stage.run(SETTLE_MS)
        ann.see(stage.session.state)
    assert ann.scene.message is None


def test_later_viewers_see_an_end_and_its_undo(tmp_path: Path) -> None:
    stage = ScenePlayer(tmp_path)
    stage.session.do(NewGame("zwoggel", ("Ann", "Ben"), {}))
    stage.settle()
    ann = stage.come("Ann")
    ann.enter("resign Ann")
    stage.settle()
    # Cem comes for another round, and is asked what to play.
    ben, cem = stage.come("Ben"), stage.come("Cem", game="zwoggel")
    assert ben.scene.heading == ann.scene.heading and "Ben wins!" in ben.scene.heading
    assert [each.has_won for each in ben.scene.seats] == [False, True]
    assert cem.scene.name == "start" and "back-to-table" in offered(cem.scene)
    assert ann.press("undo")
    stage.settle()
    assert "turns up" in ann.scene.heading
    assert not any(each.has_won for each in ann.scene.seats)
    assert ben.scene.heading == cem.scene.heading == ann.scene.heading


def test_only_entries_have_numbers_those_of_the_log(tmp_path: Path) -> None:
    stage = ScenePlayer(tmp_path)
    ann = stage.come("Ann")
    for game, entries, numbers in (
        # An undone entry has none: it is struck.  Nor has its undo, which is no move.
        ("zwoggel", ("flip 0,0 red", "undo", "set turn Ann", "flip 0,0 red"), [4]),
        ("switch", ("a1-c3", "undo", "b2-c3", "draw", "undo", "undo", "b2-c3"), [7]),
    ):
        stage.session.do(NewGame(game, ("Ann", "Ben"), {}))
        stage.settle()
        if game == "switch":
            ann.press("begin")
            stage.settle()
        for entry in entries:
            ann.enter(entry)
            stage.settle()
        steps = steps_of(read_file(Path(game_of(ann.state).log)))
        told = [(each.entry, each.text) for each in ann.scene.lines if each.entry]
        assert told == [
            (step.number, history_words(Words("en"), game, step.event))
            for step in steps
            if step.number in numbers and isinstance(step.event, EntryMade)
        ]
        assert [at for at, _text in told] == numbers
        struck = [each.text for each in ann.scene.lines if each.tone == "undone"]
        # With the draw its end is struck.
        ends = [each for each in struck if each.startswith("A draw!")]
        assert len(ends) == entries.count("draw")
        assert len(struck) == entries.count("undo") + len(ends)
        assert not any("Undone" in each for each in struck)
        late = stage.come("Eve")
        assert [each.entry for each in late.scene.lines if each.entry] == [at for at, _ in told]
