"""A table view around a simulated device that steps only when a test says so."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from schiri.scene.participant import EVERYBODY, WHO
from schiri.table.intents import Answer, Intent, NewGame, Press
from schiri.table.state import TableState
from schiri.terminal.app import SchiriApp
from schiri.terminal.dialogs import QuestionScreen
from schiri.terminal.form import FieldLine, FormScreen
from schiri.terminal.grid import GridView
from schiri.terminal.widgets import EventLog
from schiri.texts import Words
from schiri_engines.registry import row_of
from textual.pilot import Pilot
from textual.widgets import Input, Static

from tests import closing
from tests.game_now import board_of, game_of
from tests.table.stepped import SteppedTable
from tests.terminal.virtual_loop import Loop, opened, run_in, run_virtually, settle

# Games for tests that do not depend on players and options.
SWITCH = NewGame("switch", ("A", "B"), {})
JOGGLE = NewGame("joggle", ("A", "B"), {})
ZWOGGEL = NewGame("zwoggel", ("Ann", "Ben", "Cid"), {})
DREHWURM = NewGame("drehwurm", ("Ann", "Ben", "Cid"), {})

# The first cell of a device's cursor.
MIDDLE = 12
# Time for the device to carry out a request.
ANSWER_MS = 300


class Seat:
    """A person at the keyboard of a table view.

    Units: ``pace_ms`` is the time that the device runs after each key; 0 at a table of cards, where
    no device is needed.
    """

    def __init__(
        self,
        folder: Path,
        build: str = "cursor",
        game: str | None = None,
        language: str = "en",
        pace_ms: int = ANSWER_MS,
    ) -> None:
        self.folder = folder
        self.pace_ms = pace_ms
        self.stepped = SteppedTable(folder, build)
        self.session, self.device = self.stepped.session, self.stepped.device
        self.app = SchiriApp(Words(language), self.session, game)
        self.pilot: Pilot[None]

    @property
    def state(self) -> TableState:
        """The visible text."""
        return self.session.state

    def speak(self, words: Words) -> None:
        """Switch the language of the view."""
        words = self.app.words = Words(words.language, self.app.words.view)
        self.app.viewer.person = self.app.viewer.person._replace(words=words)
        if hasattr(self, "pilot"):
            self.app.table.words = words
            self.app.viewer.see(self.state)
            self.app.show()

    def begin(self, game: NewGame) -> None:
        """Begin a game before the app opens; it then shows the table."""
        if row_of(game.game).size:
            self.stepped.run(500)
        self.do(game)
        if self.state.device.status and self.state.device.status.mode == "lay":
            self.do(Press("white"))

    def come_back(self, game: str | None) -> None:
        """Restart the program: the device's game is found after the app has opened."""
        self.stepped.restart()
        self.session = self.stepped.session
        self.app = SchiriApp(self.app.words, self.session, game)

    async def begin_anew(self, game: NewGame, size: tuple[int, int]) -> None:
        """Begin another game in the open app; nothing of the previous one is shown."""
        app, table = self.app, self.app.table
        while app.screen is not table:
            app.pop_screen()
        app.viewer.person = app.viewer.person._replace(
            picks=((WHO, EVERYBODY),), answer=Answer(), about="", found="", lines=()
        )
        table.close_line()
        table.cursor, table._chosen, table._is_more, table._asked_device = "", "", False, None
        table.query_one(EventLog).forget()
        self.device.simulator.device.screen.put_cursor(MIDDLE)
        # Remove other logs, so that they are not offered.
        for log in (self.folder / "logs").glob("*.jsonl"):
            if str(log) != game_of(self.state).log:
                log.unlink()
        if self.app.size != size:
            await self.pilot.resize_terminal(*size)
        self.begin(game)
        await self.wait()

    def do(self, intent: Intent) -> None:
        """Do something at the table, as another view would, and wait until it is done."""
        future = self.session.do(intent)
        self.stepped.run(self.pace_ms)
        while not future.done():
            self.stepped.run(self.pace_ms)
        assert future.result(0).is_done, future.result(0)

    async def wait(self, for_ms: int | None = None) -> None:
        """Let the device run and the screen catch up."""
        self.stepped.run(self.pace_ms if for_ms is None else for_ms)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys in order; the screen is laid out after the last one."""
        for key in keys:
            await self.pilot.press(key)
            self.stepped.run(self.pace_ms)
            await settle()
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a command on the line."""
        await self.pilot.press("colon")
        self.app.table.query_one("#line", Input).value = text
        await self.pilot.press("enter")
        if isinstance(self.app.screen, QuestionScreen):
            # Resigning and agreeing to a draw need a confirmation.
            await self.pilot.press("enter")
        await self.wait()

    def text(self, selector: str) -> str:
        """Return the text of a part of the screen."""
        return str(self.app.table.query_one(selector, Static).render())

    @property
    def board(self) -> str:
        """The board as shown."""
        return str(self.app.table.query_one(GridView).render())

    @property
    def legal(self) -> tuple[str, ...]:
        """The cells where the picked piece may go."""
        return board_of(self.state).legal

    @property
    def form(self) -> FormScreen:
        """The form on top of the table."""
        assert isinstance(self.app.screen, FormScreen), self.app.screen
        return self.app.screen

    def field(self, id: str) -> FieldLine:
        """Return a field of the form."""
        return next(line for line in self.form.query(FieldLine) if line.field.id == id)

    def log(self) -> str:
        """Return the history, in the form of the log."""
        return self.app.table.query_one(EventLog).forms

    def history(self) -> str:
        """Return the history as shown."""
        return "\n".join(strip.text for strip in self.app.table.query_one(EventLog).lines)


