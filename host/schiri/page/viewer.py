"""One page in one browser: whose words it speaks, what it may do, which view it shows.

Decides which view shows what is played, and what was told here.  Must not know a game.
"""

from datetime import datetime
from functools import partial

from schiri.games import adapter_of
from schiri.page.board import BoardPage
from schiri.page.elements import Line, Tag, button, drawn
from schiri.page.head import begin_page, language_choice
from schiri.page.hub import Hub
from schiri.page.look import LOGO
from schiri.page.sound import Sound
from schiri.page.start import StartPage
from schiri.page.view import TablePage, View
from schiri.prose import event_words
from schiri.prose.answers import device_hint, notice_words, problem_words
from schiri.prose.history import history_words
from schiri.table.intents import Answer, Intent, Refusal
from schiri.table.state import TableState
from schiri.texts import Words

DONE = Answer()
# So many sentences are kept, and so many intents of one page may wait for their answers.
MOST_TOLD = 300
MOST_WAITING = 8


class Viewer:
    """One page.

    Shape: ``may_act`` is whether it may touch anything; ``game`` is what shall be played, None for
    what can go on; ``told`` are the sentences of its history,
    ``answer`` what came of the last thing done here until something else happens, and ``typed`` the
    line that it was typed on; ``told_upto`` counts all that were told.
    """

    def __init__(
        self,
        words: Words,
        hub: Hub,
        may_act: bool,
        game: str | None = None,
    ) -> None:
        self.words = words
        self.may_act = may_act
        self.game = game
        self.state = hub.state
        self.answer = DONE
        self.typed: Line | None = None
        self.told: list[str] = []
        self.told_upto = 0
        self.noticed = ""
        self._hub = hub
        self._waiting = 0
        self._event_upto = 0
        # The history that is told here.
        self._history = ("", 0)
        # What was noticed before this page was there is no news.
        self._noticed_upto = self.state.notices_upto
        self._has_sound = False
        # Who comes while a game is played sees it, unless another one shall be played; who only
        # looks on sees how the last one has ended.
        state = self.state.state
        is_asked = state is not None and (state.over or game not in (None, state.game))
        self._asks = may_act and is_asked
        self._played = self._key(self.state)
        self._shown: object = None
        self.view: View

    def build(self) -> None:
        """Build the page."""
        words = self.words
        begin_page(words)
        with Tag("header"):
            drawn(LOGO, classes="logo", aria_hidden="true")
            Tag("h1", "Schiri")
            if self.may_act:
                self._new = button("", self.ask, "quiet icon new")
            big = button(words.gettext("Big"), lambda: None, "quiet icon big", aria_pressed="false")
            big.on("click", js_handler="(event) => schiriBig(event.target)")
            self._sound = Sound(words)
            Tag("a", words.gettext("Games played"), "button quiet icon logs", href="/games")
            language_choice(words)
        self._page = Tag("div", classes="page")
        self._live = Tag("div", classes="unseen", role="status", aria_live="polite")
        self._show_all(self.state)

    def show(self, state: TableState) -> None:
        """Show a moment; that other lights are on is what a device says most often."""
        is_all_else_known = state == self.state._replace(number=state.number, lights=state.lights)
        if is_all_else_known:
            self.state = state
            self.view.show_lights()
        else:
            self._show_all(state)

    def _show_all(self, state: TableState) -> None:
        """Show a moment, and what has happened just before or was done here."""
        played, before = self._key(state), self._played
        self._played = played
        if played != before and (before[0] or self.game is None):
            self._asks = False
        hinted = device_hint(self.words, state) if is_new_hint(self.state, state) else ""
        self.state = state
        events = state.told_since(self._event_upto)
        said = self._tell(state)
        wanted = ("start",) if self._asks or state.state is None else ("table", *played)
        if wanted != self._shown:
            self._shown = wanted
            self._change_view()
        self.view.show()
        self._sound.hear(events, self.refusal())
        if hinted:
            # It is drawn on the board; whoever does not see that hears it.
            said.append(hinted)
        if said or self.problem():
            # What was noticed is said already.
            self._live.text = " ".join(dict.fromkeys([*said, self.problem()])).strip()

    def _tell(self, state: TableState) -> list[str]:
        """Return what has happened since the last moment, a sentence each; it is kept."""
        game = state.state.game if state.state else ""
        events = state.told_since(self._event_upto) if game else ()
        is_other = bool(game) and state.history != self._history
        if is_other:
            # A game has a history of its own; whoever does not see it is not read all of it.
            self._history = state.history
            self.told, events = [], state.told
        notices = state.notices_since(self._noticed_upto)
        self._event_upto, self._noticed_upto = state.told_upto, state.notices_upto
        if events:
            self.forget()
        told = [history_words(self.words, game, event) for event in events]
        found = [notice_words(self.words, notice) for notice in notices]
        self.noticed = found[-1] if found else self.noticed
        self._keep([*told, *found])
        return [*(told[-1:] if is_other else told), *found]

    def _keep(self, said: list[str]) -> None:
        """Keep what was told, as much of it as there is room for."""
        self.told = [*self.told, *said][-MOST_TOLD:]
        self.told_upto += len(said)

    def problem(self) -> str:
        """Return what is wrong, "" for nothing."""
        is_form = self._shown == ("start",)
        # A form has nothing to do with what the device has refused in a game.
        state = self.state._replace(refusal=None) if is_form else self.state
        return problem_words(self.words, state, self.answer, self.noticed)

    def is_notice(self) -> bool:
        """Return whether what is told in place of a problem is none."""
        return bool(self.noticed) and self.problem() == self.noticed

    def refusal(self) -> Refusal | None:
        """Return what was refused here, or what the device has lit."""
        return self.answer.refusal or self.state.refusal

    # What is done

    def send(self, intent: Intent, typed: Line | None = None) -> None:
        """Do something at the table; what comes of it is shown once it is known.

        Shape: ``typed`` is the line that it was typed on, which is emptied once it is done.
        Rule: who floods the table with intents has those refused that nobody could wait for.
        """
        if self.may_act and self._waiting < MOST_WAITING:
            self._waiting += 1
            self.forget()
            text = typed.value if typed else ""
            self._hub.do(intent, partial(self._answered, typed, text))

    def _answered(self, typed: Line | None, text: str, answer: Answer) -> None:
        self._waiting -= 1
        self.answer, self.typed = answer, typed
        if typed and answer.is_done and typed.value == text:
            typed.set("")
        game = self.state.state.game if self.state.state else ""
        if game and not self.state.told_since(self._event_upto):
            # The answer to a question changes nothing, so that no state tells it.
            asked = [event for event in answer.events if event.kind in self.view.QUESTIONS]
            self._keep([event_words(self.words, game, event) for event in asked])
        self._show_all(self._hub.state)

    def ask(self) -> None:
        """Ask what to play, or go back to what is played."""
        self._asks = not self._asks
        self.forget()
        self._show_all(self._hub.state)

    def now(self) -> datetime:
        """Return what time it is here."""
        return datetime.now().astimezone()

    def forget(self) -> None:
        """Forget what came of the last thing done here: something else has happened."""
        self.answer, self.typed, self.noticed = DONE, None, ""

    def _key(self, state: TableState) -> tuple[str, int]:
        """Return what tells one game from the next."""
        return (state.log, state.table) if state.state else ("", 0)

    def _change_view(self) -> None:
        state, words = self.state, self.words
        if self._shown == ("start",) or state.state is None:
            self.view = StartPage(self)
        else:
            usual = BoardPage if state.board else TablePage
            self.view = (adapter_of(state.state.game).page() or usual)(self)
        if self.may_act:
            is_back = self._asks and state.state is not None
            self._new.say(words.gettext("Back") if is_back else words.gettext("New game"))
            self._new.classes(add="back" if is_back else "new", remove="new" if is_back else "back")
            self._new.put(hidden=None if state.state else True)
        self._page.clear()
        with self._page:
            self.view.build()


def is_new_hint(before: TableState, now: TableState) -> bool:
    """Return whether a hint is shown that was not shown before."""
    return bool(now.now and now.now.hint) and now.now != before.now
