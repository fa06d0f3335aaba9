"""Corrections by hand that no recorded scene reaches: after the end, and with all cards lying."""

from pathlib import Path

from schiri.games.zwoggel.rulings import ZwoggelState
from schiri.scene.viewer import Viewer
from schiri.table.intents import Enter, NewGame

from tests.game_now import game_of
from tests.scenes.scene_player import ScenePlayer


def began(folder: Path, *others: str) -> tuple[ScenePlayer, Viewer]:
    """Return a table of Zwoggel, and one person at it."""
    people = ScenePlayer(folder)
    people.session.do(NewGame("zwoggel", ("Ann", "Ben", *others), {}))
    people.settle()
    return people, people.come("Ann")


def test_a_game_that_has_ended_meanwhile_is_not_corrected(tmp_path: Path) -> None:
    people, ann = began(tmp_path)
    before = ann.scene
    people.session.do(Enter("resign Ben"))
    people.settle()
    # The press was on its way.
    assert ann.press("edit", scene=before)
    assert ann.scene.is_over and ann.scene.form("put-right") is None
    assert ann.scene.heading.startswith("Ann wins!")


def test_a_card_moves_even_if_no_other_one_is_left(tmp_path: Path) -> None:
    people, ann = began(tmp_path)
    for place in ((x, y) for x in range(2, 12) for y in range(6)):
        people.session.do(Enter(f"set square {place[0]},{place[1]} down"))
    people.settle()
    ann.press("edit")
    # First the place where it is to lie, then thrice the one where it lies: nothing is left.
    for id in ("cell-12,0", *["cell-11,5"] * 3):
        assert ann.press(id)
    ann.submit("put-right", {})
    people.settle()
    people.settle()
    assert ann.person.answer.is_done
    state = game_of(people.session.state).state
    assert isinstance(state, ZwoggelState)
    assert len(state.field) == 64 and "12,0" in state.field and "11,5" not in state.field


def test_a_correction_is_entered_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    people, ann = began(tmp_path, "Cid")
    people.session.do(Enter("set penalties Ben 3"))
    people.settle()
    before = game_of(people.session.state).state
    ann.press("edit")
    # Ben is out: it cannot be Ben's turn.
    ann.submit("put-right", {"penalties-0": "1", "turn": "Ben", "stock": "50"})
    people.settle()
    assert ann.person.answer.refusal and ann.person.answer.refusal.code == "player-out"
    assert ann.scene.form("put-right") is not None
    assert game_of(people.session.state).state == before
