"""What is offered in games of cards: walks along whatever can be pressed."""

import random
from pathlib import Path

import pytest
from schiri.scene.scene import Form, Grid, Scene
from schiri.scene.viewer import Viewer
from schiri.table.intents import NewGame

from tests.counts import count
from tests.scenes.stage import SceneStage

PLAYERS = ("Ann", "Ben", "Cem")
GAMES = {
    "zwoggel": {},
    "drehwurm fast": {"mode": "fast"},
    "drehwurm full": {"mode": "full"},
    "drehwurm numbered": {"mode": "full", "joker": "number"},
}
# What leaves the game, and what is asked about first.
ELSEWHERE = ("ask", "leave", "again", "abandon", "draw")
STEPS = count(150, 2000)


def offered(scene: Scene) -> list[str]:
    """Return the ids of what can be pressed."""
    cells = scene.middle.cells if isinstance(scene.middle, Grid) else ()
    pressed = [each.id for each in scene.controls() if each.action is not None]
    return pressed + [cell.id for cell in cells if cell.action is not None]


def fill(form: Form, rng: random.Random) -> dict[str, str]:
    """Return values for each field of a form, as somebody might enter them."""
    return {
        field.id: rng.choice(field.choices)[0] if field.choices else str(rng.randrange(4))
        for field in form.fields
    }


def act(viewer: Viewer, rng: random.Random) -> str:
    """Do something that is offered; return what."""
    forms = [form for form in viewer.scene.forms if form.id in ("counts", "eaten")]
    if forms and rng.random() < 0.5:
        form = rng.choice(forms)
        assert viewer.submit(form.id, fill(form, rng))
        return form.id
    ids = [id for id in offered(viewer.scene) if not id.startswith((*ELSEWHERE, "resign"))]
    # An undo now and then, not as often as anything else.
    id = rng.choice([each for each in ids if each != "undo"] or ["undo"])
    id = "undo" if rng.random() < 0.1 else id
    assert viewer.press(id)
    return id


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_is_understood_and_only_who_plays_is_offered_anything(
    game: str, tmp_path: Path
) -> None:
    rng = random.Random(f"offers {game}")
    stage = SceneStage(tmp_path)
    stage.table.session.do(NewGame(game.split()[0], PLAYERS, GAMES[game]))
    stage.settle()
    ann, others = stage.come("Ann"), [stage.come(each, each) for each in ("en", "de", "fr")]
    eve = stage.come("Eve", "fr", may_act=False)
    seen = set()
    for _ in range(STEPS):
        if ann.scene.is_over and ann.state.state and ann.state.state.over:
            break
        done = act(ann, rng)
        stage.settle()
        seen.add(done)
        # A rule may say no, but it is never a text that nobody understands.
        assert ann.reader.answer.malformed is None and ann.reader.answer.error is None, done
        assert offered(eve.scene) == [] and eve.scene.forms == (), done
        english, *foreign = [each.scene for each in others]
        for each in foreign:
            assert offered(each) == offered(english), done
            assert [form.id for form in each.forms] == [form.id for form in english.forms]
    assert len(seen) > 8
