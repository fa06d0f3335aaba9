"""The part of a scene that is common to board games: the board, its controls, the device.

Must not know one of these games.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from schiri_device.builds import COLOURED
from schiri_device.link.modes import PLAYS, kind_of
from schiri_engines.game import BoardGame
from schiri_engines.grid import cell_text
from schiri_engines.registry import game_class

from schiri.device.reports import DeviceView
from schiri.events import State
from schiri.games.rulings import OnBoard
from schiri.prose import detail_words, move_words
from schiri.prose.answers import device_words, waiting_words
from schiri.scene.correction import Correction, correct, discard
from schiri.scene.marks import by_strength, mark_words
from schiri.scene.modes import CONTROLS, MODE_TEXTS, SIDES, ModeText, translated
from schiri.scene.part import GameScene
from schiri.scene.participant import EDIT, Participant
from schiri.scene.scene import Action, Cell, Control, DevicePanel, Die, Grid, Icon, Pick, Row, Sheet
from schiri.scene.stones import stone_board
from schiri.table.device_game import held_cell
from schiri.table.intents import Enter, Plug, Press, Touch
from schiri.table.state import GameSnapshot
from schiri.texts import N_, Words
from schiri.views import BoardView, Drawable

# The colours of painted cells, by their letters.
PAINT = {"R": "red", "G": "green", "B": "blue", "Y": "yellow"}
# The most games with a column in the score sheet.
MOST_RESULTS = 6
# The next piece on a cell that is touched during a correction.
AFTER = {".": "b", "b": "w", "w": "."}
OTHER = {"b": "w", "w": "b"}
# The rows of the die: a view with room shows it large, and the faces of a real one on demand.
DIE, REAL_DIE = "die", "real-die"
# The buttons besides the six caps.
STICK = (
    ("up", "▲", N_("stick up")),
    ("left", "◀", N_("stick left")),
    ("press", "●", N_("press the stick")),
    ("right", "▶", N_("stick right")),
    ("down", "▼", N_("stick down")),
)
HOLDS = (
    ("hold-black", N_("Menu")),
    ("hold-white", N_("Hold white")),
    ("hold-yellow", N_("Hold yellow")),
)


class BoardScene(GameScene):
    """A game on a board, which a device plays.

    Shape: ``modes`` are those of the device and ``controls`` their answers: `MODE_TEXTS` and
    `CONTROLS` with the game's own; ``felt`` are those of a board that feels its pieces, where they
    differ.  ``warnings`` are codes of warnings for legal moves.  ``faces``
    has each face of the die with the button that rolls it, nothing without a die.
    """

    modes: Mapping[str, ModeText] = MODE_TEXTS
    felt: Mapping[str, ModeText] = {}
    controls: Mapping[str, Control] = CONTROLS
    warnings: tuple[str, ...] = ()
    faces: tuple[tuple[str, str], ...] = ()

    def middle(self, device: DeviceView, game: GameSnapshot, person: Participant) -> Grid | None:
        """Return the board with the actions of its cells."""
        view = game.board
        if view is None:
            return None
        edited = _edited(view, person)
        if edited:
            view = view._replace(letters=edited, picked="", legal=(), hint=(), last=())
        refusal = person.refusal(device)
        causes = refusal.cells if refusal and not edited else ()
        touch = "edit" if edited else self.touch(device, game, person)
        # After the end a cell does nothing on the device.
        may_act = person.may_act and bool(edited or not game.state.over)
        if device.feels_stones and device.status and not edited:
            # There are no keys under its cells: only a move can be entered here.
            kind = kind_of(device.status.mode)
            may_act = may_act and (kind == PLAYS or device.status.mode == "place")
        held = held_cell(device.status)
        cells = board_cells(person.words, game.state.game, view, causes, touch, may_act, held)
        return _grid(person.words, view, cells)

    def still(self, words: Words, game: str, view: Drawable | None) -> Grid | None:
        """Return the board of a step."""
        if not isinstance(view, BoardView):
            return None
        return _grid(words, view, board_cells(words, game, view, may_act=False))

    def sample(self, game: str) -> Drawable | None:
        """Return the board as the game begins."""
        begun = cast(BoardGame, game_class(game)())
        return BoardView(begun.SIZE, begun.cells())

    def touch(self, device: DeviceView, game: GameSnapshot, person: Participant) -> str:
        """Return the kind of touch: "touch" presses the cell, a colour places a stone of it."""
        return "touch"

    def step(self, state: State) -> str:
        """Return the step that is due: the phase, or a more exact name."""
        return state.phase

    def asked(self, device: DeviceView, game: GameSnapshot) -> ModeText:
        """Return the device's question."""
        now = device.status
        if now is None:
            return ModeText("", "")
        step = now.own_step or self.step(game.state)
        if now.mode in ("put-right", "calibrate"):
            step = {".": "take", "-": "ready"}.get(now.detail[-1:], "")
        elif now.mode == "ask":
            step = now.detail
        elif now.felt_move:
            step = "felt"
        elif game.board and game.board.picked and not now.own_step:
            step = "picked"
        if now.mode == "play" and device.refusal and device.refusal.code in self.warnings:
            step = "warned"
        tables = (self.felt, self.modes) if device.feels_stones else (self.modes,)
        names = f"{now.mode} {step}", now.mode
        found = [table[name] for name in names for table in tables if name in table]
        asked = found[0] if found else ModeText("", "")
        # Without a real board nothing is confirmed by hand.
        return ModeText("", "", ("undo",)) if device.is_confirmed else asked

    def heading(self, device: DeviceView, game: GameSnapshot, person: Participant) -> str:
        """Return the device's question if it replaces whose turn it is, or ""."""
        if person.pick(EDIT):
            return person.words.gettext("Put the position right.")
        return self._said(self.asked(device, game).heading, device, person.words)

    def hint(self, device: DeviceView, game: GameSnapshot, person: Participant) -> str:
        """Return what to do now, or how to get a device back."""
        words = person.words
        if person.pick(EDIT):
            return words.gettext("Tap fields until they match the real board.")
        if device.connected is None and device.is_plugged is False:
            return words.gettext("The cable is unplugged, and the device continues by itself.")
        if device.status is None:
            return waiting_words(words, device)
        return self._said(self.asked(device, game).hint, device, words)

    def _said(self, text: str, device: DeviceView, words: Words) -> str:
        if not text or device.status is None:
            return ""
        detail = detail_words(words, device.status.mode, device.status.detail)
        return words.say(text, detail=move_words(words, detail))

    def rows(self, device: DeviceView, game: GameSnapshot, person: Participant) -> tuple[Row, ...]:
        """Return the controls that answer the device, and those that the game adds."""
        if device.status is None:
            return ()
        words = person.words
        if person.pick(EDIT):
            return (_edit_row(words, game, person),)
        state = game.state
        colours = state.colours if isinstance(state, OnBoard) else {}
        names = {colour: name for name, colour in colours.items()}
        found = []
        undo = self.undoes(device, game)
        for id in self.asked(device, game).controls:
            if id == "undo" and undo is None:
                continue
            colour = SIDES.get(id.rpartition("-")[2], "")
            name = names.get(colour) or words.pgettext("colour", f"{state.game} {colour}")
            control = translated(words, self.controls[id], name)
            found.append(control._replace(action=undo) if id == "undo" else control)
        is_asked = device.status.mode == "dice" and not device.status.own_step
        is_roll_due = self.faces and is_asked and state.phase == "roll"
        die = self._die_rows(words) if is_roll_due else ()
        return (*die, *self.own_rows(device, game, person), Row("mode", "", tuple(found)))

    def undoes(self, device: DeviceView, game: GameSnapshot) -> Action | None:
        held = held_cell(device.status)
        return Touch(held, True, held) if held else super().undoes(device, game)

    def own_rows(
        self, device: DeviceView, game: GameSnapshot, person: Participant
    ) -> tuple[Row, ...]:
        """Return the game's own controls in the current mode of the device, besides the die."""
        return ()

    def face_label(self, words: Words, face: str, button: str) -> str:
        """Return the label of a face's button: the face."""
        return face

    def face_sign(self, face: str) -> str:
        """Return the sign of a face, "" for a colour of Joggle's fields or the face itself."""
        return ""

    def die(self, game: GameSnapshot) -> Die | None:
        """Return the die, with the face by which the move is to be made."""
        state = game.state
        if not self.faces or not isinstance(state, OnBoard):
            return None
        sides = tuple((face, self.face_sign(face)) for face, _button in self.faces)
        match state.phase:
            case "roll":
                return Die(sides)
            case "move":
                return Die(sides, state.position.split()[2], game.events.upto)
        return None

    def _die_rows(self, words: Words) -> tuple[Row, Row]:
        """Return a control that lets the device roll, and one for each face of a real die."""
        roll = Control("rolls", words.gettext("Roll"), Press("hold-white"), "space", "strong")
        found = []
        for face, button in self.faces:
            id, label = f"roll-{face}", self.face_label(words, face, button)
            icon = Icon("cap", button)
            found.append(Control(id, label, Press(button), face.lower(), icon=icon))
        label = words.gettext("We rolled a real die")
        return Row(DIE, "", (roll,)), Row(REAL_DIE, label, tuple(found))

    def end_controls(
        self, device: DeviceView, game: GameSnapshot, person: Participant
    ) -> tuple[Control, ...]:
        """Return rare actions: correcting the position by touching the board."""
        if game.state.over or game.board is None or device.status is None:
            return ()
        if person.pick(EDIT):
            return ()
        return (correct(person.words.gettext("Put the position right")),)

    def corrections(self, game: GameSnapshot, person: Participant) -> tuple[Correction, ...]:
        """Return nothing: the board is corrected by touching it."""
        return ()

    def sheets(self, game: GameSnapshot, person: Participant) -> tuple[Sheet, ...]:
        """Return the results of the evening: a win counts one, a draw nothing."""
        words, results = person.words, game.results
        if not results:
            return ()
        numbers = range(1, len(results) + 1)[-MOST_RESULTS:]
        heads = [words.say("game {number}", number=number) for number in numbers]
        rows = []
        for name in game.players:
            wins = [int(name in winners) for winners in results]
            rows.append((name, (*wins[-MOST_RESULTS:], sum(wins))))
        caption = words.gettext("Score sheet")
        return (Sheet(caption, (*heads, words.gettext("match")), tuple(rows)),)


