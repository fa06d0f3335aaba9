"""A person at a view: the scene, the choices, the last answer, and the actions.

One class for all views.  A view shows `Viewer.scene` and sends back ids of its controls, nothing
else. Must not know how a scene is drawn, or which thread calls.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from functools import lru_cache, partial
from itertools import count
from operator import itemgetter

from schiri_engines.registry import row_of

from schiri.cells import with_small_cells
from schiri.device.reports import DeviceView
from schiri.events import EntryMade, Event, Header, HintGiven, rule_of
from schiri.prose.answers import notice_words
from schiri.prose.events import cheer_of, event_words, history_words, is_silent, players_words
from schiri.scene import part_of
from schiri.scene.compose import scene_of
from schiri.scene.participant import EDIT, EVERYBODY, WHO, Participant
from schiri.scene.scene import Explain, Form, HistoryLine, Pick, Say, Scene, ShowStart
from schiri.scene.start import new_game
from schiri.table.intents import (
    NO_DEVICE,
    SAME_PRESS,
    TOO_LATE,
    Answer,
    Enter,
    Intent,
    Offered,
    Press,
    Sent,
    Sit,
    Stamp,
    StoneStep,
    ThrowIn,
    Touch,
    Turn,
)
from schiri.table.state import TURN_OVER, Latest, Notice, TableState
from schiri.texts import N_, Words, signed

# Sends an intent to the table, and calls back with the answer.
Do = Callable[[Sent, Callable[[Answer], None]], object]
# All viewers share one object for the same line, so that participants are compared quickly.
_numbered = lru_cache(4096)(HistoryLine)
# The most lines of history, and the most open intents of one person.
MOST_LINES = 300
MOST_WAITING = 8
# How long the message that somebody was faster stays at least.
READING = timedelta(seconds=4)
# The tone of a reminder, and the notices that a banner shows instead of the message.
LATE = "late"
CHEERED = {TURN_OVER: LATE}
# Choices that survive the next event.
LASTING = ("game", "stone", WHO)
# The message from the request of a hint until the device answers.
LOOKING = N_("Looking for the best move …")
# Distinguishes the clocks of views.
NUMBERS = count(1)


class Viewer:
    """One person at a table.

    Shape: ``scene`` is what they see, made by ``compose``; ``do`` sends an intent; ``changed`` is
    called when the scene changes without a new state of the table; ``now`` returns the time.
    ``who`` is what they have said who they are, "" for nothing yet.
    """

    def __init__(
        self,
        words: Words,
        state: TableState,
        do: Do,
        changed: Callable[[], object],
        now: Callable[[], datetime],
        may_act: bool = True,
        game: str = "",
        compose: Callable[[TableState, Participant], Scene] = scene_of,
        who: str = EVERYBODY,
    ) -> None:
        self.state = state
        self._compose = compose
        self._number = next(NUMBERS)
        self._do, self._changed, self._now = do, changed, now
        self._waiting = 0
        # When this person was last too late.
        self._late: datetime | None = None
        self._count = 0
        self._event_upto = 0
        self._history = ("", 0)
        # The entries of the game that were shown; None if its first events are not kept.
        self._entries: int | None = 0
        # The numbers of the entries that were not undone.
        self._standing: list[int] = []
        # What they have answered here, for their browser to remember; "" for nothing.
        self.said = ""
        # Notices from before this person connected are not shown.
        self._notice_upto = state.notices.upto
        self.person = Participant(
            words, self._minute(), may_act, _is_asked(state, game, may_act), game
        ).with_pick(WHO, who)
        self._notify(state)
        self.scene = compose(state, self.person)

    # The scene

    def see(self, state: TableState) -> None:
        """Receive a state of the table."""
        before = self.state
        was, device = before.device, state.device
        if _game_id(state) != _game_id(before):
            # The new game is played now; the next game is asked about again.  If a person asked for
            # another game, a game that the device had before its first status is not new.
            is_kept_here = state.game is not None and state.game.is_kept_here
            is_found = was.status is None and not is_kept_here
            game = self.person.game if is_found else ""
            is_asking = is_found and _is_asked(state, game, self.person.may_act)
            self.person = self.person._replace(is_asking=is_asking, game=game if is_asking else "")
        elif _is_over(before) and not _is_over(state):
            # Somebody has undone the end: everybody sees the game again.
            self.person = self.person._replace(is_asking=False, game="")
        if self.person.found == self.person.words.gettext(LOOKING) and _is_found(was, device):
            self.person = self.person._replace(found="")
        if device.connected and self.person.answer == NO_DEVICE:
            self._forget()
        if device.refusal != was.refusal:
            self.person = self.person._replace(is_explained=False)
        self.state = state
        self._notify(state)
        self._make()

    def _make(self) -> None:
        self.person = self.person._replace(now=self._minute())
        self.scene = self._compose(self.state, self.person)

    def _minute(self) -> datetime:
        """Return the time for a scene, without seconds."""
        return self._now().replace(second=0, microsecond=0)

    def _show(self) -> None:
        self._make()
        self._changed()

    def _is_late(self) -> bool:
        """Return whether the message that somebody was faster is still shown."""
        if self.person.answer != TOO_LATE or self._late is None:
            return False
        return self._now() - self._late < READING

    def _notify(self, state: TableState) -> None:
        """Add the events since the last state to the history."""
        words, game = self.person.words, state.game
        name, every = (game.state.game, game.events) if game else ("", Latest[Event]())
        events = every.since(self._event_upto)
        found = notices = state.notices.since(self._notice_upto)
        earlier = state.notices.items[: len(state.notices.items) - len(notices)]
        if game and game.id != self._history:
            # A game has its own history, with earlier notices too.
            self._history, events = game.id, game.events.items
            self._forget()
            notices = (*(each for each in earlier if each.game == game.id), *notices)
            earlier = ()
            self.person = self.person._replace(lines=())
            self._standing = []
            self._entries = None if game.events.is_cut else 0
            if not any(isinstance(each, Header) for each in events):
                # A game on the board has its players in its first event, the header.
                self._add([HistoryLine(0, players_words(name, game.players))])
        self._event_upto, self._notice_upto = every.upto, state.notices.upto
        # The count of hints comes before the hint itself.
        if any(not isinstance(each, HintGiven) for each in events) and not self._is_late():
            self._forget()
        if events:
            picks = tuple(each for each in self.person.picks if each[0] in LASTING)
            self.person = self.person._replace(picks=picks)
        if found and found[-1].code not in CHEERED:
            self.person = self.person._replace(found=notice_words(words, found[-1]))
        first = every.upto - len(events) + 1
        lines, undone = [], set()
        for number, event in enumerate(events, first):
            # Unknown if the first events of the game are not kept.
            entry = 0
            if isinstance(event, EntryMade) and self._entries is not None:
                self._entries += 1
                if event.word != "undo":
                    entry = self._entries
                    self._standing.append(entry)
                elif self._standing:
                    undone.add(self._standing.pop())
            if not is_silent(event):
                lines.append((number, self._line(name, event, entry)))
        # The same notice twice after an event, such as a repeated hint, is one line.
        lines += [
            (each.after, _notice_line(words, each))
            for each in dict.fromkeys(notices)
            if each not in earlier
        ]
        # A notice comes after its event.
        self._add([line for _number, line in sorted(lines, key=itemgetter(0))])
        if undone:
            self._strike(undone)

    def _line(self, game: str, event: Event, entry: int = 0) -> HistoryLine:
        words = self.person.words
        form, cheer = event_words(words, game, event), cheer_of(words, game, event)
        tone = cheer.tone if cheer else ""
        if not cheer and isinstance(event, EntryMade):
            tone = "undo" if event.word == "undo" else "move"
        said, text = cheer.text if cheer else "", history_words(words, game, event)
        return HistoryLine(0, text, form, tone, entry, rule_of(event), said)

    def _add(self, lines: list[HistoryLine]) -> None:
        numbered = []
        for line in lines:
            self._count += 1
            numbered.append(_numbered(*line._replace(number=self._count)))
        kept = (*self.person.lines, *numbered)[-MOST_LINES:]
        self.person = self.person._replace(lines=kept)

    def _forget(self) -> None:
        """Forget the last answer, because something else has happened."""
        self.person = self.person._replace(
            answer=Answer(), about="", values=(), errors=(), is_explained=False, found=""
        )

    def _strike(self, entries: Collection[int]) -> None:
        """Strike the lines of undone entries, and what followed: their numbers do not count."""
        lines, is_undone = [], False
        for line in self.person.lines:
            if line.entry or line.tone in ("undo", "undone"):
                is_undone = line.entry in entries
            # What followed from an entry is undone with it; a notice is not.
            lines.append(_numbered(*_struck(line)) if is_undone and line.form else line)
        self.person = self.person._replace(lines=tuple(lines))

    # Actions

    def press(self, id: str, at_ms: int | None = None, scene: Scene | None = None) -> bool:
        """Carry out the action of a control or cell; return whether it has one.

        Shape: ``scene`` is the one that was tapped, None for the newest at a keyboard.
        Units: ``at_ms`` is the time of the press by the view's own clock, None for now.
        """
        action = (scene or self.scene).action_of(id)
        if action is None:
            return False
        match action:
            case Pick(name, value) if name == WHO:
                self.said = value
                self.say_who(value)
            case Pick(name, value):
                self._forget()
                self.person = self.person.with_pick(name, value)
            case ShowStart(is_asking):
                self._forget()
                self.person = self.person._replace(is_asking=is_asking)
            case Explain(is_shown):
                self.person = self.person._replace(is_explained=is_shown)
            case Say(text):
                self._forget()
                self.person = self.person._replace(found=text)
            case _:
                is_asked = any(row.id == WHO and not row.is_folded for row in self.scene.rows)
                if is_asked and not isinstance(action, Press | StoneStep):
                    # Whoever plays on without an answer plays as all; a button is no move yet, nor
                    # is a stone.
                    self.say_who(EVERYBODY)
                if isinstance(action, Touch):
                    action = action._replace(view=self._number)
                elif at_ms is not None and isinstance(action, ThrowIn | Turn):
                    action = action._replace(at=Stamp(self._number, at_ms))
                self._send(self._offered(action, scene), id, {})
                return True
        self._show()
        return True

    def say_who(self, name: str) -> None:
        """Note who this person is: a name, or `EVERYBODY`."""
        if not self.person.may_act or name == self.person.pick(WHO):
            return
        before = self.person.name
        self.person = self.person.with_pick(WHO, name)
        if self.person.name != before:
            self._do(Sit(self._number, self.person.name), lambda answer: None)
        self._show()

    def leave(self) -> None:
        """End: nobody waits for this person's answer."""
        if self.person.name:
            self._do(Sit(self._number, ""), lambda answer: None)

    def submit(self, id: str, values: Mapping[str, str], scene: Scene | None = None) -> bool:
        """Send a form with the values of its fields; return whether there is such a form."""
        form = (scene or self.scene).form(id)
        if form is None:
            return False
        given = _given(form, values)
        errors = self._errors(form, given)
        if errors:
            self._forget()
            self.person = self.person._replace(
                about=id, values=tuple(given.items()), errors=tuple(errors.items())
            )
            self._show()
        elif not form.commands:
            game = new_game(self.state, form.game, given)
            self._send(self._offered(game, scene), id, given)
        elif all(given.values()):
            self._enter_all(form, given, scene)
        return True

    def _enter_all(self, form: Form, given: Mapping[str, str], scene: Scene | None) -> None:
        """Send the commands of a form; a correction that changes nothing ends."""
        if wanted := form.wanted(given):
            self._send(self._offered(_typed(*wanted), scene), form.id, given)
        else:
            self._forget()
            self.person = self.person.with_pick(EDIT, "")
            self._show()

    def is_wrong(self, id: str, values: Mapping[str, str]) -> bool:
        """Return whether a form has a wrong number; then its question is not asked."""
        form = self.scene.form(id)
        return form is not None and bool(self._errors(form, _given(form, values)))

    def enter(self, text: str) -> None:
        """Carry out a command that was typed."""
        self._send(_typed(text), "command", {"text": text})

    def _errors(self, form: Form, given: Mapping[str, str]) -> dict[str, str]:
        """Return the errors of number fields."""
        return {
            field.id: self.person.words.say(
                "Enter a number from {least} to {most}.",
                least=signed(field.least),
                most=field.most,
            )
            for field in form.fields
            if field.most is not None and not _is_number(given[field.id], field.least, field.most)
        }

    def _offered(self, intent: Intent, scene: Scene | None) -> Offered:
        moment, is_tapped = (scene or self.scene).moment, scene is not None
        return Offered(intent, moment, is_tapped, self._number, self.person.name)

    def _send(self, intent: Sent, about: str, values: Mapping[str, str]) -> None:
        """Send an intent; its answer is shown once known.

        Rule: intents beyond the limit of open ones are refused.
        """
        if not self.person.may_act or self._waiting >= MOST_WAITING:
            return
        self._waiting += 1
        self._forget()
        if about == "hint":
            self.person = self.person._replace(found=self.person.words.gettext(LOOKING))
        self._do(intent, partial(self._answered, intent, about, values))

    def _answered(
        self, intent: Sent, about: str, values: Mapping[str, str], answer: Answer
    ) -> None:
        self._waiting -= 1
        if answer == SAME_PRESS:
            return
        if answer == TOO_LATE:
            # Not shown at its control or form, because nothing is wrong there.
            self.person = self.person._replace(answer=answer)
            self._late = self._now()
            self._show()
            return
        # A form starts again; a press changes only the table.
        sent = self.person.sent + (1 if answer.is_done and values else 0)
        self.person = self.person._replace(
            answer=answer, about=about, values=tuple(values.items()), sent=sent
        )
        if self.state.game:
            game = self.state.game.state.game
            questions = part_of(game).questions
            # The answer to a question does not change the state of the table.
            asked = [each for each in answer.events if each.kind in questions]
            self._add([self._line(game, each) for each in asked])
        if answer.is_done:
            self.person = self.person._replace(about="", values=())
        self._show()


