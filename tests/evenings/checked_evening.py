"""An evening at one table: steps in readable words, and the checks after each of them.

Decides the effect of a step and the checks.  Must not know how a view is drawn.

A step is a line: ``VIEW VERB ...``, where the verb is ``new GAME NAME,NAME``, ``go-on N``,
``say TEXT``, ``dispute TEXT``, ``tap CELL``, ``press BUTTON`` of the device, ``undo``, or
``use CONTROL``, and does nothing if its control is missing; ``VIEW join LANGUAGE`` for a view that
returns, ``VIEW reload``, or ``table COMMAND`` with one of `tests.table.table_player`, ``wait MS``,
``restart`` of the program or ``cut`` of the device's power.
"""

from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from schiri.events import EntryMade, Event, Header, State
from schiri.games.drehwurm.events import DrehwurmState
from schiri.games.drehwurm.words import match_words
from schiri.games.rulings import OnBoard
from schiri.games.zwoggel.rulings import ZwoggelState
from schiri.games.zwoggel.words import stock_line
from schiri.languages import LANGUAGES
from schiri.log.annotations import is_note
from schiri.log.lines import Log
from schiri.log.replay import referee_after, replayed
from schiri.log.stored import read_file
from schiri.page.broadcaster import Broadcaster
from schiri.prose import colour_words, option_words
from schiri.prose.answers import HINTS, notice_words
from schiri.prose.events import event_words, history_words, is_silent
from schiri.table.intents import Answer, Intent
from schiri.table.state import GameSnapshot, Notice, TableState
from schiri.table.unfinished import MOST as MOST_OFFERED
from schiri.texts import Words
from schiri_engines.registry import row_of
from schiri_engines.table import Table

from tests.cli.command import typed
from tests.counts import count
from tests.evenings.page import PageView
from tests.evenings.terminal import TerminalView
from tests.evenings.view import Shown, turn_of
from tests.game_now import game_of
from tests.page.browser import Pages, pages_open
from tests.table.table_player import EACH, INTENTS

# A person at the table.  ``room`` is the number of sentences in its history, ``can_act`` whether it
# may do anything; ``questions`` counts the confirmations, all answered with yes.
View = PageView | TerminalView

# Time for the device to carry out a request, and most rounds until all requests are answered.
ANSWER_MS = 300
MOST_ROUNDS = 40
# The events that answer a question: they change nothing, and only the asking view gets them.
QUESTIONS = ("can", "which")
# Number of new pages for each new terminal, which takes longer to open.
TERMINAL_EVERY = count(13, 7)