def device_panel(device: DeviceView, game: GameSnapshot, person: Participant) -> DevicePanel:
    """Return the device: its lights, and its buttons for players."""
    words = person.words
    label, stones = device_words(words, device), stone_board(device, person)
    if not person.may_act:
        return DevicePanel(label, device.build, device.lights, stones=stones)
    buttons = []
    for at, name in enumerate(COLOURED, 1):
        buttons.append((name, words.pgettext("button", name), str(at), Icon("cap", name)))
    if device.build.has_cursor:
        buttons += [(id, words.gettext(label), "", Icon("way", sign)) for id, sign, label in STICK]
    buttons += [(name, words.gettext(label), "", Icon()) for name, label in HOLDS]
    controls = []
    for name, text, key, icon in buttons:
        action = Press(name) if device.has_effect(name, game.state.phase) else None
        controls.append(Control(f"dev-{name}", text, action, key, icon=icon))
    if device.is_plugged is not None:
        controls.append(cable_control(device, words))
    return DevicePanel(label, device.build, device.lights, tuple(controls), stones)


def cable_control(device: DeviceView, words: Words) -> Control:
    """Return the control that pulls a simulated cable, or plugs it in."""
    pull, plug = N_("Pull the simulated cable"), N_("Plug the simulated cable in")
    is_plugged = bool(device.is_plugged)
    return Control("cable", words.gettext(pull if is_plugged else plug), Plug(not is_plugged), "l")