def _struck(line: HistoryLine) -> HistoryLine:
    return line._replace(entry=0, tone="undone", cheer="")


def _typed(*texts: str) -> Enter:
    first, *also = map(with_small_cells, texts)
    return Enter(first, tuple(also))


def _given(form: Form, values: Mapping[str, str]) -> dict[str, str]:
    """Return the values of all fields; fields that were not sent keep their shown values."""
    given = {}
    for field in form.fields:
        value = " ".join(values.get(field.id, field.value).split())
        given[field.id] = value or (field.note if field.kind == "name" else "")
    return given


def _is_number(text: str, least: int, most: int) -> bool:
    """Return whether this is a number between two others.

    >>> [_is_number(text, -9, 60000) for text in ("60000", "60001", "-9", "-10", "--1", "")]
    [True, False, True, False, False, False]
    """
    digits = text.removeprefix("-")
    is_short = digits.isascii() and digits.isdigit() and len(digits) <= len(str(most))
    return is_short and least <= int(text) <= most


def _is_found(before: DeviceView, now: DeviceView) -> bool:
    """Return whether the search for a hint has ended; a released stone is not an answer."""
    was, status, refusal = before.status, now.status, now.refusal
    if status is None or was is None or status.mode != was.mode:
        return True
    is_refused = refusal is not None and refusal != before.refusal
    return is_refused or status.detail not in ("-", was.detail)


def _is_asked(state: TableState, game: str, may_act: bool) -> bool:
    """Return whether a person who requests a game, "" for none, is asked what to play.

    Rule: without a game they see the current game, also after its end; but after a restart the
    device still has an older one than the card game that was left, which a player can go on with.
    """
    played = state.game
    if played is None:
        return False
    if not game:
        newest, found = next(iter(state.offers), None), played.found
        if newest is None or found is None:
            return False
        return may_act and newest.last > found and not row_of(newest.game).size
    return played.state.over or game != played.state.game


def _is_over(state: TableState) -> bool:
    return state.game is not None and state.game.state.over


def _notice_line(words: Words, notice: Notice) -> HistoryLine:
    text, tone = notice_words(words, notice), CHEERED.get(notice.code, "")
    return HistoryLine(0, text, tone=tone, cheer=text if tone else "")


def _game_id(state: TableState) -> tuple[str, int]:
    return state.game.id if state.game else ("", 0)
