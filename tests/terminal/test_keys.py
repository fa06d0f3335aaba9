"""Keys: the bar, the help, messages about keys without effect, and keys in a burst."""

from pathlib import Path

import pytest
from rich.console import Console
from schiri.languages import LANGUAGES
from schiri.scene.scene import HistoryLine
from schiri.scene.viewer import MOST_LINES
from schiri.table.intents import NewGame
from schiri.terminal.dialogs import Help
from schiri.terminal.grid import GridView
from schiri.terminal.table_screen import KEYS
from schiri.terminal.widgets import MOST_KEPT, EventLog
from schiri.texts import Words
from textual._compositor import Compositor, ReflowResult
from textual.events import Key
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from tests.counts import IS_PROOF, count
from tests.terminal.seat import (
    DREHWURM,
    JOGGLE,
    NAMES,
    SWITCH,
    ZWOGGEL,
    Seat,
    at_an_open_table,
    at_the_table,
)


def lines_of(seat: Seat) -> str:
    """Return the words of the help."""
    assert isinstance(seat.app.screen, Help)
    console = Console(width=400, color_system=None)
    with console.capture() as captured:
        console.print(seat.app.screen.query_one(Static).content)
    return " ".join(captured.get().split())


def test_bar_and_help_have_every_key_in_the_viewers_language() -> None:
    async def play(seat: Seat) -> None:
        for language in LANGUAGES if IS_PROOF else LANGUAGES[:2]:
            words = Words(language)
            seat.speak(words)
            seat.app.table.show()
            for key, bar, _does in KEYS[:4]:
                assert f"{key} {words.gettext(bar)}" in seat.text("#keys"), language
            await seat.press("question_mark")
            said = lines_of(seat)
            for _key, _bar, does in KEYS:
                assert " ".join(words.gettext(does).split()) in said
            for part in ("c3xd5", "JO-1 ", "JO-13 ", words.gettext("Roll")):
                assert part in said
            assert "SW-1" not in said and "a1xa4" not in said
            await seat.press("escape")

    at_an_open_table(play, JOGGLE)


def test_no_key_means_two_things_in_a_scene() -> None:
    """Each phase has its keys; none of them hides a key of every scene."""
    seen: set[str] = set()

    def look(seat: Seat) -> None:
        controls = [each for each in seat.app.viewer.scene.controls() if each.action is not None]
        own = [each.key for each in controls if each.key and not each.id.startswith("dev-")]
        assert len(own) == len(set(own)), own
        assert not {":", "?", "q", "m", "d", "v"} & set(own), own
        seen.update(own)

    async def play(seat: Seat) -> None:
        look(seat)
        for keys in (("space",), ("1",), ("s",), ("e",)):
            await seat.press(*keys)
            look(seat)

    at_an_open_table(play, DREHWURM, pace_ms=0)

    async def joggle(seat: Seat) -> None:
        look(seat)

    at_an_open_table(joggle, JOGGLE)
    assert {"space", "u", "n", "p", "r", "j"} <= seen