NAMES = {
    ":": "colon",
    "-": "minus",
    " ": "space",
    "/": "slash",
    ".": "full_stop",
    "?": "question_mark",
    "\n": "enter",
}

Scene = Callable[[Seat], Awaitable[None]]


def play_before(folder: Path, begun: NewGame, *intents: Intent) -> None:
    """Play at a table of cards without a view, and leave it in the middle of the game."""
    seat = Seat(folder, pace_ms=0)
    seat.begin(begun)
    for intent in intents:
        seat.do(intent)
    seat.session.close()


def at_the_table(
    scene: Scene,
    folder: Path,
    begun: NewGame | None = None,
    *,
    build: str = "cursor",
    size: tuple[int, int] = (80, 24),
    language: str = "en",
    game: str | None = None,
    pace_ms: int = ANSWER_MS,
    is_found: bool = False,
) -> Seat:
    """Open a table, play a scene and close it again.

    Shape: ``begun`` is the game that is already being played. Without it the app asks for a game
    and offers ``game``.  ``is_found`` means that the app opens before the device reports its game.
    """
    seat = Seat(folder, build, game, language, pace_ms)
    if begun:
        seat.begin(begun)
    if is_found:
        seat.come_back(game)

    async def sit() -> None:
        async with opened(seat.app, size) as seat.pilot:
            await seat.wait(500 if pace_ms else 0)
            await scene(seat)

    run_virtually(sit())
    return seat


class OpenTable:
    """A table for several scenes in succession, each in its own game.

    Opening and closing an app takes longer than most scenes.
    """

    def __init__(self, pace_ms: int) -> None:
        self._folder = TemporaryDirectory()
        self.seat = Seat(Path(self._folder.name), pace_ms=pace_ms)
        # It outlives the test.
        self._table = closing.opened.pop_all()
        self.runner = asyncio.Runner(loop_factory=Loop)
        self._app = AsyncExitStack()

    def play(self, scene: Scene, begun: NewGame, size: tuple[int, int], words: Words) -> None:
        """Begin a game and play a scene; the app is opened for the first one."""

        async def sit() -> None:
            self.seat.speak(words)
            if hasattr(self.seat, "pilot"):
                await self.seat.begin_anew(begun, size)
            else:
                self.seat.begin(begun)
                self.seat.pilot = await self._app.enter_async_context(opened(self.seat.app, size))
                await self.seat.wait(500 if self.seat.pace_ms else 0)
            await scene(self.seat)

        run_in(self.runner, sit())

    def close(self) -> None:
        """Close the app and the table."""
        run_in(self.runner, self._app.aclose())
        self.runner.close()
        self._table.close()
        self._folder.cleanup()


# The open tables of this process, by the pace of their device.
_open: dict[int, OpenTable] = {}


def at_an_open_table(
    scene: Scene,
    begun: NewGame,
    *,
    size: tuple[int, int] = (80, 24),
    language: str = "en",
    pace_ms: int = ANSWER_MS,
) -> Seat:
    """Play a scene at a table that stays open for the next one of the folder.

    Shape: ``language`` must be a language of a game of cards; the buttons of the device keep
    theirs.

    The language, the line, the history, the cursor and the screens above the table are reset. A
    scene that changes more needs its own table.  After a failed scene the table is closed.
    """
    table = _open.pop(pace_ms, None) or OpenTable(pace_ms)
    try:
        table.play(scene, begun, size, Words(language))
    except BaseException:
        table.close()
        raise
    _open[pace_ms] = table
    return table.seat


def leave_open_tables() -> None:
    """Close the open tables."""
    while _open:
        _open.popitem()[1].close()
