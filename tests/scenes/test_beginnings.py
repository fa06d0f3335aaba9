"""What is seen while a game begins on a device: nothing of what the device shows on the way."""

from pathlib import Path

from schiri.scene.modes import MODE_TEXTS
from schiri.scene.viewer import Viewer

from tests.scenes.scene_player import ScenePlayer
from tests.table.stepped import STEP_MS

PLAYERS = {"player-0": "Ann", "player-1": "Ben", "player-2": "Cid"}


def headings(people: ScenePlayer, viewer: Viewer) -> list[tuple[str, bool]]:
    """Let time pass; return each heading in turn, and whether the device's buttons were there."""
    found: list[tuple[str, bool]] = []
    for _ in range(6000 // STEP_MS):
        people.run(STEP_MS)
        for future, answered in [each for each in people._waiting if each[0].done()]:
            people._waiting.remove((future, answered))
            answered(future.result(0))
        viewer.see(people.session.state)
        rows = [row for row in viewer.scene.rows if row.id == "mode"]
        now = viewer.scene.heading, any(row.controls for row in rows)
        if now not in found[-1:]:
            found.append(now)
    return found


def test_nothing_of_the_device_flashes_by_while_a_game_begins(tmp_path: Path) -> None:
    people = ScenePlayer(tmp_path)
    people.lots = [0, 0]
    ann, ben = people.come("ann"), people.come("ben")
    loading, lay = (MODE_TEXTS["restart"].heading, False), (MODE_TEXTS["lay"].heading, True)
    for game, last in (
        ("switch", [loading, lay]),
        ("joggle", [loading, ("Ann (white) rolls.", False)]),
        ("drehwurm", [("It is Ben's turn.", False)]),
        # From the panel of cards: the same board game again, and another one.
        ("joggle", [loading, ("Ann (white) rolls.", False)]),
        ("zwoggel", [("Ann turns up a card.", False)]),
        ("switch", [loading, lay]),
    ):
        ann.see(people.session.state)
        ann.press("ask")
        ann.press(f"game-{game}")
        assert ann.submit("start", PLAYERS)
        # Who only sees it, and who has asked for it.
        assert headings(people, ann) == last
        ben.see(people.session.state)
        assert (ben.scene.heading, ben.scene.game) == (last[-1][0], game)
    # Once more, from its end.
    ann.press("draw")
    people.settle()
    assert ann.press("again") and headings(people, ann) == [loading, lay]


def test_after_a_restart_the_card_game_that_was_left_is_offered_before_an_older_game_of_the_device(
    tmp_path: Path,
) -> None:
    people = ScenePlayer(tmp_path)
    people.run(2000)
    for game in ("switch", "zwoggel"):
        ann = people.come("ann", game=game)
        ann.press("ask")
        ann.press(f"game-{game}")
        assert ann.submit("start", PLAYERS)
        headings(people, ann)
        assert ann.press("begin" if game == "switch" else "cell-0,0")
        people.settle()
    ann.press("face-red")
    people.settle()
    people.restart()
    # Who comes at once, and who comes once the device is there.
    first = people.come("first")
    headings(people, first)
    for viewer in (first, people.come("second")):
        (row,) = [row for row in viewer.scene.rows if row.id == "offers"]
        assert "Zwoggel" in row.controls[0].label
    # The game of the device is played on, and whoever comes then sees that one.
    assert first.press("back-to-table")
    assert "offers" not in [row.id for row in first.scene.rows]
