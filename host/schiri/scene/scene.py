"""The scene: all that one person sees and may do at one moment.

Every view draws it and nothing else. Must not know how it is drawn, or any game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from schiri_device.builds import Build

from schiri.device.reports import Lights
from schiri.table.intents import Intent

# The place of a field in a command; no name has a colon.
FIELD = re.compile(r":([\w-]+):")
# Actions that only affect this person's view.


class Pick(NamedTuple):
    """Remember a choice under a name; the same one again, or "", removes it."""

    name: str
    value: str


class ShowStart(NamedTuple):
    """Show the start form, or return to the game."""

    is_asking: bool


class Explain(NamedTuple):
    """Show or hide the rule of a refusal."""

    is_shown: bool


class Say(NamedTuple):
    """Say why nothing happens here now."""

    text: str


Action = Intent | Pick | ShowStart | Explain | Say
Weight = Literal["strong", "large", "", "quiet"]


class Icon(NamedTuple):
    """The subject of a control, as a picture or a colour.

    Shape: ``name`` is the colour of a "cap", the letter of a "stone" or a "worm", a "card" as text,
    or a "game"; of a "way" of the stick it is a sign, shown in place of the label.
    """

    kind: Literal["", "cap", "stone", "card", "worm", "game", "way"] = ""
    name: str = ""


class Control(NamedTuple):
    """A button.

    Shape: ``action`` is None if it does nothing now.  ``key`` is the terminal's.  ``weight`` says
    how much it stands out; a "strong" one is the most likely next.  ``question`` is asked before
    the action, "" for none.  ``is_on`` says whether it is chosen, None if it is no choice.
    ``note`` is below the label.
    """

    id: str
    label: str
    action: Action | None
    key: str = ""
    weight: Weight = ""
    icon: Icon = Icon()
    question: str = ""
    is_on: bool | None = None
    note: str = ""


class Row(NamedTuple):
    """Controls that belong together; ``label`` is "" where they need none.

    Shape: ``is_folded`` says whether a view shows them only on demand.  ``cell`` is the id of
    their cell: a view shows them beside it if it can.
    """

    id: str
    label: str
    controls: tuple[Control, ...]
    is_folded: bool = False
    cell: str = ""


# The middle.


class Cell(NamedTuple):
    """A cell of a board, or a spot of a field of cards.

    Shape: ``piece`` is "b" or "w" on a board, "down", "red", "green" or "hole" for cards, "" for
    none; ``field`` is the colour of the cell itself.  ``marks`` are names of rows in
    `schiri.scene.marks`, the strongest last.  ``label`` says all of it.  ``action`` is
    that of a touch.
    """

    name: str
    piece: str
    field: str
    marks: tuple[str, ...]
    label: str
    action: Action | None = None

    @property
    def id(self) -> str:
        """The id of its control."""
        return f"cell-{self.name}"


class Grid(NamedTuple):
    """A board, or the visible part of a field of cards.

    Shape: ``look`` is "board" or "cards"; ``columns`` and ``rows`` are named at the edges, from the
    left and from the top; so are the cells, row by row.
    """

    look: str
    label: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[Cell, ...]

    def turned(self, quarters: int) -> Grid:
        """Return the grid as seen from another side, so many quarter turns clockwise.

        >>> cells = tuple(Cell(name, "", "", (), name) for name in ("a2", "b2", "a1", "b1"))
        >>> grid = Grid("board", "", ("a", "b"), ("2", "1"), cells).turned(1)
        >>> grid.columns, grid.rows, [cell.name for cell in grid.cells]
        (('1', '2'), ('a', 'b'), ['a1', 'a2', 'b1', 'b2'])
        """
        grid = self
        for _ in range(quarters % 4):
            grid = grid._quarter_turned()
        return grid

    def _quarter_turned(self) -> Grid:
        across, down = len(self.columns), len(self.rows)
        # A column becomes a row, from the bottom to the top.
        cells = (
            self.cells[row * across + column]
            for column in range(across)
            for row in reversed(range(down))
        )
        return self._replace(columns=self.rows[::-1], rows=self.columns, cells=tuple(cells))


class PileView(NamedTuple):
    """A pile of cards: its two sides as text, "?" for one never seen, "" for none.

    Shape: ``label`` is short, for a line of text, and ``spoken`` in words, for a screen reader.
    """

    number: int
    top: str
    under: str
    cards: int
    label: str
    spoken: str


class Piles(NamedTuple):
    """Piles side by side, and the number of cards in the draw pile."""

    label: str
    piles: tuple[PileView, ...]
    draw: int


class Runner(NamedTuple):
    """A player in a race.

    Shape: ``colour`` is that of the button; ``place`` counts from 1, 0 without a throw-in;
    ``press`` throws in.  ``time`` is ``ms`` in words.
    """

    name: str
    colour: str
    press: Control | None = None
    place: int = 0
    ms: int = 0
    is_tie: bool = False
    is_early: bool = False
    time: str = ""


class Race(NamedTuple):
    """A race, or the last one.

    Shape: ``is_open`` says whether a press is more than a false start; ``left_s`` is the time left
    for a throw-in, None for no limit; ``note`` states the precision of its times.
    """

    label: str
    runners: tuple[Runner, ...]
    is_open: bool
    left_s: int | None = None
    note: str = ""


class Lines(NamedTuple):
    """A game without a picture of its own, as lines of text."""

    lines: tuple[str, ...]


Middle = Grid | Piles | Race | Lines


# The parts around the middle.


class Seat(NamedTuple):
    """A player: the piece, the name, a note, and whether they are on turn or have won.

    Shape: ``colour`` is that of the piece in words, for views that show no piece, or "".
    ``is_you`` says whether it is the person who sees the scene.  ``left_ms`` is what the clock of
    the player has left, None without one; while it runs, what it had after the last entry, and it
    is up at ``ends_ms`` of the table's monotonic clock: a view counts down by itself.
    """

    name: str
    piece: str = ""
    note: str = ""
    is_turn: bool = False
    has_won: bool = False
    colour: str = ""
    is_you: bool = False
    left_ms: int | None = None
    ends_ms: int | None = None

    def left_at(self, now_ms: int) -> int | None:
        """Return what the player has left at a time of the table's clock, None without one."""
        return self.left_ms if self.ends_ms is None else max(0, self.ends_ms - now_ms)

    @property
    def named(self) -> str:
        """The name with the colour."""
        return f"{self.name} ({self.colour})" if self.colour else self.name


