"""A board game on a page: the board to touch, and beside it the device, its lights and buttons.

Decides how they are laid out.  Must not decide anything about a game: the device does.
"""

from __future__ import annotations

from functools import lru_cache

from schiri_engines.grid import cell_text

from schiri.games.board import BoardView
from schiri.page.cells import Cell, Cells
from schiri.page.elements import Do, Tag, button, drawn
from schiri.page.painting import COLOURS
from schiri.page.sheets import Sheet
from schiri.page.view import TablePage
from schiri.picture.board import cell_svg
from schiri.picture.lights import lights_svg
from schiri.prose import field_signs
from schiri.prose.answers import device_hint, device_words
from schiri.table.buttons import does_something, step_of
from schiri.table.intents import Plug, Press, Touch
from schiri.texts import N_, Words

# So many games have a column of the score sheet.
MOST_RESULTS = 6
# The six caps, and the stick where it lies; each with the words for it.
CAPS = ("red", "yellow", "green", "blue", "white", "black")
STICK = (
    ("up", "▲", N_("stick up")),
    ("left", "◀", N_("stick left")),
    ("press", "●", N_("press the stick")),
    ("right", "▶", N_("stick right")),
    ("down", "▼", N_("stick down")),
)


class BoardPage(TablePage):
    """The table of a board game, which a device keeps."""

    def build_board(self) -> None:
        """Make the board."""
        touch = self._touch if self.viewer.may_act else None
        self._cells = Cells(self.words.gettext("The board"), touch)

    def show_board(self) -> None:
        """Show the board, and the device beside it."""
        view = self.viewer.state.board
        if view:
            refusal, size = self.viewer.refusal(), view.size
            causes = refusal.cells if refusal else ()
            shown = shown_cells(self.words, self.state.game, view, causes)
            self._cells.show("abcdefgh"[:size], range(size, 0, -1), shown)
        self._show_device()

    def _touch(self, cell: str) -> None:
        self.viewer.send(Touch(cell))

    def hint(self) -> str:
        """Return what can be done now: what the device waits for, or how one comes back."""
        state, words = self.viewer.state, self.words
        if state.connected is None and state.is_plugged is False:
            return words.gettext("The cable is out, and the device goes on without us.")
        return device_hint(words, state) or words.gettext("No device answers yet.")

    def build_notes(self) -> None:
        """Make the place of what each game of the evening has brought."""
        self._results = Sheet(self.words.gettext("Score sheet"))

    def show_notes(self) -> None:
        """Show who has won each game: a win counts one, a draw nothing."""
        words, results = self.words, self.viewer.state.results
        first = max(0, len(results) - MOST_RESULTS)
        shown = range(first, len(results))
        heads = [words.gettext("game {number}").format(number=at + 1) for at in shown]
        rows = {
            name: [
                *(int(name in results[at]) for at in shown),
                sum(name in winners for winners in results),
            ]
            for name in self.viewer.state.players
        }
        self._results.show([*heads, words.gettext("match")], rows if results else {})

    # The device

    def build_beside(self) -> None:
        """Make the device: its lights, and its buttons for whoever may press them."""
        words = self.words
        Tag("h2", words.gettext("The device"))
        self._name = Tag("p", classes="hint")
        with Tag("div", classes="device"):
            self._lights = drawn("", classes="lights", aria_hidden="true")
            self._buttons: dict[str, Tag] = {}
            if self.viewer.may_act:
                self._build_buttons()

    def _build_buttons(self) -> None:
        words, build = self.words, self.viewer.state.build
        with Tag("div", classes="caps"):
            for name in CAPS:
                text = words.pgettext("button", name)
                self._buttons[name] = button(text, self._pressing(name), f"cap {name}")
        if build.has_cursor:
            with Tag("div", classes="stick"):
                for name, sign, label in STICK:
                    self._buttons[name] = button(
                        sign, self._pressing(name), f"way {name}", aria_label=words.gettext(label)
                    )
        with Tag("div", classes="holds"):
            menu, roll = words.gettext("Menu"), words.gettext("The device rolls")
            self._buttons["hold-black"] = button(menu, self._pressing("hold-black"))
            self._buttons["hold-white"] = button(roll, self._pressing("hold-white"))
            hint = words.gettext("Hint")
            self._buttons["hold-yellow"] = button(hint, lambda: self.send(Press("hold-yellow")))
            self._cable = button("", self._toggle_cable)

    def _pressing(self, name: str) -> Do:
        return lambda: self.viewer.send(Press(name))

    def _toggle_cable(self) -> None:
        self.viewer.send(Plug(not self.viewer.state.is_plugged))

    def show_lights(self) -> None:
        """Show the lights of the device."""
        state = self.viewer.state
        self._lights.content = lights_svg(state.build, state.lights.colours if state.lights else ())

    def _show_device(self) -> None:
        state, words = self.viewer.state, self.words
        self._name.text = device_words(words, state.connected)
        self.show_lights()
        if not self.viewer.may_act:
            return
        step = step_of(state)
        for name, element in self._buttons.items():
            element.put(aria_disabled=None if does_something(step, name) else "true")
        self._buttons["hold-white"].put(hidden=None if step.mode == "dice" else True)
        self._buttons["hold-yellow"].put(hidden=None if step.mode == "play" else True)
        is_in = state.is_plugged
        self._cable.say(
            ""
            if is_in is None
            else words.gettext("Pull the simulated cable")
            if is_in
            else words.gettext("Plug the simulated cable in")
        )


# All pages of a table that speak one language show the same board: it is told once for all.
@lru_cache(32)
def shown_cells(
    words: Words, game: str, view: BoardView, causes: tuple[str, ...] = ()
) -> tuple[Cell, ...]:
    """Return the cells of a board from the top left one on, each as it looks and in words.

    Shape: ``causes`` are the names of the cells by which something was refused.
    """
    size, shown, signs = view.size, [], field_signs(words)
    for cell in (rank * size + file for rank in reversed(range(size)) for file in range(size)):
        name = cell_text(cell, size)
        is_cause = name in causes
        label = cell_words(words, game, view, cell, is_cause)
        shown.append(Cell(name, cell_svg(view, cell, is_cause, signs), label))
    return tuple(shown)


def cell_words(words: Words, game: str, view: BoardView, cell: int, is_cause: bool = False) -> str:
    """Return a cell in words: its name, its field, what lies there, how it is marked.

    >>> from schiri.texts import Words
    >>> view = BoardView(2, "b...", targets=("b2",))
    >>> [cell_words(Words("en"), "switch", view, cell) for cell in (0, 3)]
    ['a1, dark', 'b2, free, it may go there']
    """
    name, letter = cell_text(cell, view.size), view.letters[cell]
    told = [name]
    if view.fields:
        told.append(words.pgettext("button", COLOURS[view.fields[cell]]))
    free = words.gettext("free")
    told.append(free if letter == "." else words.pgettext("colour", f"{game} {letter}"))
    marks = (
        (name == view.picked, words.gettext("picked")),
        (name in view.targets, words.gettext("it may go there")),
        (name in view.hint, words.gettext("the hint")),
        (name in view.last, words.gettext("the last move")),
        (name in view.won, words.gettext("the group that has won")),
        (is_cause, words.gettext("the cause of the refusal")),
    )
    return ", ".join([*told, *(text for is_marked, text in marks if is_marked)])
