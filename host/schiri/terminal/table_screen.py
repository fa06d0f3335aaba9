"""The table: draws the scene of the person here, with the scene's controls as its keys.

Decides the place of each part, and the keys of every scene.  Must not know a game, or what a
control does.
"""

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.screen import Screen

from schiri.clock import now_ms
from schiri.prose import field_signs
from schiri.scene.marks import MARKS
from schiri.scene.scene import Control, Grid, Lines, Piles, Race, Row, Scene, StoneBoard
from schiri.scene.viewer import Viewer
from schiri.table.intents import Enter
from schiri.terminal.controls import FORM, KEY_NAMES, ControlsView, form_row, reachable, shown_rows
from schiri.terminal.dialogs import Help, QuestionScreen, Quit, ask_first, rule_lines
from schiri.terminal.form import FormScreen
from schiri.terminal.grid import GridView, scale_for
from schiri.terminal.lights import LightsPanel
from schiri.terminal.seats import other_sheets, seats_text, sheet_text
from schiri.terminal.widgets import CommandLine, EventLog, ProblemLine, QuietStatic
from schiri.texts import N_, Words

# A screen with fewer lines has no room for gaps.
LOW = 24
# How often a clock that runs is drawn.
TICK_S = 0.1
# The lines around a board, and the columns beside it for the players.
BELOW, SIDE = 7, 25
STICK = ("up", "down", "left", "right")
# The keys of every scene: their text in the key bar, and their actions.
KEYS = (
    (":", N_("type"), N_("type a command, in one of the forms below")),
    ("?", N_("help"), N_("this help")),
    ("n", N_("new"), N_("start or resume a game")),
    ("q", N_("quit"), N_("quit; the log is kept")),
    ("m", N_("more"), N_("more: resign, agree to a draw, put right")),
    ("d", N_("device"), N_("the lights and buttons of the device")),
    ("Tab", "", N_("go to the next button; Enter presses it")),
    ("↑ ↓ ← →", "", N_("go to a field")),
    ("Enter", "", N_("choose the field; after a game play the same again")),
    (
        "d ↑ ↓ ← → Enter",
        "",
        N_("on a device that feels its stones: lift a stone, or put down the one in the hand"),
    ),
    ("v", "", N_("the history in words, or as the log has it")),
    (N_("PgUp PgDn"), "", N_("the history, further up or down")),
)
CARDS = ("░ ● ▲ ╳", N_("cards: face down, red, green, a hole"))
# The keys of the app itself.
APP_KEYS = ("ctrl+c", "ctrl+q")