class Lots(list[int]):
    """An endless supply of lots, from a seed."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = Random(seed)

    def pop(self, _at: object = 0) -> int:
        return self._random.randrange(60)


class Evening:
    """A table with its views.

    Shape: ``views`` are the open views, by name; ``done`` are the steps so far.
    """

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.done: list[str] = []
        self.notices: list[Notice] = []
        self._noticed_upto = 0
        self._newcomers = 0
        self._logs: dict[str, tuple[tuple[int, int], Log]] = {}
        # The last known state of each game, by its log.
        self._left: dict[str, State] = {}
        # The number of intents sent to the table, and the answers to questions.
        self._sent = 0
        self._told: list[Event] = []
        pages.stepped.lots = Lots(1)
        self._listen()
        self._terminal = TerminalView(pages, "tom", "de")
        self.views: dict[str, View] = {
            "ann": PageView(pages, "ann", "de", True),
            "ben": PageView(pages, "ben", "en", True),
            "eve": PageView(pages, "eve", "fr", False),
            "tom": self._terminal,
        }

    @property
    def state(self) -> TableState:
        return self.pages.state

    @property
    def table(self) -> Table | None:
        """The game being played, for the choice of legal moves."""
        logged = self.pages.stepped.worker._game.logged
        return logged.referee.table if logged else None

    async def settle(self) -> None:
        for _ in range(MOST_ROUNDS):
            await self.pages.wait(ANSWER_MS)
            await self._terminal.settle()
            device = self.pages.stepped.worker._on_device
            waits = device.is_asking or self.state.is_opening
            if not waits and self.pages.stepped.session._sent.empty():
                break
        await self.pages.wait(0)

    def _listen(self) -> None:
        session = self.pages.stepped.session
        do = session.do

        def heard(done: Future[Answer]) -> None:
            self._told += [each for each in done.result().events if each.kind in QUESTIONS]

        def listening(intent: Intent) -> Future[Answer]:
            self._sent += 1
            future = do(intent)
            future.add_done_callback(heard)
            return future

        vars(session)["do"] = listening

    # Steps

    async def step(self, line: str) -> None:
        self.done.append(line)
        who, verb, *rest = line.split(" ", 2)
        await self._carry_out(who, verb, rest[0] if rest else "")
        await self.settle()
        await self.check()

    async def _carry_out(self, who: str, verb: str, rest: str) -> None:
        if who == "table":
            await self._at_table(verb, rest)
            return
        view = self.views[who]
        if verb == "reload":
            await view.close()
            await view.open()
        elif verb == "join":
            await view.close()
            view.words = Words(rest)
            await view.open()
        else:
            sent, asked, is_left = self._sent, view.questions, self._is_left_by(verb, rest)
            await view.act(verb, rest)
            await self.settle()
            assert view.can_act or self._sent == sent, f"{who} may only look on"
            if is_left and self._sent > sent:
                assert view.questions > asked, f"{who} was not asked about the game before"
            if verb == "go-on":
                self._check_gone_on()

    def _is_left_by(self, verb: str, rest: str) -> bool:
        """Return whether a step replaces a game on the board by another one."""
        game = self.state.game
        if game is None or verb != "new" or not row_of(rest.split(" ")[0]).size:
            return False
        return game.board is not None and game.is_unfinished

    def _check_gone_on(self) -> None:
        game = self.state.game
        left = self._left.get(game.log) if game else None
        assert game is None or left is None or game.state == left, f"left as {left}"

    async def _at_table(self, verb: str, rest: str) -> None:
        send = self.pages.stepped.session.do
        match verb:
            case "wait":
                self.pages.stepped.run(int(rest))
            case "restart":
                await self._restart()
            case "cut":
                # The device loses its power, and gets it back.
                self.pages.stepped.device.simulator.start(self.pages.stepped.now_ms)
            case _:
                for each in rest.split() if verb in EACH else [rest]:
                    send(INTENTS[verb](self.state, each))

    async def _restart(self) -> None:
        for view in self.views.values():
            await view.close()
        self.pages.broadcaster.close()
        self.pages.stepped.start()
        self._listen()
        self.pages.broadcaster = Broadcaster(self.pages.stepped.session)
        self.pages.broadcaster.start()
        self._noticed_upto = 0
        await self.pages.wait(1500)
        for view in self.views.values():
            await view.open()

    # Checks

    async def check(self) -> None:
        state = self.state
        assert state.fault is None, state.fault.code
        assert state.device.disagreement is None, state.device.disagreement
        if game := state.game:
            log = self.log_of(game.log)
            assert referee_after(log).state() == game.state, "the log has another game"
            self._left[game.log] = game.state
        self.check_offers()
        for view in self.views.values():
            self.check_view(view)
        await self.check_newcomer()
        assert self._terminal.app.bug is None

    def check_offers(self) -> None:
        """Check that unfinished games can be continued: those played here that are not over."""
        if self.state.device.connected is None:
            # A game on a device can only be continued there.
            return
        played = self.state.game.log if self.state.game else ""
        logs = {path: self.log_of(path) for path in self._left if path != played}
        unfinished = [
            path
            for path, log in logs.items()
            if not log.is_finished and any(isinstance(event, EntryMade) for event in log.standing)
        ]
        wanted = sorted(unfinished, key=lambda path: logs[path].lines[-1].at)[-MOST_OFFERED:]
        offered = [offer.log for offer in self.state.offers]
        lacking = [logs[path].header.game for path in wanted if path not in offered]
        if len(offered) < MOST_OFFERED:
            assert not lacking, f"not offered: {lacking}, but {self.state.offers}"

    async def check_newcomer(self) -> None:
        """Check a newly opened view: each kind and role in each language in turn."""
        self._newcomers += 1
        language = LANGUAGES[self._newcomers // 2 % len(LANGUAGES)]
        can_act = self._newcomers % 2 == 0
        name = f"newcomer-{language}"
        if self._newcomers % TERMINAL_EVERY:
            view: View = PageView(self.pages, name, language, can_act)
        else:
            view = TerminalView(self.pages, name + "-terminal", language)
        await view.open()
        self.check_view(view)
        game = self.state.game
        # A player's page may show the form for the next game after an end, and after a restart. A
        # terminal shows the menu of the device as well.
        is_asked = game is not None and (game.state.over or game.found is not None)
        if game and isinstance(view, PageView) and not (is_asked and view.can_act):
            assert view.render().is_table, f"{view.name} does not see the game"
        await view.close()

    def check_view(self, view: View) -> None:
        # Time passes while a view opens.
        shown, state = view.render(), self.state
        self.notices += state.notices.since(self._noticed_upto)
        self._noticed_upto = state.notices.upto
        if not shown.is_table:
            return
        game = state.game
        assert game, f"{view.name} shows a game, and none is played"
        wanted = shown.asked or turn_of(view.words, game)
        assert shown.turn == wanted, f"{view.name}, turn: shown {shown.turn!r}, is {wanted!r}"
        # What may be wrong is in a form meanwhile.
        for text in game.players if shown.is_correcting else facts(view.words, game):
            assert text in shown.text, f"{view.name} does not show {text!r}"
        if shown.lying and (board := game.board):
            size = board.size
            cells = [f"{file}{rank + 1}" for rank in range(size) for file in "abcdefgh"[:size]]
            standing = zip(cells, board.letters, strict=True)
            letters = "".join(shown.edits.get(cell, letter) for cell, letter in standing)
            lying = "".join(shown.lying[cell] for cell in cells)
            assert lying == letters, f"{view.name}, board: shown {lying}, is {letters}"
        self.check_history(view, shown)

    def check_history(self, view: View, shown: Shown) -> None:
        played, words = game_of(self.state), view.words
        game, log = played.state.game, self.log_of(played.log)
        beside = {notice_words(words, each) for each in self.notices}
        beside |= set(option_words(words, game, played.options))
        beside |= {event_words(words, game, each) for each in self._told}
        events = [each.event for each in replayed(log)]
        every = [event for event in events if not is_silent(event)][-view.room :]
        seen = list(shown.history)
        # A hint is in the history besides being drawn.
        hint = words.gettext(HINTS["hint-win"]).partition(":")[0]
        beside |= {line for line in seen if line.startswith(hint)}
        for event in reversed(every):
            sentence = history_words(words, game, event)
            while seen and seen[-1] != sentence and seen[-1] in beside:
                seen.pop()
            if seen and seen[-1] == sentence:
                seen.pop()
            elif not (isinstance(event, Header) or is_note(event)):
                raise AssertionError(f"{view.name}: {sentence!r} is not there, but {seen[-1:]}")
        left = [each for each in seen if each not in beside]
        assert not left, f"{view.name} has more in the history: {left}"

    def log_of(self, path: str) -> Log:
        found = Path(path).stat()
        key = (found.st_size, found.st_mtime_ns)
        if self._logs.get(path, (None,))[0] != key:
            self._logs[path] = key, read_file(Path(path))
        return self._logs[path][1]


def facts(words: Words, game: GameSnapshot) -> list[str]:
    state = game.state
    found = list(game.players)
    if isinstance(state, OnBoard):
        # A page shows the colour as a piece, and has its word for screen readers.
        colours = (colour_words(words, state.game, piece) for piece in state.colours.values())
        found += [f"({colour})" for colour in colours]
    if isinstance(state, ZwoggelState):
        found.append(stock_line(words, state))
    elif isinstance(state, DrehwurmState):
        found.append(match_words(words, state))
    return found


@asynccontextmanager
async def evening(folder: Path, build: str = "cursor") -> AsyncIterator[Evening]:
    """Open a table with all views; all logs are checked at the end."""
    async with pages_open(folder, build) as pages:
        found = Evening(pages)
        for view in found.views.values():
            await view.open()
        await found.settle()
        yield found
        for view in found.views.values():
            await view.close()
    check_logs(folder / "logs")


def check_logs(folder: Path) -> None:
    for path in folder.glob("*.jsonl"):
        ran = typed("log", "verify", str(path))
        assert ran.status == 0, f"{path}: {ran.out}"
        log = read_file(path)
        state, last = referee_after(log).state(), log.lines[-1].event
        assert state.over == log.is_finished, path
        if state.over:
            assert last.json()["winner"] == list(state.winner), path