class Caption(NamedTuple):
    """The words around a picture of a middle; each part is optional."""

    title: str = ""
    seats: tuple[Seat, ...] = ()
    notes: tuple[str, ...] = ()


class Message(NamedTuple):
    """A refusal, a fault or a notice.

    Shape: ``kind`` is "refusal", "fault" or "note"; ``about`` is the id of its control or field, or
    "".  ``rule`` is the id of its rule, or ""; ``reason`` is that rule in words, on demand.
    """

    kind: str
    text: str
    about: str = ""
    rule: str = ""
    reason: str = ""


class FormField(NamedTuple):
    """A field of a form.

    Shape: ``kind`` is "text", "name", "number", "choice", "check" or "map"; ``choices`` are values
    with their words; for a name they are proposals.  ``shown_if`` names another field and the value
    that it must have.  ``least`` and ``most`` are the lowest and the highest number.  ``note`` says
    what to enter, for a name the one that stands for an empty field.  ``is_folded`` fields are
    under "house rules".
    """

    id: str
    kind: str
    label: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    note: str = ""
    error: str = ""
    shown_if: tuple[str, str] | None = None
    most: int | None = None
    is_folded: bool = False
    least: int = 0


class Form(NamedTuple):
    """Fields that are sent together.

    Shape: ``commands`` are entered one after the other, with ``:FIELD:`` for the values; empty if
    the form is no command.  ``before`` are the values that hold now, if it corrects them: then a
    command is sent only if it changes one.  ``question`` is asked before it is sent.  ``title`` is
    what opens it, "" if it is open; ``row`` is the id of the folded row that it belongs to, or "".
    ``version`` changes when it was accepted: a view then shows these values, else the typed ones.
    ``key`` is the terminal's, which opens it.  ``note`` comes before the fields.  ``game`` is the
    one that it begins, if any, and ``guide`` says how it is played, a sentence for each of its
    pictures.
    """

    id: str
    fields: tuple[FormField, ...]
    submit: str
    commands: tuple[str, ...] = ()
    title: str = ""
    error: str = ""
    question: str = ""
    version: int = 0
    key: str = ""
    note: str = ""
    game: str = ""
    row: str = ""
    guide: tuple[str, ...] = ()
    before: tuple[tuple[str, str], ...] = ()

    def wanted(self, values: Mapping[str, str]) -> tuple[str, ...]:
        """Return the commands to send with these values of the fields, filled.

        >>> form = Form("", (), "", ("set a :a:", "set b"), before=(("a", "1"),))
        >>> form.wanted({"a": "2"}), form.wanted({"a": "1"})
        (('set a 2', 'set b'), ('set b',))
        """
        before = dict(self.before)
        found = []
        for command in self.commands:
            named = FIELD.findall(command)
            is_same = named and all(values.get(id) == before.get(id) for id in named)
            if not (self.before and is_same):
                found.append(FIELD.sub(lambda place: values.get(place[1], ""), command))
        return tuple(found)


