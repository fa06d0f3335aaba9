"""Foreign text is plain text on every screen: no markup, and no control characters."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from schiri.device.reports import Connected, DeviceStatus
from schiri.errors import HostError
from schiri.events import EntryMade, Incident
from schiri.log.lines import read
from schiri.log.steps import steps_of
from schiri.plain import is_plain
from schiri.table.intents import Answer, Enter, NewGame, RefusalReport
from schiri.table.state import Notice, TableState
from schiri.terminal.app import SchiriApp
from schiri.terminal.form import StartForm
from schiri.terminal.replay_app import ReplayApp
from schiri.texts import Words
from textual.content import Content
from textual.pilot import Pilot

from tests.counts import some
from tests.game_now import game_of
from tests.games import BOARDS, beside
from tests.log.typed_games import SWITCH, ZWOGGEL, Game, write_log
from tests.sources import HOST, name_of, tree_of
from tests.terminal.seat import Seat, at_the_table, play_before
from tests.terminal.virtual_loop import opened, run_virtually

# Names that the rules allow and that resemble markup, valid or not.
NAMES = ("[/red]", "[@click=app.quit]x[/]", "[b]", "[/x]")
ORDER = "\x1b[2J\u202e"
# Marks that appear only in the foreign texts of these tests.
FOREIGN = ("[/red]", "[@click", "[b]", "[/x]", "[$foreign]")
TEXT = f"[$foreign] {' '.join(NAMES)}"


@pytest.fixture(autouse=True)
def parsed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return all texts read as markup; foreign texts may not be among them."""
    found: list[str] = []
    from_markup = Content.from_markup.__func__  # type: ignore[attr-defined]

    def read_markup(kind: type[Content], markup: str | Content, **more: object) -> Content:
        found.append(str(markup))
        made: Content = from_markup(kind, markup, **more)
        return made

    monkeypatch.setattr(Content, "from_markup", classmethod(read_markup))
    yield found
    assert not [each for each in found if any(mark in each for mark in FOREIGN)]


def drawn(app: SchiriApp | ReplayApp) -> str:
    """Return all text on the screen."""
    lines = [strip.text for strip in app.screen._compositor.render_strips()]
    assert all(is_plain(line) for line in lines), lines
    return "\n".join(lines)


def foreign(state: TableState) -> TableState:
    """Return a state in which a device has sent only such texts."""
    text = TEXT + ORDER
    return state._replace(
        device=state.device._replace(
            connected=Connected("[/red]", "[b]", "[/x]", "89abcdef", 1, 1, "00000000"),
            status=DeviceStatus("[/x]", "[b]", "[/red]"),
            disagreement=text,
            missing=HostError("port-failed", port=text, reason=text),
            refusal=RefusalReport("[/red]", "[/x]", ("[b]",)),
        ),
        game=game_of(state)._replace(
            events=game_of(state).events.plus(
                EntryMade("dispute", f"dispute {text}"), Incident("error", text)
            ),
        ),
        notices=state.notices.plus(Notice("set-aside", ("broken", text))),
    )


BEGUN = [
    NewGame("switch", NAMES[:2], {}),
    NewGame("zwoggel", NAMES, {}),
    NewGame("drehwurm", NAMES, {"mode": "full"}),
    NewGame("joggle", NAMES[:2], {}),
    NewGame("drehwurm", NAMES, {"mode": "fast"}),
]
BEGUN += [NewGame(game, NAMES[:2], {}) for game in beside(BEGUN)]


@pytest.mark.parametrize("game", some(BEGUN, 3), ids=lambda game: f"{game.game} {game.options}")
def test_a_table_shows_foreign_text_without_reading_it_as_markup(
    game: NewGame, tmp_path: Path
) -> None:
    async def play(seat: Seat) -> None:
        await seat.type(f"dispute {TEXT}")
        # Beside a large board there is little room for the history.
        assert NAMES[0] in drawn(seat.app) and "$foreign" in drawn(seat.app) + seat.log()
        await seat.press("v")
        viewer = seat.app.viewer
        viewer.see(foreign(seat.state))
        seat.app.show()
        for answer in (
            Answer(refusal=RefusalReport("[/red]", "[/x]", ("[b]",))),
            Answer(error=HostError("file-unwritable", path=TEXT, reason=TEXT)),
        ):
            viewer.person = viewer.person._replace(answer=answer)
            viewer.see(viewer.state)
            seat.app.show()
            await seat.pilot.pause()
            assert drawn(seat.app)
        for key in ("question_mark", "escape", "q"):
            await seat.press(key)
            assert drawn(seat.app)
        await seat.press("escape")

    at_the_table(play, tmp_path, game, pace_ms=300 if game.game in BOARDS else 0)


def test_unfinished_games_are_offered_under_any_names(tmp_path: Path) -> None:
    play_before(tmp_path, BEGUN[1], Enter(f"dispute {TEXT}"))

    async def play(seat: Seat) -> None:
        assert isinstance(seat.app.screen, StartForm) and NAMES[0] in drawn(seat.app)
        await seat.press("enter")
        assert NAMES[1] in drawn(seat.app)

    at_the_table(play, tmp_path, pace_ms=0)


@pytest.mark.parametrize("game", [SWITCH, ZWOGGEL], ids=lambda game: game.name)
def test_a_log_with_foreign_text_can_be_replayed(game: Game, tmp_path: Path) -> None:
    kind = game._replace(players=[*NAMES[: len(game.players)]], commands=[f"dispute {TEXT}"])
    log = read(write_log(tmp_path / "log", kind).read_bytes())
    app = ReplayApp(Words("en"), log.header, steps_of(log))

    async def look() -> None:
        pilot: Pilot[None]
        async with opened(app, (100, 30)) as pilot:
            await pilot.pause()
            assert NAMES[0] in drawn(app)
            await pilot.press("right")
            await pilot.pause()
            assert "$foreign" in drawn(app)

    run_virtually(look())


# Textual's widgets that show text literally. All others are created in `text_widgets`.
HARMLESS = {"Input", "RichLog"}
# Other uses of markup in Textual: calls, and attributes.
READERS = {"notify", "from_markup", "render_str"}
TITLES = {"border_title", "border_subtitle", "tooltip", "label"}


def readers_of_markup(tree: ast.AST) -> Iterator[str]:
    """Yield the names in a module from Textual that may read a text as markup."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                if module.startswith("textual.widgets"):
                    yield from ({alias.name for alias in names} - HARMLESS)
                elif module == "textual":
                    yield from ({alias.name for alias in names} & {"widgets"})
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name.startswith("textual"))
            case ast.Call(func=ast.Attribute(attr=name)) if name in READERS:
                yield name
            case ast.Assign(targets=targets):
                names_set = {each.attr for each in targets if isinstance(each, ast.Attribute)}
                yield from (names_set & TITLES)


def test_no_widget_reads_markup() -> None:
    ours = [path for path in sorted(HOST.rglob("*.py")) if "page" not in name_of(path)]
    wrong = {name_of(path): [*readers_of_markup(tree_of(path))] for path in ours}
    assert {name: found for name, found in wrong.items() if found} == {
        "host/schiri/terminal/widgets.py": ["widgets"]
    }
