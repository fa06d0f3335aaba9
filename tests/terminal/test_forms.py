"""The form for a new game: remembered values, small screens, and its effects."""

import asyncio
import json
from pathlib import Path

import pytest
from schiri.log.lines import read
from schiri.scene import part_of
from schiri.scene.scene import FormField
from schiri.table.intents import Enter, NewGame
from schiri.terminal.dialogs import Help, QuestionScreen
from schiri.terminal.form import FieldLine, StartForm
from schiri.terminal.table_screen import TableScreen
from schiri.terminal.widgets import QuietStatic
from schiri_engines.registry import names
from textual.app import ComposeResult
from textual.widgets import Input, Select, Static

from tests.counts import count
from tests.game_now import game_of
from tests.terminal.seat import (
    DREHWURM,
    SWITCH,
    ZWOGGEL,
    Seat,
    at_an_open_table,
    at_the_table,
    play_before,
)


def has(seat: Seat, screen: type) -> bool:
    """Return whether this screen is on top."""
    return type(seat.app.screen) is screen


async def send(seat: Seat) -> None:
    """Send the form."""
    seat.form.query(Input).first().focus()
    await seat.press("enter")
    await seat.wait(1000)


async def choose(seat: Seat, game: str) -> None:
    """Choose a game in the form."""
    seat.form.query_one("#game", Select).value = f"game-{game}"
    await seat.wait()


