"""A form of the scene on its own screen: what to play, a count, an eaten pile.

Decides the layout of fields and when they are shown.  Must not know what a form is for.
"""

from collections.abc import Iterator, Mapping

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Input

from schiri.scene.scene import Form, FormField, Scene
from schiri.scene.viewer import Viewer
from schiri.terminal.dialogs import Help, QuestionScreen, Quit, ask_first, rule_lines
from schiri.terminal.widgets import Button, Checkbox, FieldLabel, ProblemLine, QuietStatic, Select
from schiri.texts import N_, Words

START = "start"
# The rows of the start form that are buttons; the games are a choice.
GAMES = "games"
KEYS = (
    ("Enter", N_("choose, start or resume a game")),
    ("Tab", N_("the next field")),
    ("Esc", N_("back to the table")),
)


class FieldLine(Horizontal):
    """One field: its label, its input, and its error below."""

    DEFAULT_CSS = """
    FieldLine { height: auto; }
    FieldLine Vertical { width: 1fr; height: auto; }
    FieldLine .wrong { color: $text-error; height: auto; }
    """

    def __init__(self, field: FormField) -> None:
        super().__init__(classes="field")
        self.field = field
        # References, not queries: a line is updated and read before its parts are mounted.
        self._entry = _entry(field)
        self._wrong = QuietStatic(id="wrong")
        self._wrong.add_class("wrong")
        self.show(field)

    def compose(self) -> ComposeResult:
        yield FieldLabel(self.field.label)
        with Vertical():
            yield self._entry
            yield self._wrong

    @property
    def value(self) -> str:
        match self._entry:
            case Select() as choice:
                # Nothing is selected before it is mounted.
                return choice.selection or self.field.value
            case Checkbox() as check:
                return "on" if check.value else ""
            case entry:
                return entry.value

    def put(self, value: str) -> None:
        match self._entry:
            case Checkbox() as check:
                check.value = bool(value)
            case entry:
                entry.value = value

    def show(self, field: FormField) -> None:
        """Show the current error; the input stays."""
        self.field = field
        self._wrong.update(f"! {field.error}")
        self._wrong.display = bool(field.error)


def _entry(field: FormField) -> Select | Checkbox | Input:
    """Return the input of a field."""
    if field.kind == "check":
        return Checkbox(bool(field.value))
    if field.kind == "choice":
        return Select(list(field.choices), field.value)
    values = [value for value, _said in field.choices]
    return Input(
        field.value,
        placeholder=field.note,
        compact=True,
        suggester=SuggestFromList(values, case_sensitive=False) if values else None,
    )