class TableScreen(Screen[None]):
    """A scene on a screen."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (LOW, "-usual")]
    # No widget takes the focus by itself: the keys belong to the table.
    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    TableScreen #title { height: auto; text-style: bold; }
    TableScreen #top { height: auto; }
    TableScreen #top.-cards { height: 3fr; min-height: 6; }
    TableScreen.-low #top.-cards { min-height: 10; }
    TableScreen #side { width: 1fr; height: auto; padding: 0 0 0 1; }
    TableScreen #top.-cards #side { width: 30; height: 100%; }
    TableScreen #side Static { height: auto; }
    TableScreen.-usual #seats, TableScreen.-usual #pile { margin: 0 0 1 0; }
    TableScreen #turn { height: auto; text-style: bold; }
    TableScreen #hint { height: auto; color: $text-muted; }
    TableScreen #log { height: 1fr; min-height: 1; border: none; }
    TableScreen.-low #log { min-height: 0; }
    TableScreen #foot { height: auto; dock: bottom; }
    TableScreen.-start #top, TableScreen.-start #turn { visibility: hidden; }
    TableScreen.-start #hint, TableScreen.-start #log { visibility: hidden; }
    TableScreen #keys { height: 1; background: $panel; }
    """

    def __init__(self, words: Words, viewer: Viewer) -> None:
        # The usual size from the start: a change of class looks up all styles again.
        super().__init__(classes="-usual")
        self.words = words
        self.viewer = viewer
        self.cursor = ""
        self._chosen = ""
        self._is_more = self.is_typing = self.is_ready = False
        # Whether the device is shown; who has not said it sees one whose stones they move.
        self._asked_device: bool | None = None
        # How many columns there are beside a board.
        self._room = 1
        # The last key if it had no effect, else "".
        self._idle = ""
        # Which game's history is shown, and up to which event.
        self._played, self._told_upto = "", 0

    @property
    def scene(self) -> Scene:
        return self.viewer.scene

    def compose(self) -> ComposeResult:
        yield QuietStatic("Schiri", id="title")
        with Horizontal(id="top"):
            yield GridView(field_signs(self.words))
            with Vertical(id="side"):
                yield QuietStatic("", id="seats")
                yield QuietStatic("", id="pile")
                yield ControlsView("controls")
                yield LightsPanel(self.viewer.state.device.build)
        yield QuietStatic("", id="turn")
        yield QuietStatic("", id="hint")
        yield ProblemLine()
        yield EventLog()
        with Vertical(id="foot"):
            yield CommandLine(self.submit)
            yield QuietStatic("", id="keys")

    def on_mount(self) -> None:
        self._ticking = self.set_interval(TICK_S, self._show_seats, pause=True)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.is_ready = True
        self.show()

    def on_resize(self, event: Resize) -> None:
        self.show()

    def _show_seats(self) -> None:
        """Show the players; while a clock runs, again and again."""
        scene = self.scene
        self._part("seats").update(seats_text(self.words, scene, self._room, now_ms()))
        if any(seat.ends_ms is not None for seat in scene.seats):
            self._ticking.resume()
        else:
            self._ticking.pause()

    @property
    def _stones(self) -> StoneBoard | None:
        """The stones that are moved here, None if there are none."""
        device = self.scene.device
        return device.stones if device and self._is_device else None

    @property
    def _is_device(self) -> bool:
        device = self.scene.device
        has_stones = device is not None and device.stones is not None
        return has_stones if self._asked_device is None else self._asked_device

    # Showing

    def show(self) -> None:
        if not self.is_ready:
            return
        self._show_history()
        scene = self.scene
        is_start = scene.name == "start"
        # The start form lies over all but the title and the keys.
        self.set_class(is_start, "-start")
        note = scene.heading if is_start else _note(scene)
        self._part("title").update(" · ".join(filter(None, (scene.title, note))))
        self._show_middle()
        self._part("turn").update(turn_text(scene))
        self._part("hint").update(self._hint())
        message = scene.message
        is_fault = bool(message and message.kind == "fault")
        text = "\n".join(filter(None, [message.text, message.reason])) if message else ""
        said = Text(text, "bold reverse" if is_fault else "")
        self.query_one(ProblemLine).print(said, message is None or message.kind != "note")
        self._part("keys").update(self._bar())
        self._share_room(bool(message))

    def _show_middle(self) -> None:
        scene, (width, height) = self.scene, self.size
        middle, view = scene.middle, self.query_one(GridView)
        grid = middle if isinstance(middle, Grid) else None
        is_cards = grid is not None and grid.look == "cards"
        self.query_one("#top").set_class(is_cards, "-cards")
        view.display = grid is not None
        if grid and not is_cards:
            view.scale = scale_for(len(grid.columns), width - SIDE, height - BELOW)
        if grid:
            names = {cell.name for cell in grid.cells}
            self.cursor = self.cursor if self.cursor in names else _middle_of(grid)
        view.show(grid, "" if self._stones else self.cursor)
        room = width - 1
        if is_cards:
            room = 29
        elif grid:
            room = width - view.scale.room(len(grid.columns))[0] - 1
        self._room = room
        self._show_seats()
        lines: tuple[str, ...] = ()
        if isinstance(middle, Piles):
            lines = ("   ".join(each.label for each in middle.piles),)
        elif isinstance(middle, Lines):
            lines = middle.lines
        text = Text("\n".join(lines))
        for sheet in other_sheets(scene) if self._is_more or scene.is_over else ():
            text.append("\n" if text else "").append(sheet_text(sheet))
        self._part("pile").update(text)
        self._part("pile").display = bool(text)
        self.query_one(ControlsView).show(self._rows(), self._chosen, room)
        lights = self.query_one(LightsPanel)
        lights.display = self._is_device and scene.device is not None
        if scene.device:
            lights.build = scene.device.build
            lights.show(scene.device.lights, scene.device.stones)

    def _show_history(self) -> None:
        scene, log = self.scene, self.query_one(EventLog)
        if scene.played != self._played and scene.name == "table":
            if self._played:
                log.forget()
            self._played, self._told_upto = scene.played, 0
        for line in scene.lines:
            if line.number > self._told_upto:
                log.print(line.text, line.form, line.number)
                self._told_upto = line.number
        log.strike(frozenset(line.number for line in scene.lines if line.tone == "undone"))

    def _hint(self) -> str:
        hint = self.scene.hint
        if not self._idle:
            return hint
        idle = self.words.say("{key} does nothing now.", key=self._idle)
        return f"{idle} {hint}"

    def _bar(self) -> Text:
        text, words = Text(no_wrap=True), self.words
        if self.is_typing:
            return text.append("Esc", "bold").append(" " + words.gettext("close"))
        for key, bar, _does in KEYS:
            does_something = key != "d" or self.scene.device is not None
            said = words.gettext(bar) if bar and does_something else ""
            part = f"{key} {said}"
            if said and text.cell_len + 2 + len(part) <= self.size.width:
                text.append("  " if text else "").append(key, "bold").append(f" {said}")
        return text

    def _share_room(self, is_refused: bool) -> None:
        """Hide what does not fit; while somebody types, also the hint or the problem."""
        is_crowded = self.is_typing and self.size.height < LOW
        self._part("hint").display = not (is_crowded and is_refused)
        self.query_one(ProblemLine).display = is_refused or not is_crowded
        # If space is short, hide what is beside the board first, then the players, except in a
        # race.
        width = self.size.width
        below = [*map(self._part, ("title", "turn", "hint")), self._part("problem")]
        lines = (
            2
            + self.is_typing
            + sum(
                part.lines_in(width - 2)
                for part in below
                if all(each.display for each in part.ancestors_with_self)
            )
        )
        room = max(1, self.size.height - lines)
        self.query_one("#top").styles.max_height = room
        beside = [self._part(id) for id in ("seats", "pile", "controls")]
        gaps = 2 if self.size.height >= LOW else 0
        taken = gaps + sum(part.lines_in(self._room) for part in beside)
        if self._is_device and self.scene.device:
            taken += self.scene.device.build.size
        is_race = isinstance(self.scene.middle, Race)
        self._part("seats").display = is_race or taken <= room

    def _part(self, id: str) -> QuietStatic:
        return self.query_one(f"#{id}", QuietStatic)

    def _rows(self) -> tuple[Row, ...]:
        rows = shown_rows(self.scene, self._is_more, self._is_device)
        forms = form_row(self.scene, self._is_more)
        return rows if self._is_device or not forms.controls else (*rows, forms)

    # Keys

    def take_key(self, event: Key) -> bool:
        """Handle a key at once, before the next one; return whether it was handled."""
        if event.key in APP_KEYS or not self.is_ready:
            return event.key not in APP_KEYS
        if self.is_typing:
            if event.key == "escape":
                self.close_line()
            return event.key == "escape"
        name = event.character if event.is_printable and event.character else event.key
        key = "space" if name == " " else name
        was_idle, self._idle = self._idle, ""
        if not self._take(key):
            shown = self.app.get_key_display(Binding(event.key, ""))
            self._idle = name if event.is_printable and key != "space" else shown
        if was_idle or self._idle:
            self.show()
        return True

    def _take(self, key: str) -> bool:
        """Carry out a key; return whether it had an effect."""
        controls = reachable(self._rows(), self.scene)
        if key in ("tab", "shift+tab"):
            return self._choose(controls, 1 if key == "tab" else -1)
        chosen = next((each for each in controls if each.id == self._chosen), None)
        if chosen and key in ("enter", "space"):
            return self._press(chosen)
        self._chosen = ""
        # Keys work for folded controls as well.
        everything = [*controls, *reachable(shown_rows(self.scene, True, False), self.scene)]
        control = next((each for each in everything if each.key == key), None)
        if control:
            return self._press(control)
        if key in STICK:
            return self._move(key)
        if key in ("enter", "space"):
            return self._touch(self.cursor) or (key == "enter" and self._press_strong(controls))
        return self._take_own(key)

    def _take_own(self, key: str) -> bool:
        match key:
            case ":":
                self.begin()
            case "?":
                self.open_help()
            case "q":
                self.ask_to_quit()
            case "v":
                self.query_one(EventLog).change_form()
            case "pageup" | "pagedown":
                self.query_one(EventLog).turn_page(-1 if key == "pageup" else 1)
            case "m":
                self._is_more = not self._is_more
                self.show()
            case "d" if self.scene.device:
                self._asked_device = not self._is_device
                self.show()
            case _:
                return False
        return True

    def _choose(self, controls: list[Control], step: int) -> bool:
        ids = [each.id for each in controls]
        if not ids:
            return False
        at = ids.index(self._chosen) + step if self._chosen in ids else (0 if step > 0 else -1)
        self._chosen = ids[at % len(ids)]
        self.show()
        return True

    def _move(self, way: str) -> bool:
        if self._stones:
            self.query_one(LightsPanel).move(way)
            self._show_middle()
            return True
        if not isinstance(self.scene.middle, Grid):
            return False
        self.cursor = self.query_one(GridView).moved(way)
        self._show_middle()
        return True

    def _touch(self, name: str) -> bool:
        if stones := self._stones:
            return self.viewer.press(stones.fields[self.query_one(LightsPanel).cursor].id)
        return self.viewer.press(f"cell-{name}")

    def _press(self, control: Control) -> bool:
        if form := self.scene.form(control.id.removeprefix(FORM)):
            self.app.push_screen(FormScreen(self.words, self.viewer, form.id))
            return True
        if control.question:
            question = QuestionScreen(self.words, control.question, control.label)
            ask_first(self.app, question, lambda: self.viewer.press(control.id))
            return True
        return self.viewer.press(control.id)

    def _press_strong(self, controls: list[Control]) -> bool:
        """Press the most likely next control."""
        strong = [each for each in controls if each.weight == "strong"]
        return bool(strong) and self._press(strong[0])

    def on_controls_view_pressed(self, event: ControlsView.Pressed) -> None:
        for control in reachable(self._rows(), self.scene):
            if control.id == event.id:
                self._press(control)

    def on_grid_view_touched(self, event: GridView.Touched) -> None:
        self.cursor = event.name
        self.viewer.press(f"cell-{event.name}")
        self._show_middle()

    def open_help(self) -> None:
        words, scene = self.words, self.scene
        keys = [(words.gettext(key), words.gettext(does)) for key, _bar, does in KEYS]
        rows, own = shown_rows(scene, True, self._is_device), [key for key, *_ in KEYS]
        keys += [
            (KEY_NAMES.get(each.key, each.key), each.label)
            for each in reachable((*rows, form_row(scene, True)), scene)
            if each.key and each.key not in own
        ]
        marks: dict[str, list[str]] = {}
        for mark in MARKS.values():
            if mark.sign:
                marks.setdefault(" ".join(mark.sign), []).append(words.gettext(mark.words))
        signs = [(sign, ", ".join(said)) for sign, said in marks.items()]
        parts = (
            (words.gettext("Keys"), keys),
            (words.gettext("Marks"), [*signs, (CARDS[0], words.gettext(CARDS[1]))]),
            (words.gettext("What can be typed"), scene.notation),
            (words.gettext("Rules"), rule_lines(words, scene.game)),
        )
        self.app.push_screen(Help([part for part in parts if part[1]]))

    def ask_to_quit(self) -> None:
        """Quit; in the middle of a game ask first, and say what happens to the game."""
        game = self.viewer.state.game
        if game is None or game.state.over:
            self.app.exit()
        else:
            ask_first(self.app, Quit(self.words, game), self.app.exit)

    # The line

    def begin(self) -> None:
        """Open the line for commands."""
        line = self.query_one(CommandLine)
        line.placeholder = next((form for form, _meaning in self.scene.notation), "")
        line.value = ""
        self._set_typing(True)
        # At once, unlike ``line.focus``: the next key may have arrived already.
        self.set_focus(line)

    def submit(self, text: str) -> None:
        """Close the line, and carry out its command."""
        self.close_line()
        controls = (each for each in self.scene.controls() if each.question)
        asked = next((each for each in controls if each.action == Enter(text)), None)
        if text in ("quit", "exit"):
            self.ask_to_quit()
        elif text in ("help", "?"):
            self.open_help()
        elif text == "new":
            self.viewer.press("ask")
        elif asked:
            # A control's question is asked for commands too.
            self._press(asked)
        elif text:
            self.viewer.enter(text)

    def close_line(self) -> None:
        """Close the line for commands, and drop its text."""
        self.query_one(CommandLine).value = ""
        self._set_typing(False)
        self.set_focus(None)

    def _set_typing(self, is_typing: bool) -> None:
        """Give the keys to the command line, or back to the table."""
        self.is_typing, self._idle = is_typing, ""
        self.query_one(CommandLine).display = is_typing
        self.show()