def _grid(words: Words, view: BoardView, cells: tuple[Cell, ...]) -> Grid:
    columns, rows = tuple("abcdefgh"[: view.size]), tuple(map(str, range(view.size, 0, -1)))
    return Grid("board", words.gettext("The board"), columns, rows, cells)


# Lights change many times between two moves: the board is then the same.
@lru_cache(64)
def board_cells(
    words: Words,
    game: str,
    view: BoardView,
    causes: tuple[str, ...] = (),
    touch: str = "",
    may_act: bool = True,
    held: str = "",
) -> tuple[Cell, ...]:
    """Return the cells of a board from the top left one on.

    Shape: ``causes`` are the cells of a refusal; ``touch`` is the meaning of a touch: "touch" the
    cell, "edit" its piece, or place a stone of this colour; the piece of ``held`` is released.
    """
    cells, size, marked = [], view.size, view.marks()
    for name in causes:
        marked.setdefault(name, []).append("cause")
    for cell in (rank * size + file for rank in reversed(range(size)) for file in range(size)):
        name, letter = cell_text(cell, size), view.letters[cell]
        field = view.fields[cell : cell + 1]
        marks = by_strength(marked.get(name, ()))
        label = _cell_words(words, game, name, letter, field, marks)
        action = _action_of(name, letter, touch, held) if may_act else None
        cells.append(Cell(name, letter.strip("."), field, marks, label, action))
    return tuple(cells)


def _action_of(name: str, letter: str, touch: str, held: str) -> Action:
    if touch == "edit":
        return Pick(f"edit-{name}", AFTER[letter])
    if touch in OTHER and letter == ".":
        return Enter(f"place {name} {touch}")
    return Touch(name, name == held, held)


def _cell_words(
    words: Words, game: str, name: str, letter: str, field: str, marks: tuple[str, ...]
) -> str:
    """Return a cell in words: its name, its colour, its piece, its marks."""
    said = [name]
    if field:
        said.append(words.pgettext("button", PAINT[field]))
    free = words.gettext("free")
    said.append(free if letter == "." else words.pgettext("colour", f"{game} {letter}"))
    return ", ".join([*said, *mark_words(words, marks)])


# A correction exists only in this person's view until it is kept.


def _edited(view: BoardView, person: Participant) -> str:
    """Return the letters of this person's correction, or ""."""
    if not person.pick(EDIT):
        return ""
    names = [cell_text(cell, view.size) for cell in range(len(view.letters))]
    pairs = zip(names, view.letters, strict=True)
    return "".join(person.pick(f"edit-{name}") or letter for name, letter in pairs)


def _edit_row(words: Words, game: GameSnapshot, person: Participant) -> Row:
    """Return the controls that keep or discard a correction."""
    view = game.board
    assert view is not None
    _rows, side, *others = cast(OnBoard, game.state).position.split()
    letters = _edited(view, person)
    ranks = [letters[at : at + view.size] for at in range(0, len(letters), view.size)]
    side = person.pick("edit-side") or side
    enter = Enter(" ".join(["set position", "/".join(reversed(ranks)), side, *others]))
    found = [Control("keep-edit", words.gettext("Keep it"), enter, "b", "strong")]
    if side in OTHER:
        label = words.gettext("Change the side to move")
        found.append(Control("edit-side", label, Pick("edit-side", OTHER[side]), "s"))
    found.append(discard(words))
    return Row("mode", "", tuple(found))
