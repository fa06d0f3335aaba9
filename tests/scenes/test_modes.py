"""Controls in each mode of the device: every mode has texts, every control an effect."""

from datetime import datetime
from pathlib import Path

import pytest
from schiri.device.reports import DeviceStatus, DeviceView
from schiri.games.joggle.scene import SCENE as JOGGLE
from schiri.languages import LANGUAGES
from schiri.prose import detail_words, words_of
from schiri.referee import Referee
from schiri.scene import part_of
from schiri.scene.board import BoardScene, board_cells
from schiri.scene.modes import ModeText
from schiri.scene.participant import Participant
from schiri.scene.scene import Cell, Grid, Pick
from schiri.table.intents import NewGame, Press, RefusalReport
from schiri.texts import Words
from schiri.views import BoardView
from schiri_device.builds import COLOURED
from schiri_device.link.modes import ANY, MODES, presses_in

from tests.game_now import game_of
from tests.games import BOARDS
from tests.scenes.scripted import table_of
from tests.table.stepped import SteppedTable

# The presses of each mode.
WAYS = {mode: {*presses_in(mode)} for mode in MODES}


def scenes() -> list[BoardScene]:
    """Return the scene part of each board game."""
    return [part for part in map(part_of, BOARDS) if isinstance(part, BoardScene)]


# Every mode of every game.
ALL: list[tuple[str, ModeText]] = [row for part in scenes() for row in part.modes.items()]


def test_every_mode_of_the_device_has_words(subtests: pytest.Subtests) -> None:
    for mode in sorted(WAYS):
        with subtests.test(mode=mode):
            found = [asked for name, asked in ALL if name.split(" ")[0] == mode]
            assert found and all(asked.heading or asked.hint for asked in found)


def test_each_control_of_a_mode_has_an_effect(subtests: pytest.Subtests) -> None:
    for part in scenes():
        modes = [(*row, False) for row in part.modes.items()]
        modes += [(*row, True) for row in part.felt.items()]
        for name, prompt, is_felt in modes:
            with subtests.test(part=part, name=name, is_felt=is_felt):
                mode = name.split(" ")[0]
                assert mode in WAYS, f"link/modes.py has no row for the mode {mode}"
                buttons = {*presses_in(mode, is_felt)}
                for id in prompt.controls:
                    action = part.controls[id].action
                    if isinstance(action, Press):
                        pressed = {action.button, action.button.removeprefix("hold-")}
                        assert pressed & buttons or ANY in buttons, (id, buttons)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_for_a_phone_name_no_button_of_the_device(language: str) -> None:
    words = Words(language)
    colours = {words.pgettext("button", each).lower() for each in COLOURED}
    for name, asked in ALL:
        for text in (asked.heading, asked.hint):
            said = {each.strip(".,:;?()").lower() for each in words.gettext(text).split()}
            assert not text or not colours & said, name


def test_the_dies_buttons_are_those_of_the_device() -> None:
    assert {button for _letter, button in JOGGLE.faces} <= WAYS["dice"]
    assert [letter for letter, _button in JOGGLE.faces] == [*"RGBYJ"]


def test_the_last_marble_is_placed_by_its_owner() -> None:
    referee = Referee("joggle", ("Ann", "Ben"))
    board = "/".join([*["........"] * 4, *["bwbwbwbw"] * 3, ".wbwbwbw"])
    referee.command(f"set position {board} b J 31")
    state, scene = referee.state(), part_of("joggle")
    assert isinstance(scene, BoardScene) and scene.step(state) == "place"
    notes = [scene.game_words.seat_note(Words("en"), state, name) for name in referee.names]
    assert notes == ["", "Marbles to place: 1"]


def test_a_mode_that_is_not_known_offers_nothing() -> None:
    for detail in ("-", "slowly"):
        status = DeviceStatus("dancing", detail, "-")
        table = table_of([])._replace(device=DeviceView(status=status))
        assert BoardScene(words_of("switch")).asked(table.device, game_of(table)) == ModeText(
            "", ""
        )


def test_each_player_answers_with_the_button_of_their_own_colour() -> None:
    for detail, does in (("resign", "resigns"), ("draw", "agrees")):
        table = table_of([])._replace(device=DeviceView(status=DeviceStatus("ask", detail, "-")))
        (row,) = part_of("switch").rows(
            table.device, game_of(table), Participant(Words("en"), datetime.min)
        )
        light, dark, _nobody = row.controls
        assert (light.label, light.action) == (f"Ben {does}", Press("white"))
        assert (dark.label, dark.action) == (f"Ann {does}", Press("black"))


def test_a_board_being_corrected_shows_only_its_pieces() -> None:
    letters = ("bw." * 9)[:25]
    view = BoardView(5, letters, "a1", ("c1",), ("b1",), cursor="e5", hint=("a1", "c1"))
    refusal = RefusalReport("move-occupied", "SW-4", ("b1",))
    table = table_of([], view=view)._replace(device=DeviceView(refusal=refusal))

    def cells(person: Participant) -> tuple[Cell, ...]:
        grid = part_of("switch").middle(table.device, game_of(table), person)
        assert isinstance(grid, Grid)
        return grid.cells

    person = Participant(Words("en"), datetime.min)
    shown, edited = cells(person), cells(person.with_pick("edit", "on").with_pick("edit-c1", "w"))
    marks = {mark for cell in shown for mark in cell.marks}
    assert marks == {"picked", "legal", "last", "hint", "cause", "cursor"}
    assert {mark for cell in edited for mark in cell.marks} == {"cursor"}
    assert [cell.piece for cell in edited[20:23]] == ["b", "w", "w"]
    assert [cell.action for cell in edited[21:23]] == [Pick("edit-b1", "."), Pick("edit-c1", ".")]


def test_a_cells_label_names_its_colour_and_its_piece() -> None:
    view = BoardView(2, "w.bw", last=("b2",), fields="RGBY")
    said = [cell.label for cell in board_cells(Words("en"), "joggle", view)]
    assert said[:2] == ["a2, blue, black", "b2, yellow, white, the last move"]
    assert said[2:] == ["a1, red, white", "b1, green, free"]


def test_each_entry_of_the_menu_is_shown_with_its_value(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    table.run(500)
    table.session.do(NewGame("switch", ("Ann", "Ben"), {}))
    table.run(3000)

    def press(button: str) -> str:
        table.session.do(Press(button))
        table.run(1000)
        assert table.session.state.device.status
        return table.session.state.device.status.detail

    press("white")
    details = [press("hold-black"), *(press("right") for _ in range(10))]
    assert press("left") == "sound=1"
    details.append(press("white"))
    assert len(set(details)) == len(details) == 12, "each is seen once, and one changed"
    for language in LANGUAGES:
        told = [detail_words(Words(language), "menu", detail) for detail in details]
        assert len(set(told)) == len(told)
        assert [text for text in told if "=" in text or "(" in text] == []
    assert detail_words(Words("en"), "menu", "moves-b=0") == "show dark its moves: no"
