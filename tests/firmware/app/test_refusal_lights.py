"""Refusals that no cell causes: what is due first, and a full memory, have lights of their own."""

from schiri_device.app.match import RESERVE, TURN_ROOM
from schiri_device.lights.language import CAUSE, DUE, FULL, GLYPH

from tests.each import each
from tests.firmware.stage import Stage


def marks(stage: Stage) -> set[int]:
    return {meaning >> 2 for meaning in stage.device.screen.painter.scene}


def started(game: str, *entries: str) -> Stage:
    stage = Stage("cursor")
    stage.do("plug")
    for text in (game, *entries):
        stage.do(f"ask {text}")
    stage.do("unplug")
    if stage.device.mode_name == "lay":
        stage.do("press white")
    return stage


def fill(stage: Stage, room: int) -> None:
    """Let the journal have so many slots left, and be compacted no more."""
    journal = stage.device.journal
    while journal.room() > room:
        journal.append("undo", None, 0)
    stage.device.is_compacting_due = lambda: False  # type: ignore[method-assign]


def test_a_cell_before_the_roll_lights_that_something_else_is_due() -> None:
    stage = started("new joggle AB goal=1R")
    stage.do("press d4")
    assert DUE in marks(stage) and CAUSE not in marks(stage)
    stage.do("wait 4000")
    assert DUE not in marks(stage)


def test_a_refusal_that_cells_cause_lights_those() -> None:
    stage = started("new switch AB layout=1")
    stage.do("press c3")
    assert CAUSE in marks(stage) and DUE not in marks(stage)


def test_an_undo_that_finds_no_room_lights_the_full_memory() -> None:
    stage = started("new switch AB layout=1", "a1-c3")
    fill(stage, TURN_ROOM - 1)
    stage.do("press black")
    assert FULL in marks(stage) and stage.device.mode_name == "play"
    stage.do("wait 4000")
    assert FULL not in marks(stage)
    # "Why not?" shows it again.
    stage.do("press yellow")
    assert FULL in marks(stage)


@each(("question", "buttons"), [("resign", "white"), ("draw", "white black")])
def test_a_question_that_finds_no_room_is_not_dropped(question: str, buttons: str) -> None:
    stage = started("new switch AB layout=1", "a1-c3")
    fill(stage, RESERVE - 1)
    stage.do("hold black")
    stage.do("press " + "blue " * (question == "draw") + "white")
    assert stage.device.mode_name == "ask"
    stage.do(f"press {buttons}")
    assert stage.device.mode_name == "ask" and FULL in marks(stage)
    assert stage.device.match.outcome is None
    stage.do("wait 4000")
    assert FULL not in marks(stage) and GLYPH in marks(stage)
    stage.do("press red")
    assert stage.device.mode_name == "play"


def test_a_correction_that_finds_no_room_lights_the_full_memory() -> None:
    stage = started("new switch AB layout=1", "a1-c3")
    fill(stage, RESERVE - 1)
    stage.do("hold black")
    stage.do("press blue blue white white")
    assert stage.device.mode_name == "correct" and FULL in marks(stage)
