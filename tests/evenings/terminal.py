"""The terminal, in Textual's simulation of a screen, as a view of an evening."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any, cast

from schiri.scene import part_of
from schiri.table.session import TableSession
from schiri.terminal.app import SchiriApp
from schiri.terminal.dialogs import QuestionScreen
from schiri.terminal.form import FieldLine, StartForm
from schiri.terminal.grid import GridView
from schiri.terminal.widgets import MOST_KEPT, EventLog
from schiri.texts import Words
from textual.pilot import Pilot
from textual.widgets import Button, Input, Select, Static

from tests.evenings.view import Shown, edits_of, is_correcting
from tests.page.browser import Pages
from tests.terminal.virtual_loop import opened, settle

SIZE = (100, 40)
# Keys with an effect at some table.
KEYS = (
    *("up", "down", "left", "right", "enter", "tab", "shift+tab", "d", "m", *"123456"),
    *("question_mark", "escape", "v", "pageup", "pagedown", "n", "colon", "ctrl+r"),
    *("space", "p", "i", "s", "e", "a", "l", "h", "c", "w", "g", "u", "7", "x", "f5", "b", "r"),
)
# Most screens on top of a table.
MOST_OVER = 5


class Peer:
    """A session for a temporary view, which must not close it."""

    def __init__(self, session: TableSession) -> None:
        self._session = session
        self._unwatch: list[Callable[[], None]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def watch(self, watcher: Any) -> Callable[[], None]:
        self._unwatch.append(self._session.watch(watcher))
        return self._unwatch[-1]

    def start(self) -> None:
        """Do nothing: the session has already begun."""

    def close(self) -> None:
        while self._unwatch:
            self._unwatch.pop()()


class TerminalView:
    room = MOST_KEPT
    can_act = True

    def __init__(self, pages: Pages, name: str, language: str) -> None:
        self.name, self.words = name, Words(language)
        self.questions = 0
        self._pages = pages
        self.app: SchiriApp
        self._pilot: Pilot[None]

    async def open(self) -> None:
        guest = cast(TableSession, Peer(self._pages.stepped.session))
        self.app = SchiriApp(self.words, guest)
        self._open = AsyncExitStack()
        self._pilot = await self._open.enter_async_context(opened(self.app, SIZE))
        await self._pilot.pause()

    async def close(self) -> None:
        await self._open.aclose()

    async def settle(self) -> None:
        if self.app.is_running:
            await self._pilot.pause()
        else:
            await self.close()
            await self.open()

    def render(self) -> Shown:
        table, viewer = self.app.table, self.app.viewer
        said = [str(each.render()) for screen in self.app.screen_stack for each in all_of(screen)]
        game, log = viewer.state.game, table.query_one(EventLog)
        asked, banner = "", viewer.scene.banner
        # What is cheered stands before the turn.
        cheered = f" {banner.cheer}  " if banner else ""
        if game:
            asked = part_of(game.state.game).heading(viewer.state.device, game, viewer.person)
        if is_correcting(viewer.person, viewer.scene.heading):
            asked = viewer.scene.heading
        return Shown(
            viewer.scene.name == "table",
            str(table.query_one("#turn", Static).render()).removeprefix(cheered),
            self._lying(),
            tuple(words for words, _form, _number in log._told),
            "\n".join([*said, *(strip.text for strip in log.lines)]),
            asked,
            edits_of(viewer.person),
            is_correcting(viewer.person, viewer.scene.heading),
        )

    def _lying(self) -> dict[str, str]:
        grid = self.app.table.query_one(GridView).grid
        if grid is None or grid.look != "board":
            return {}
        return {cell.name: cell.piece or "." for cell in grid.cells}

    # Actions

    def controls(self) -> list[str]:
        return list(KEYS)

    async def act(self, verb: str, rest: str) -> None:
        match verb:
            case "new":
                await self._begin(*rest.split(" "))
            case "go-on":
                await self._ask()
                for button in self.app.screen.query(f"#offer-go-on-{rest}").results(Button):
                    button.press()
            case "say":
                await self._type(rest)
            case "dispute":
                await self._type(f"dispute {rest}")
            case "tap":
                await self._uncover()
                self.app.table.query_one(GridView).post_message(GridView.Touched(rest))
            case "press":
                await self._uncover()
                self.app.viewer.press(f"dev-{rest}")
            case "undo":
                await self._type("undo")
            case "use":
                await self._pilot.press(rest)
        await settle()

    async def _uncover(self) -> None:
        for _ in range(MOST_OVER):
            table = self.app.table
            if self.app.screen is table and not table.is_typing:
                break
            await self._pilot.press("escape")
            await settle()

    async def _ask(self) -> None:
        await self._uncover()
        await self._pilot.press("n")
        await settle()

    async def _begin(self, game: str, names: str) -> None:
        await self._ask()
        form = self.app.screen
        if isinstance(form, StartForm):
            choice = form.query_one("#game", Select)
            if f"game-{game}" in [value for _words, value in choice._options]:
                choice.value = f"game-{game}"
                await settle()
                self._fill(form, names.split(","))
                form.query_one("#submit", Button).press()
                await settle()
                await self._agree()

    def _fill(self, form: StartForm, names: list[str]) -> None:
        for line in form.query(FieldLine):
            kind, _sign, seat = line.field.id.partition("-")
            if kind == "player":
                line.put(names[int(seat)] if int(seat) < len(names) else "")
            elif line.field.id == "device":
                line.put("off")

    async def _agree(self) -> None:
        if isinstance(self.app.screen, QuestionScreen):
            self.questions += 1
            self.app.screen.query_one("#yes", Button).press()
            await settle()

    async def _type(self, text: str) -> None:
        await self._uncover()
        await self._pilot.press("colon")
        self.app.table.query_one("#line", Input).value = text
        await self._pilot.press("enter")
        await settle()
        await self._agree()


def all_of(screen: Any) -> list[Static]:
    return [each for each in screen.query(Static) if each.display]