class FormScreen(ModalScreen[None]):
    """A form; it closes when the scene no longer has it."""

    DEFAULT_CSS = """
    FormScreen { align: center middle; }
    FormScreen > Vertical {
        width: 76; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; padding: 0 1;
    }
    FormScreen #scroll { height: auto; max-height: 70vh; }
    FormScreen #fields, FormScreen #offers { height: auto; }
    /* What has the focus shows by a bar before its line, without colour as well. */
    FormScreen .field { height: auto; border-left: blank; }
    FormScreen .field:focus-within { border-left: thick $foreground; }
    FormScreen Button:focus { text-style: bold reverse; }
    FormScreen SelectOverlay:focus > .option-list--option-highlighted {
        text-style: bold underline;
    }
    FormScreen FieldLabel { width: 24; padding: 0 1 0 0; }
    FormScreen Input, FormScreen Select { width: 1fr; }
    FormScreen #buttons { height: auto; }
    FormScreen #house-rules { text-style: bold; }
    FormScreen Button { margin: 0 1; }
    """
    AUTO_FOCUS = "Input"
    BINDINGS = [
        Binding("question_mark", "help", show=False),
        Binding("colon", "type", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, words: Words, viewer: Viewer, form: str) -> None:
        super().__init__()
        self.words, self.viewer, self.form_id = words, viewer, form
        self._version = _version(self.form)
        self._built: object = None

    @property
    def form(self) -> Form | None:
        """The current form, None if the scene no longer has it."""
        return self.viewer.scene.form(self.form_id)

    def compose(self) -> ComposeResult:
        scene, form = self.viewer.scene, self.form
        with Vertical():
            with VerticalScroll(id="scroll", can_focus=False):
                with Vertical(id="offers"):
                    yield from self._offers(scene)
                if self.form_id == START:
                    with Horizontal(classes="field"):
                        yield FieldLabel(self.words.gettext("Game"))
                        yield self._games(scene)
                yield Vertical(*self._lines(form), id="fields")
            yield ProblemLine()
            with Horizontal(id="buttons"):
                yield Button(form.submit if form else "", id="submit", variant="primary")
                yield Button(self.words.gettext("Back"), id="back")
                yield Button(self.words.gettext("How it is played"), id="guide")

    def _offers(self, scene: Scene) -> Iterator[Button]:
        """Yield the games that can be resumed, and the control to try again."""
        for row in scene.rows:
            if self.form_id == START and row.id in ("offers", "fault"):
                for control in row.controls:
                    yield Button(control.label, id=f"offer-{control.id}")

    def _games(self, scene: Scene) -> Select:
        games = next((row.controls for row in scene.rows if row.id == GAMES), ())
        chosen = next((each.id for each in games if each.is_on), games[0].id if games else "")
        return Select([(each.id, each.label) for each in games], chosen, id="game")

    def _lines(self, form: Form | None) -> list[Widget]:
        """Return a line for each field, folded ones below a heading."""
        self._built = _shape(form) if form else None
        fields = form.fields if form else ()
        open_fields = [field for field in fields if not field.is_folded]
        folded = [field for field in fields if field.is_folded]
        heading = QuietStatic(self.words.gettext("House rules"), id="house-rules")
        note = QuietStatic(form.note if form else "", id="note")
        return [
            *([note] if form and form.note else []),
            *map(FieldLine, open_fields),
            *([heading] if folded else []),
            *map(FieldLine, folded),
        ]

    def on_mount(self) -> None:
        self.show()

    # Showing

    def show(self) -> None:
        """Show the current form; close if it is gone or accepted: the next is another person's."""
        form, scene = self.form, self.viewer.scene
        if form is None or (self.form_id != START and _version(form) != self._version):
            if self.is_current:
                self.dismiss(None)
            return
        # Its parts follow one by one.
        if not self.is_mounted or not self.query("#guide") or not self.query(ProblemLine):
            return
        if _shape(form) != self._built:
            self.call_later(self._rebuild)
            return
        fields = {field.id: field for field in form.fields}
        for line in self.query(FieldLine):
            line.show(fields[line.field.id])
        message = scene.message
        is_wrong = message and message.kind != "note" and message.about != self.form_id
        problem = form.error or (message.text if message and is_wrong else "")
        self.query_one(ProblemLine).print(problem)
        self.query_one("#guide").display = bool(form.guide)
        self._show_asked()

    async def _rebuild(self) -> None:
        """Rebuild the fields for another game; typed names stay."""
        kept = {
            line.field.id: line.value
            for line in self.query(FieldLine)
            if line.field.kind == "name" and line.value != line.field.value
        }
        fields = self.query_one("#fields", Vertical)
        await fields.remove_children()
        await fields.mount(*self._lines(self.form))
        for line in self.query(FieldLine):
            if line.field.id in kept:
                line.put(kept[line.field.id])
        self.show()

    def _show_asked(self) -> None:
        """Show the fields that depend on the values of others."""
        values = self.values
        for line in self.query(FieldLine):
            shown = line.field.shown_if
            line.display = shown is None or values.get(shown[0]) == shown[1]

    @property
    def values(self) -> Mapping[str, str]:
        return {line.field.id: line.value for line in self.query(FieldLine)}

    # Actions

    def on_select_changed(self, event: Select.Changed) -> None:
        if event.select.id == "game":
            self.viewer.press(str(event.value))
        else:
            self._show_asked()

    def on_input_submitted(self) -> None:
        self._submit()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        name = event.button.id or ""
        if name == "submit":
            self._submit()
        elif name.startswith("offer-"):
            self.viewer.press(name.removeprefix("offer-"))
        elif name == "guide":
            self._show_guide()
        else:
            self.action_leave()

    def _submit(self) -> None:
        form = self.form
        if form is None:
            return
        values = dict(self.values)
        if not form.question or self.viewer.is_wrong(form.id, values):
            self.viewer.submit(form.id, values)
            return
        question = QuestionScreen(self.words, form.question, form.submit)
        ask_first(self.app, question, lambda: self.viewer.submit(self.form_id, values))

    def _show_guide(self) -> None:
        """Show how the chosen game is played, in a few sentences."""
        if self.form:
            steps = [(f"{at}.", text) for at, text in enumerate(self.form.guide, 1)]
            self.app.push_screen(Help([(self.words.gettext("How it is played"), steps)]))

    def action_help(self) -> None:
        """Show help for the keys, and the rules of the chosen game."""
        words = self.words
        keys = [(key, words.gettext(does)) for key, does in KEYS]
        games = [row for row in self.viewer.scene.rows if row.id == GAMES]
        game = next((each.id for row in games for each in row.controls if each.is_on), "")
        rules = rule_lines(words, game.removeprefix("game-"))
        self.app.push_screen(Help([(words.gettext("Keys"), keys), (words.gettext("Rules"), rules)]))

    def action_type(self) -> None:
        self.action_leave()
        self.app.call_later(self.app.run_action, "type")

    def action_leave(self) -> None:
        """Return to the table, or quit if there is no game."""
        if self.form_id != START:
            self.dismiss(None)
        elif not self.viewer.press("back-to-table"):
            ask_first(self.app, Quit(self.words, self.viewer.state.game), self.app.exit)


class StartForm(FormScreen):
    """The form that asks what to play."""

    # The buttons on which Enter resumes a game, or starts a rematch.
    AUTO_FOCUS = "#offers Button, #submit"

    def on_mount(self) -> None:
        if self.viewer.person.game:
            # Enter starts the game that was named.
            self.set_focus(self.query_one("#submit", Button))


def _version(form: Form | None) -> object:
    """Return a key that changes when a form is accepted, or becomes another person's."""
    return form and (form.version, form.title)


def _shape(form: Form) -> object:
    """Return a key of the parts of a form that need new widgets when they change."""
    return [
        (each.id, each.kind, each.label, each.choices if each.kind == "choice" else ())
        for each in form.fields
    ], form.version