@pytest.mark.parametrize("begun", [SWITCH, ZWOGGEL], ids=lambda begun: begun.game)
def test_moving_the_cursor_does_not_lay_out_the_screen(
    begun: NewGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out: list[object] = []
    reflow = Compositor.reflow

    def note(compositor: Compositor, parent: Widget, size: Size) -> ReflowResult:
        laid_out.append(parent)
        return reflow(compositor, parent, size)

    monkeypatch.setattr(Compositor, "reflow", note)

    async def play(seat: Seat) -> None:
        await seat.press("left")
        before = seat.board
        laid_out.clear()
        await seat.press("right")
        assert seat.board != before and laid_out == []

    at_the_table(play, tmp_path, begun)


def test_the_history_has_two_forms_and_pages() -> None:
    async def play(seat: Seat) -> None:
        await seat.press(*["enter", "r", "u"] * 4)
        for line in (
            "Ann deckt eine Karte auf: rot",
            "Zurückgenommen: Ann deckt eine Karte auf: rot",
        ):
            assert line in seat.history()
        await seat.press("v")
        assert "Ann: flip 0,0 red" in seat.history() and "deckt" not in seat.history()
        await seat.press("v")
        assert "Ann deckt eine Karte auf: rot" in seat.history()
        # The agreed options are at the top, the latest events at the bottom.
        log = seat.app.table.query_one(EventLog)
        # What was undone is struck through, and what undid it is not.
        struck = [
            strip.text.strip()
            for strip in log.lines
            if any(each.style and each.style.strike for each in strip)
        ]
        assert struck and all(line.startswith("Ann deckt") for line in struck), struck
        await seat.pilot.resize_terminal(60, 20)
        await seat.wait()
        end = log.scroll_offset.y
        assert end > 0
        await seat.press(*["pageup"] * end)
        assert log.scroll_offset.y == 0
        await seat.press(*["pagedown"] * end)
        assert log.scroll_offset.y == end
        # A scene has so many lines at most: the next one is still shown.
        for last in (MOST_LINES, MOST_LINES + 1):
            numbers = range(last - MOST_LINES + 1, last + 1)
            lines = tuple(HistoryLine(number, f"line {number}") for number in numbers)
            seat.app.viewer.scene = seat.app.viewer.scene._replace(lines=lines)
            seat.app.table.show()
            assert log.forms.endswith(f"\nline {last}")
        for number in range(MOST_KEPT):
            log.print(f"more {number}")
        assert log.forms.split("\n") == [f"more {number}" for number in range(MOST_KEPT)]

    at_an_open_table(play, ZWOGGEL, pace_ms=0, language="de")


# The parts beside or below a grid, which must not cover it.
PARTS = ("#title", "GridView", "#side", "#turn", "#hint", "#keys", "#log")
SIZES = [(60, 20), (80, 24), (200, 60)]


def check(seat: Seat, *parts: str) -> None:
    """Check that each part is completely on the screen and overlaps no other one."""
    width, height = seat.app.size
    for part in parts:
        region = seat.app.table.query_one(part).region
        assert region.width > 0 and region.height > 0, (part, seat.app.size)
        assert region.right <= width and region.bottom <= height, (part, seat.app.size)
        for other in parts:
            over = seat.app.table.query_one(other).region.overlaps(region)
            assert other == part or not over, (part, other, seat.app.size)


@pytest.mark.parametrize(
    "game", [JOGGLE, ZWOGGEL, SWITCH][: count(2, 3)], ids=lambda game: game.game
)
def test_grids_show_all_that_is_needed(game: NewGame, tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        for size in SIZES if IS_PROOF else (SIZES[0], SIZES[-1]):
            await seat.pilot.resize_terminal(*size)
            await seat.wait()
            check(seat, *PARTS)
            await seat.press("colon")
            check(seat, "GridView", "#turn", "#line", "#keys")
            await seat.press("escape")
        assert seat.app.table.query_one(GridView).region.height >= 20

    at_the_table(play, tmp_path, game, size=SIZES[0], language="de")


# Keys faster than the screen draws: none is lost, and none becomes a key of the table.


async def burst(seat: Seat, text: str, *more: str) -> None:
    """Press keys without a pause, as a terminal delivers pasted text."""
    keys = [(NAMES.get(letter, letter), letter) for letter in text]
    for name, letter in (*keys, *((key, None) for key in more)):
        seat.app.post_message(Key(name, letter))
    await seat.pilot.pause()
    await seat.wait()


def test_keys_before_the_first_scene_are_ignored() -> None:
    async def play(seat: Seat) -> None:
        table = seat.app.table
        table.is_ready = False
        await burst(seat, ":z")
        assert seat.app.is_running and not table.is_typing and not table._idle
        table.is_ready = True

    at_an_open_table(play, SWITCH)
