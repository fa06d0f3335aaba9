"""Keys: the bar, the help, and what is said where a key does nothing.

In samples the help is read in one language, and what shows is looked at with the larger board, on
the smallest screen and one more.
"""

from pathlib import Path

import pytest
from rich.console import Console
from schiri.games.zwoggel.field_widget import Field
from schiri.languages import LANGUAGES
from schiri.table.intents import NewGame
from schiri.terminal.command_screen import LOW
from schiri.terminal.help import Help
from schiri.terminal.history import EventLog
from schiri.terminal.keys import bindings_of
from schiri.terminal.quit import Quit
from schiri.texts import Words
from textual._compositor import Compositor, ReflowResult
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Input, Static

from tests.counts import IS_PROOF, count
from tests.terminal.table import JOGGLE, SWITCH, ZWOGGEL, Seat, at_an_open_table, at_the_table

pytestmark = pytest.mark.slow


def lines_of(seat: Seat) -> str:
    """Return the words of the help."""
    assert isinstance(seat.app.screen, Help)
    console = Console(width=400, color_system=None)
    with console.capture() as captured:
        console.print(seat.app.screen.query_one(Static).content)
    return " ".join(captured.get().split())


def test_bar_and_help_have_every_key_in_the_viewers_language() -> None:
    async def play(seat: Seat) -> None:
        table = seat.app.table
        bindings = bindings_of(table)
        assert {"up", "enter", "q", "n", "v", "m", "u", "question_mark", "pageup"} <= {
            b.key for b in bindings
        }
        # No dice are rolled in Switch.
        assert "r" not in {binding.key for binding in bindings}
        for language in LANGUAGES:
            words = table.words = Words(language)
            table.show_parts()
            for binding in bindings:
                if binding.description:
                    assert words.gettext(binding.description) in seat.text("#keys")
            if language != LANGUAGES[0] and not IS_PROOF:
                continue
            await seat.press("question_mark")
            told = lines_of(seat)
            for binding in bindings:
                assert " ".join(words.gettext(binding.tooltip).split()) in told
            await seat.press("escape")

    at_an_open_table(play, SWITCH)


def test_help_names_the_moves_and_the_rules_of_the_game() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("question_mark")
        told = lines_of(seat)
        for part in ("c3xd5", "hold white: the device rolls", "JO-1 ", "JO-13 ", "resign NAME"):
            assert part in told
        assert "SW-1" not in told and "a1xa4" not in told

    at_an_open_table(play, JOGGLE)


def test_a_key_that_does_nothing_says_so_and_what_is_possible() -> None:
    async def play(seat: Seat) -> None:
        hint = seat.text("#hint")
        assert hint.startswith("Press a stone")
        for key in ("1", "z", "r"):
            await seat.press(key)
            assert seat.text("#hint") == f"{key} does nothing now. {hint}"
        # Called as in bar and help.
        for key, name in (("escape", "esc"), ("ctrl+z", "^z"), ("f5", "f5")):
            await seat.press(key)
            assert seat.text("#hint") == f"{name} does nothing now. {hint}"
        await seat.press("left")
        assert seat.text("#hint") == hint

    at_an_open_table(play, SWITCH)


