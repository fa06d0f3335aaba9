"""What every table has on a page: who plays, whose turn it is, what was told, what can be said.

Decides which controls stand where.  A game adds its board, and controls of its own; without any it
is shown as its picture, and played by commands.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nicegui import ui

from schiri.events import State
from schiri.games import adapter_of
from schiri.games.board import OnBoard
from schiri.page.elements import Do, Line, Tag, asking, button, drawn, lead_to, line, put
from schiri.page.logs.library import id_of
from schiri.picture.drawing import drawing
from schiri.picture.svg import mark_svg
from schiri.prose import turn_words, with_colour
from schiri.prose.answers import answer_words, resigning_words
from schiri.table.intents import Enter, Intent, Reconnect, Rematch, Undo

if TYPE_CHECKING:
    from schiri.page.viewer import Viewer

# What a notation has that ends a game, and that a button says.
RESIGN = "resign NAME"
SAID = (RESIGN, "draw", "abandon")


class View:
    """A part of a page that is shown or not: what is asked before a game, or its table."""

    # The kinds of the events that answer a question.
    QUESTIONS: Sequence[str] = ()

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.words = viewer.words

    def build(self) -> None:
        """Make the elements, where the page has its place for them."""

    def show(self) -> None:
        """Show the newest moment."""

    def show_lights(self) -> None:
        """Show the lights of the device, where they are to be seen."""


class Seat:
    """Who plays: the piece, the name, what they have, and whether it is their turn."""

    def __init__(self) -> None:
        with Tag("li") as self._row:
            self._piece = drawn("", "span", "piece")
            self._name = Tag("span", classes="name")
            self._note = Tag("span", classes="note")

    def show(self, name: str, piece: str, note: str, is_turn: bool) -> None:
        """Show how it is now; what is as before is not sent again."""
        self._row.put(aria_current="true" if is_turn else None)
        self._piece.content = mark_svg(piece) if piece else ""
        put(self._piece, hidden=None if piece else True)
        self._name.text, self._note.text = name, note


class TablePage(View):
    """The table of a game.

    Shape: ``LOOK`` is a class of its own in the style, "" for none.
    """

    LOOK = ""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        # Whether what comes of something done far below has not been brought into view yet, up to
        # where the history was then, and whether the game was over.
        self._leads = False
        self._was_told_upto = 0
        self._was_over = False

    @property
    def state(self) -> State:
        """How the game stands."""
        assert self.viewer.state.state is not None
        return self.viewer.state.state

    # What a game adds

    def build_board(self) -> None:
        """Make the elements of what lies in the middle."""
        self._picture = drawn("", classes="picture")
        self._lines = Tag("pre", classes="lines")

    def show_board(self) -> None:
        """Show what lies in the middle."""
        self._picture.content = drawing(self.state, None) or ""
        lines = adapter_of(self.state.game).state_lines(self.words, self.state)
        self._lines.say("" if self._picture.content else "\n".join(lines))

    def build_controls(self) -> None:
        """Make what is pressed most, below whose turn it is."""

    def show_controls(self) -> None:
        """Show what can be pressed now."""

    def build_notes(self) -> None:
        """Make what stands below what can be done, for who only looks on as well."""

    def show_notes(self) -> None:
        """Show what stands there."""

    def build_beside(self) -> None:
        """Make what stands below the history, as a device."""

    def seat_note(self, name: str) -> str:
        """Return what stands beside a name, "" for nothing."""
        return adapter_of(self.state.game).seat_note(self.words, self.state, name)

    def hint(self) -> str:
        """Return what can be done now, in words."""
        cards, players = self.viewer.state.cards, self.viewer.state.players
        return adapter_of(self.state.game).panel_words(self.words, cards, players)

    # What all have

    def build(self) -> None:
        """Make the elements of a table."""
        words = self.words
        with Tag("div", classes=f"table {self.LOOK}".strip()):
            with Tag("section", classes="whose") as self._whose:
                self._seats = Tag("ul", classes="seats", aria_label=words.gettext("Players"))
                self._seated: list[Seat] = []
                self._turn = Tag("p", classes="turn")
            with Tag("section", classes="board", tabindex="-1") as self._board:
                self.build_board()
            with Tag("section", classes="talk"):
                self._problem = Tag("p", classes="problem")
                self._hint = Tag("p", classes="hint")
                self._retry = self.act(
                    words.gettext("Try again"), lambda: self.viewer.send(Reconnect())
                )
                self._again = self.act(
                    words.gettext("Play again"), lambda: self.viewer.send(Rematch()), "strong"
                )
                if self.viewer.may_act:
                    self.build_controls()
                    self._undo = self.act(
                        words.gettext("Take back"), lambda: self.viewer.send(Undo())
                    )
                self.build_notes()
            with Tag("section", classes="told"):
                Tag("h2", words.gettext("What happened"))
                self._history = Tag("ol", classes="history", tabindex="0", reversed=True)
                self._told_upto = 0
                if log := self.viewer.state.log:
                    past = f"/games/{id_of(Path(log))}"
                    Tag("a", words.gettext("Look back"), "button quiet", href=past)
            with Tag("section", classes="beside"):
                self.build_beside()
            if self.viewer.may_act:
                with Tag("section", classes="end"):
                    self._build_more()

    def act(self, text: str, do: Do, classes: str = "") -> Tag | None:
        """Return a button of whoever may touch something, None for who only looks on."""
        return button(text, do, classes) if self.viewer.may_act else None

    def _build_more(self) -> None:
        words, game = self.words, self.state.game
        notation = adapter_of(game).notation(words)
        with Tag("details", classes="more"):
            Tag("summary", words.gettext("End, dispute, put right"))
            for form, meaning in notation:
                if form == RESIGN:
                    for name in self.viewer.state.players:
                        text = words.gettext("{who} resigns.").format(who=name)
                        asked = resigning_words(words, name)
                        asking(
                            Tag("button", text, type="button"),
                            "click",
                            self._entering(f"resign {name}"),
                            asked,
                        )
                elif form in SAID:
                    button(meaning[:1].upper() + meaning[1:], self._entering(form))
            self._dispute = line(words.gettext("What is not agreed on"))
            button(words.gettext("Keep in the log"), self._send_dispute)
            with Tag("form", classes="command").on("submit.prevent", self._send_command, []):
                self._command = line(words.gettext("A command"))
                Tag("button", words.gettext("Do it"), type="submit")
            with Tag("dl"):
                for form, meaning in notation:
                    Tag("dt", form)
                    Tag("dd", meaning)

    def _entering(self, text: str) -> Do:
        return lambda: self.send(Enter(text))

    def send(self, intent: Intent) -> None:
        """Do something far below what comes of it, which is then brought into view."""
        self._leads, self._was_told_upto = True, self.viewer.told_upto
        self._was_over = self.state.phase == "over"
        self.viewer.send(intent)

    def _send_dispute(self) -> None:
        self._send_line(self._dispute, "dispute ")

    def _send_command(self) -> None:
        self._send_line(self._command)

    def _send_line(self, typed: Line, before: str = "") -> None:
        text = " ".join(typed.value.split())
        if text:
            self.viewer.send(Enter(before + text), typed)

    def show(self) -> None:
        """Show the newest moment."""
        state, problem = self.state, self.viewer.problem()
        is_over = state.phase == "over"
        self._show_seats()
        self._turn.text = turn_words(self.words, state)
        self._turn.put(data_over="true" if is_over else None)
        self._hint.say(self.hint())
        beside = self._show_beside() if self.viewer.may_act else ""
        self._problem.say("" if problem == beside else problem)
        self._problem.put(data_notice="true" if self.viewer.is_notice() else None)
        if self.viewer.may_act:
            _show_if(self._retry, self.viewer.state.fault is not None)
            _show_if(self._again, state.over)
            self.show_controls()
        self.show_notes()
        self._show_history()
        self.show_board()
        if self._leads:
            self._lead()

    def _show_beside(self) -> str:
        """Show beside the line that something was typed on why it is not done; return why."""
        viewer = self.viewer
        text = answer_words(self.words, viewer.answer, self.state) if viewer.typed else ""
        for each in (self._dispute, self._command):
            each.refuse(text if each is viewer.typed else "")
        return text

    def _lead(self) -> None:
        """Bring into view what came of something done far below, once."""
        board = self.viewer.state.board
        is_hinted = board is not None and bool(board.hint)
        if self._problem.text and not self.viewer.is_notice():
            lead_to(self._problem)
        elif self.state.phase == "over" and not self._was_over:
            lead_to(self._whose)
        elif is_hinted:
            lead_to(self._board)
        elif self.viewer.told_upto == self._was_told_upto:
            # Nothing came of it so far.
            return
        self._leads = False

    def _show_seats(self) -> None:
        """Show who plays: the piece, the name, what they have, and whose turn it is."""
        state, words = self.state, self.words
        colours = state.colours if isinstance(state, OnBoard) else {}
        score = self.viewer.state.score
        rows = []
        for name in self.viewer.state.players:
            # Those of the board games are told, which are won one by one.
            wins = score.get(name, 0) if isinstance(state, OnBoard) else 0
            won = words.ngettext("{count} win", "{count} wins", wins).format(count=wins)
            told = ", ".join(filter(None, [self.seat_note(name), won if wins else ""]))
            named = with_colour(words, state, name)
            rows.append((named, colours.get(name, ""), told, name == state.turn))
        if len(rows) != len(self._seated):
            self._seats.clear()
            with self._seats:
                self._seated = [Seat() for _ in rows]
        for seat, row in zip(self._seated, rows, strict=True):
            seat.show(*row)

    def _show_history(self) -> None:
        """Show what was told, the last first; what is shown already stays."""
        told, upto = self.viewer.told, self.viewer.told_upto
        fresh = told[max(0, len(told) - upto + self._told_upto) :]
        self._told_upto = upto
        with self._history:
            for text in fresh:
                Tag("li", text).move(target_index=0)
        for old in self._history.default_slot.children[len(told) :]:
            self._history.remove(old)


def _show_if(element: ui.element | None, is_shown: bool) -> None:
    if isinstance(element, Tag):
        element.put(hidden=None if is_shown else True)