def _note(scene: Scene) -> str:
    """Return what holds for the whole game; what is cheered stands in the turn line."""
    return "" if scene.banner and scene.note == scene.banner.cheer else scene.note


def turn_text(scene: Scene) -> Text:
    """Return the heading; until the next entry, what is cheered stands before it in reverse.

    >>> from schiri.scene.scene import HistoryLine
    >>> scene = Scene("en", "table", "zwoggel", "", "", "Ben is to move.", "")
    >>> trap = scene._replace(banner=HistoryLine(1, "", cheer="Trap!"))
    >>> turn_text(trap).plain, turn_text(trap._replace(heading="Trap! Again.")).plain
    (' Trap!  Ben is to move.', 'Trap! Again.')
    """
    cheer = scene.banner.cheer if scene.banner else ""
    if not cheer:
        return Text(scene.heading)
    if cheer in scene.heading:
        return Text(scene.heading, "reverse")
    return Text().append(f" {cheer} ", "reverse").append(f" {scene.heading}")


def _middle_of(grid: Grid) -> str:
    """Return the initial cell of the cursor."""
    at = len(grid.rows) // 2 * len(grid.columns) + len(grid.columns) // 2
    if grid.look == "cards":
        names = [cell.name for cell in grid.cells if cell.piece]
        return "0,0" if "0,0" in names else names[0] if names else grid.cells[at].name
    return grid.cells[at].name