class Sheet(NamedTuple):
    """Figures in rows and columns."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


class HistoryLine(NamedTuple):
    """A line of the history.

    Shape: ``number`` counts all lines for this person; ``form`` is the form of the log; ``tone`` is
    "move", "undo", "undone", that of its cheer, or ""; ``entry`` is the number of the entry, as in
    a replay, 0 for none, for an undo, and for one that was undone.  ``rule`` is the id of its rule,
    and ``cheer`` what a banner says of it; each may be "".
    """

    number: int
    text: str
    form: str = ""
    tone: str = ""
    entry: int = 0
    rule: str = ""
    cheer: str = ""


class StoneBoard(NamedTuple):
    """The stones of a simulated board that feels them, which people move.

    Shape: ``fields`` are its cells from the top left one on, each with its stone as an icon; a
    press lifts it, or puts the one lifted last on a free cell.  ``beside`` are the stones beside
    the board, a control for each colour with their number as its note.  ``hand`` are the letters
    of the stones in hands, the one lifted last at the end, and ``hands`` says that in words.
    ``drops`` are not shown: a view in which a stone is dragged presses the one of the stone's
    letter and of the field where it lets go, or of ``beside``.  ``controls`` are all others.
    """

    label: str
    columns: int
    fields: tuple[Control, ...]
    beside: tuple[Control, ...]
    hand: str = ""
    hands: str = ""
    drops: tuple[Control, ...] = ()
    controls: tuple[Control, ...] = ()

    def each(self) -> Iterator[Control]:
        """Yield all controls."""
        yield from self.fields
        yield from self.beside
        yield from self.drops
        yield from self.controls


class DevicePanel(NamedTuple):
    """The device itself: its lights and buttons; spectators have no buttons.

    Shape: ``stones`` are None if none are known: only a simulated board says what lies on it.
    """

    label: str
    build: Build
    lights: Lights | None
    buttons: tuple[Control, ...] = ()
    stones: StoneBoard | None = None


class Die(NamedTuple):
    """The die of a game, and its current roll.

    Shape: ``sides`` are its faces with their signs; a sign of "" is that of the colour of Joggle's
    field, or the face itself.  ``face`` is the one rolled, "" before the roll, and ``number`` that
    of its event.
    """

    sides: tuple[tuple[str, str], ...]
    face: str = ""
    number: int = 0


class Scene(NamedTuple):
    """One moment, for one person.

    Shape: ``name`` is "start" or "table"; ``played`` is an id of the game, and not shown.
    ``heading`` says whose turn it is, or how it ended, ``hint`` what to do now, ``note`` what holds
    for the whole game, as its goal; ``die`` lies on the table
    from a due roll to its move.  ``lines`` is the history, the
    oldest first; ``banner`` is the one among them that is cheered, until the next entry;
    ``notation`` has the forms of commands with their meanings.  ``moment`` is the one of the table.
    ``is_yours`` says whether it is the turn of the one person who sees it.
    """

    language: str
    name: str
    game: str
    played: str
    title: str
    heading: str
    hint: str
    is_over: bool = False
    seats: tuple[Seat, ...] = ()
    message: Message | None = None
    middle: Middle | None = None
    rows: tuple[Row, ...] = ()
    forms: tuple[Form, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    lines: tuple[HistoryLine, ...] = ()
    device: DevicePanel | None = None
    device_note: str = ""
    note: str = ""
    notation: tuple[tuple[str, str], ...] = ()
    die: Die | None = None
    moment: int = 0
    banner: HistoryLine | None = None
    is_yours: bool = False

    def controls(self) -> Iterator[Control]:
        """Yield all controls, except cells."""
        for row in self.rows:
            yield from row.controls
        if isinstance(self.middle, Race):
            yield from (each.press for each in self.middle.runners if each.press)
        if self.device:
            yield from self.device.buttons
            if self.device.stones:
                yield from self.device.stones.each()

    def action_of(self, id: str) -> Action | None:
        """Return the action of the control or cell with an id, or None.

        >>> undo = Control("undo", "Undo", Pick("pile", "2"))
        >>> scene = Scene("en", "table", "x", "", "", "", "", rows=(Row("main", "", (undo,)),))
        >>> scene.action_of("undo"), scene.action_of("roll")
        (Pick(name='pile', value='2'), None)
        """
        found = [each.action for each in self.controls() if each.id == id]
        if isinstance(self.middle, Grid):
            found += [cell.action for cell in self.middle.cells if cell.id == id]
        return found[0] if found else None

    def form(self, id: str) -> Form | None:
        """Return the form with an id, or None."""
        return next((each for each in self.forms if each.id == id), None)