@pytest.mark.parametrize(("begun", "part"), [(SWITCH, "Board"), (ZWOGGEL, "Field")])
def test_a_step_of_the_cursor_draws_and_lays_nothing_out(
    begun: NewGame, part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out: list[object] = []
    reflow = Compositor.reflow

    def note(compositor: Compositor, parent: Widget, size: Size) -> ReflowResult:
        laid_out.append(parent)
        return reflow(compositor, parent, size)

    monkeypatch.setattr(Compositor, "reflow", note)

    async def play(seat: Seat) -> None:
        widget = seat.app.table.query_one(part)
        await seat.press("left")
        before = str(widget.render())
        laid_out.clear()
        await seat.press("right")
        assert str(widget.render()) != before and laid_out == []

    at_the_table(play, tmp_path, begun)


def test_hints_follow_the_phase() -> None:
    async def play(seat: Seat) -> None:
        before = seat.text("#hint")
        await seat.press("left", "left", "down", "down", "enter")
        picked = seat.text("#hint")
        assert picked != before and "same stone" in picked
        seat.do(JOGGLE)
        await seat.wait()
        told = [seat.text("#hint")]
        await seat.press("1")
        told.append(seat.text("#hint"))
        rows = "bbbbwwww/wwwwbbbb/bbbbwwww/wwwwbbbb/......../......../......../........"
        await seat.type("b1")
        await seat.type(f"set position {rows} w R 32")
        told.append(seat.text("#hint"))
        assert len({before, picked, *told}) == 5, told

    at_an_open_table(play, SWITCH)


def test_what_was_half_typed_is_gone() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("colon", "x", "y", "escape", "colon")
        line = seat.app.table.query_one("#line", Input)
        assert line.value == "" and line.placeholder == "a1-c3"
        # While somebody types, the stick is still.
        cursor = seat.state.now
        await seat.press("up")
        assert seat.state.now == cursor

    at_an_open_table(play, SWITCH)


def test_the_history_has_two_forms_and_pages() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("r", "u")
        for line in ("Ann deckt 0,0 auf: rot", "Der letzte Eintrag ist zurückgenommen."):
            assert line in seat.history()
        await seat.press("v")
        assert "Ann: flip 0,0 red" in seat.history() and "deckt" not in seat.history()
        await seat.press("v")
        assert "Ann deckt 0,0 auf: rot" in seat.history()
        # Further up is what was agreed on, further down what came last.
        log = seat.app.table.query_one(EventLog)
        await seat.pilot.resize_terminal(60, 20)
        await seat.wait()
        end = log.scroll_offset.y
        assert end > 0
        await seat.press(*["pageup"] * end)
        assert log.scroll_offset.y == 0
        await seat.press("pagedown")
        assert log.scroll_offset.y == min(end, log.size.height - 1)
        await seat.press(*["pagedown"] * end)
        assert log.scroll_offset.y == end

    at_an_open_table(play, ZWOGGEL, pace_ms=0, language="de")


def test_ctrl_c_asks_as_q_does() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("ctrl+c")
        assert isinstance(seat.app.screen, Quit) and len(seat.app._notifications) == 0
        await seat.press("ctrl+c")
        assert len(seat.app.screen_stack) == 3

    at_an_open_table(play, SWITCH)


SIZES = [(60, 20), (80, 24), (200, 60)]


@pytest.mark.parametrize("game", [JOGGLE, SWITCH][: count(1, 2)], ids=lambda game: game.game)
def test_boards_show_all_that_is_needed(game: NewGame, tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        for size in SIZES if IS_PROOF else (SIZES[0], SIZES[-1]):
            await seat.pilot.resize_terminal(*size)
            await seat.wait()
            parts = ["#title", "Board", "#turn", "#hint", "#keys", "ButtonsPanel", "#log"]
            check(seat, *parts, *["LightsPanel"] * (size[1] >= LOW))
            await seat.press("colon")
            check(seat, "Board", "#turn", "#hint", "#keys", "ButtonsPanel", "#line")
            await seat.press("escape")
        assert seat.app.table.query_one("Board").region.height >= 20

    at_the_table(play, tmp_path, game, size=SIZES[0], language="de")


def check(seat: Seat, *parts: str) -> None:
    """Whether each part is on the screen, whole, and over no other one."""
    width, height = seat.app.size
    for part in parts:
        widget = seat.app.table.query_one(part)
        region = widget.region
        assert region.width > 0 and region.height > 0, part
        assert region.right <= width and region.bottom <= height, part
        for other in parts:
            assert other == part or not seat.app.table.query_one(other).region.overlaps(region), (
                part,
                other,
            )


def test_a_field_shows_all_that_is_needed() -> None:
    async def play(seat: Seat) -> None:
        field = seat.app.table.query_one(Field)
        await seat.press("r")
        for size in SIZES[: count(2, 3)]:
            await seat.pilot.resize_terminal(*size)
            await seat.wait()
            check(seat, "#title", "Field", "#side", "#turn", "#hint", "#keys", "#log")
            problem = seat.app.table.query_one("#problem").region
            assert problem.right <= size[0] and problem.bottom <= size[1]
            if size >= (80, 24):
                assert problem.width > 0
                # As wide as a field typically grows, as the rule book has it.
                lines = str(field.render()).splitlines()
                assert len(lines) >= 14 and len(lines[-1].split()) >= 14
            await seat.press("colon")
            check(seat, "Field", "#side", "#turn", "#hint", "#line", "#keys", "#log")
            assert field.region.height >= 6
            await seat.press("escape")

    at_an_open_table(play, ZWOGGEL, pace_ms=0, size=SIZES[0], language="de")