def test_only_the_title_and_the_keys_are_seen_around_the_start_form(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        seen = [seat.app.table.query_one(part).visible for part in ("#top", "#turn", "#log")]
        assert seat.text("#title") == "Schiri · What do you want to play?" and not any(seen)
        await seat.press("enter")
        assert seat.app.table.query_one("#turn").visible
        assert "Schiri" not in seat.text("#title")

    at_the_table(play, tmp_path)


def test_a_form_closes_when_the_turn_passes_to_another_player(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        seat.do(DREHWURM)
        await seat.wait()
        await seat.press("a")
        assert seat.form.form_id == "eaten"
        # Somebody else was faster; the numbers here are not the next player's.
        seat.do(Enter(f"ate {game_of(seat.state).state.turn} y 1 0 0"))
        await seat.wait()
        assert has(seat, TableScreen)

    at_the_table(play, tmp_path, game="drehwurm", pace_ms=0)


def test_the_named_game_is_offered_until_a_game_begins(tmp_path: Path) -> None:
    def offered(seat: Seat) -> str:
        return str(seat.form.query_one("#game", Select).value)

    async def play(seat: Seat) -> None:
        assert offered(seat) == "game-zwoggel"
        seat.do(DREHWURM)
        await seat.wait()
        await seat.press("n")
        assert offered(seat) == "game-drehwurm"

    at_the_table(play, tmp_path, game="zwoggel", pace_ms=0)


def test_the_named_game_is_offered_though_the_device_has_another(
    tmp_path: Path,
) -> None:
    async def play(seat: Seat) -> None:
        await seat.wait(1500)
        assert game_of(seat.state).state.game == "switch"
        assert has(seat, StartForm)
        assert seat.form.query_one("#game", Select).value == "game-zwoggel"
        # One key leads to the game on the board. Starting the other one needs no confirmation.
        await seat.press("escape")
        assert has(seat, TableScreen) and "A (" in seat.text("#seats")
        await seat.press("n")
        for at, name in enumerate(("Ann", "Ben")):
            seat.field(f"player-{at}").put(name)
        await send(seat)
        assert has(seat, TableScreen) and game_of(seat.state).state.game == "zwoggel"

    at_the_table(play, tmp_path, SWITCH, game="zwoggel", is_found=True)


def test_a_state_that_arrives_while_a_form_is_built_is_shown(tmp_path: Path) -> None:
    """A new state reaches the fields of the chosen game before their parts are mounted."""

    async def play(seat: Seat) -> None:
        await seat.press("n")
        compose, early = FieldLine.compose, []

        def show_first(line: FieldLine) -> ComposeResult:
            early.append(line.field.id)
            seat.app.show()
            return compose(line)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(FieldLine, "compose", show_first)
            await choose(seat, "zwoggel")
        assert "option-frame" in early
        assert seat.field("option-frame").value == "none"

    at_the_table(play, tmp_path, SWITCH)


def test_enter_begins_the_same_game_again(tmp_path: Path) -> None:
    # An invalid option gets its default.
    options = {"frame": "17x17", "no-fill-holes": "on"}
    last = {"players": ["Ann", "Ben", "Cem", "Dan"], "game": "zwoggel", "options": options}
    # A finished game cannot be continued.
    play_before(tmp_path, ZWOGGEL, Enter("resign Ben"), Enter("resign Ann"))
    (tmp_path / "last.json").write_text(json.dumps(last))

    async def play(seat: Seat) -> None:
        await seat.press("enter")
        assert "Cem" in seat.text("#seats") and "Dan" in seat.text("#seats")
        assert game_of(seat.state).options["frame"] == "none"
        assert game_of(seat.state).options["no-fill-holes"] == "on"

    at_the_table(play, tmp_path, pace_ms=0)
    logs = sorted((tmp_path / "logs").glob("*.jsonl"), key=lambda path: path.stem)
    assert [read(path.read_bytes()).is_finished for path in logs] == [True, False]


def test_on_a_small_screen_errors_are_next_to_their_field(tmp_path: Path) -> None:
    for other in ("Cem", "Dan", "Eva"):
        play_before(tmp_path, DREHWURM._replace(players=("Ann", "Ben", other)))

    async def look(small: Seat) -> None:
        assert len(small.state.offers) == 3
        small.field("player-1").put("Ann")
        await send(small)
        wrong = small.field("player-1").query_one("#wrong", Static)
        assert "Two players have the same name" in str(wrong.render())
        assert small.field("player-1").value == "Ann" and small.state.game is None
        region = small.form.query_one("#submit").region
        assert region.bottom <= 20 and region.right <= 60 and region.height > 0

    at_the_table(look, tmp_path, game="drehwurm", size=(60, 20), pace_ms=0)


def test_how_a_game_is_played_is_said_on_a_small_screen(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        for game in names():
            await choose(seat, game)
            button = seat.form.query_one("#guide")
            assert button.region.right <= 60 and button.region.bottom <= 20
            button.focus()
            await seat.press("enter")
            await seat.wait()
            assert has(seat, Help)
            text = seat.app.screen.query_one(QuietStatic)
            said = "\n".join(
                "".join(part.text for part in text.render_line(line))
                for line in range(text.size.height)
            )
            assert text.size.height <= 18
            for step in part_of(game).guide:
                assert step.text in " ".join(said.split()), (game, said)
            await seat.press("escape")

    at_the_table(play, tmp_path, size=(60, 20), pace_ms=0)


def test_the_terminal_works_on_a_loop_without_signals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop of Windows is one of these."""

    def refuse(*words: object) -> None:
        raise NotImplementedError

    async def play(seat: Seat) -> None:
        assert "is to move" in seat.text("#turn")

    for loop in (asyncio.BaseEventLoop, asyncio.SelectorEventLoop):
        monkeypatch.setattr(loop, "add_signal_handler", refuse, raising=False)
    at_the_table(play, tmp_path, SWITCH)


def test_house_rules_are_chosen_and_the_starter_is_drawn(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        seat.stepped.lots = [1]
        for at, name in enumerate(("Ann", "Ben", "Cid")):
            seat.field(f"player-{at}").put(name)
        seat.field("option-frame").put("8x8")
        seat.field("first").put("lot")
        await seat.wait()
        await send(seat)
        assert game_of(seat.state).options["frame"] == "8x8"
        assert game_of(seat.state).players == ("Ben", "Cid", "Ann")
        assert "Drawn by lot: Ben begins." in seat.log()

    at_the_table(play, tmp_path, game="zwoggel", pace_ms=0)


@pytest.mark.parametrize(
    "begun", [SWITCH, DREHWURM, ZWOGGEL][: count(2, 3)], ids=lambda begun: begun.game
)
def test_the_same_is_played_again_with_one_key(begun: NewGame) -> None:
    async def play(seat: Seat) -> None:
        seat.stepped.lots = [1]
        players = game_of(seat.state).players
        if begun is ZWOGGEL:
            await seat.type(f"resign {players[1]}")
        await seat.type("abandon" if begun is DREHWURM else f"resign {players[0]}")
        await seat.wait(1000)
        assert game_of(seat.state).state.over
        await seat.press("a")
        await seat.wait(1500)
        again = game_of(seat.state)
        assert not again.state.over and again.state.game == begun.game
        assert again.players == (*players[1:], players[0])
        # Zwoggel's sheet has the first player drawn each time.
        assert ("Drawn by lot" if begun is ZWOGGEL else "This time") in seat.log()

    at_an_open_table(play, begun)


def test_resigning_takes_more_than_one_key(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.type("a1-c3")
        # Resigning needs a confirmation.
        await seat.pilot.press("colon")
        seat.app.table.query_one("#line", Input).value = "resign B"
        await seat.press("enter")
        assert has(seat, QuestionScreen)
        await seat.press("n")
        assert not game_of(seat.state).state.over
        # Another game on the board needs one as well. Cards take nothing off the board.
        await seat.press("n")
        await choose(seat, "joggle")
        form = seat.form
        form.query(Input).first().focus()
        await seat.press("enter")
        assert has(seat, QuestionScreen)
        await seat.press("escape")
        assert seat.form is form and game_of(seat.state).state.game == "switch"
        form.query(Input).first().focus()
        await seat.press("enter", "enter")
        await seat.wait(6000)
        assert game_of(seat.state).state.game == "joggle"
        # The game is saved, and can be continued.
        await seat.press("n", "enter")
        await seat.wait(8000)
        assert game_of(seat.state).state.game == "switch"
        assert "a1-c3" in seat.log()

    at_the_table(play, tmp_path, SWITCH)


def test_the_start_explains_the_keys(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        form = seat.form
        assert not form.query("#offers > *")
        await seat.press("question_mark")
        assert has(seat, Help)
        lines = "\n".join(strip.text for strip in seat.app.screen._compositor.render_strips())
        assert "Tab" in lines and "start or resume" in lines and "ZW-1" in lines
        await seat.press("escape")
        assert seat.app.screen is form
        name = seat.field("player-0").query_one(Input)
        name.focus()
        await seat.press("question_mark", "colon")
        assert name.value.endswith("?:")
        # Without a game, the only alternative is to quit.
        await seat.press("escape")
        assert isinstance(seat.app.screen, QuestionScreen)
        assert str(seat.app.screen.query_one("Vertical > QuietStatic", QuietStatic).content) == (
            "Quit Schiri?"
        )
        await seat.press("n")
        assert has(seat, StartForm)

    at_the_table(play, tmp_path, game="zwoggel", pace_ms=0)


def test_each_kind_of_field_takes_a_value_and_shows_its_warnings() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("n")
        form = seat.app.screen
        assert isinstance(form, StartForm)
        # Earlier names are completed during typing, and house rules are at the end.
        name = next(line for line in form.query(FieldLine) if line.field.kind == "name")
        suggester = name.query_one(Input).suggester
        assert suggester and await suggester.get_suggestion("be") == "Ben"
        order = [each.id or "" for each in form.query("#fields > *")]
        folded = [line.field.is_folded for line in form.query(FieldLine)]
        assert order.index("house-rules") == order.index("note") + 1 + folded.index(True)
        line = FieldLine(FormField("sure", "check", "Sure?", "on"))
        await form.mount(line)
        values = [line.value]
        line.put("")
        assert [*values, line.value] == ["on", ""]
        await line.remove()
        await seat.press("escape")
        # A notice has no error sign, and does not appear in a form.
        viewer, sign = seat.app.viewer, seat.app.table.query_one("#sign")
        viewer.person = viewer.person._replace(found="Now it counts.")
        viewer.see(seat.state)
        seat.app.table.show()
        assert seat.text("#problem") == "Now it counts." and not sign.display
        await seat.type("nonsense")
        assert seat.text("#problem") != "Now it counts." and sign.display

    at_an_open_table(play, ZWOGGEL, pace_ms=0)
