"""The modes of a board that feels its stones: they are played by moving stones, without a press.

Decides what each mode makes of the stones that lie; `sensing.story` says what hands have done.
Each mode is that of a board with keys, with stones in place of the presses of cells.
"""

from schiri_engines.grid import rows_text
from schiri_engines.refusals import MalformedText, Refusal, Refused

from ..games.switch_play import Place
from ..lights.language import ASK, MOVE, PICKED, PUT, SWAP, TAKE
from ..link.lines import CONFIRMED, SENSED
from ..sensing.story import LET_GO_MS, LETTERS, Stories
from ..ticks import elapsed
from .context import mode_on_right_board
from .laying import Lay, RestorePieces
from .menu import Correct
from .mode import IGNORED, Mode
from .play import Finished, Play, targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..lights.board import Board
    from ..sensing.fields import Fields
    from .context import Context

DIFFER = "stones-differ"


def letters_on(context: "Context") -> str:
    """Return what lies on the board, one letter a cell, ``?`` where that is not sure."""
    fields: Fields = context.fields  # type: ignore[assignment]  # a board that feels
    return "".join([LETTERS[reading] for reading in fields.readings])


def wrong_cells(context: "Context", letters: str) -> list[int]:
    """Return the cells where something else lies."""
    lying = letters_on(context)
    return [cell for cell in range(len(letters)) if lying[cell] != letters[cell]]


def lies_still(context: "Context", now_ms: int) -> bool:
    """Tell whether the hands have let go."""
    return elapsed(now_ms, context.fields.changed_ms) >= LET_GO_MS  # type: ignore[union-attr]


def is_changed(context: "Context") -> bool:
    """Tell whether something else lies on the board since the last call."""
    fields = context.fields
    assert fields
    if not fields.changed:
        return False
    fields.forget()
    context.host.has_news = True
    return True


def show_wrong(board: "Board", context: "Context", letters: str) -> list[int]:
    """Show the stones as they should lie; return the cells that are wrong, and mark them."""
    board.lay(letters)
    wrong = wrong_cells(context, letters)
    board.mark([cell for cell in wrong if letters[cell] != "."], PUT)
    board.mark([cell for cell in wrong if letters[cell] == "."], TAKE)
    return wrong


class Hands:
    """The stories of the game on the table, fed with what lies on the board.

    Shape: ``stories`` is None until the stones lie as the game has them.
    """

    def __init__(self, context: "Context"):
        assert context.fields
        self._context, self.fields = context, context.fields
        self.stories: Stories | None = None

    def wait(self, now_ms: int) -> bool:
        """Receive what has changed; return whether the stones lie still, and wrongly."""
        fields, stories = self.fields, self.stories
        if stories:
            for cell in range(len(fields.readings)) if fields.changed else ():
                if fields.changed >> cell & 1:
                    stories.feel(fields.since_ms[cell], cell, fields.readings[cell])
            return False
        if not lies_still(self._context, now_ms):
            return False
        game = self._context.match.game
        if wrong_cells(self._context, game.cells()):
            return True
        stories = self.stories = Stories(game)  # type: ignore[arg-type]  # of Switch
        for cell in range(len(fields.readings)):
            stories.feel(now_ms, cell, fields.readings[cell])
        stories.restart(now_ms, self._context.last_cells)
        return False


class FeltLay(Lay):
    """The lights show what is not right yet; the game begins as soon as all stones lie."""

    def show_pieces(self) -> None:
        self._wrong = show_wrong(self.board, self.context, self._letters())

    def press(self, now_ms: int, press: str | int) -> str | None:
        if press != "white":
            return Lay.press(self, now_ms, press) if press in ("black", "hold-black") else IGNORED
        return self._begin_here(now_ms)

    def wait(self, now_ms: int) -> str | None:
        Mode.wait(self, now_ms)
        if is_changed(self.context):
            self.show()
        if self._wrong or not lies_still(self.context, now_ms):
            return None
        return self._begin(now_ms)

    def show(self) -> None:
        self.board.unmark()
        self.show_pieces()

    def _begin_here(self, now_ms: int) -> str | None:
        """Begin with the stones as they lie, if the rules allow this start."""
        context, pending = self.context, self.context.pending
        letters, wrong = letters_on(context), self._wrong
        if not wrong:
            return self._begin(now_ms)
        if pending is None or "?" in letters or pending.options.get("layout") == "free":
            self.refuse(now_ms, Refusal(DIFFER, "-", tuple(wrong)))
            return None
        options = dict(pending.options)
        options["layout"] = rows_text(letters, self.board.size)
        try:
            context.propose(pending.name, options, pending.seats, pending.is_rematch)
        except MalformedText:
            # Not twelve of each, for example.
            self.refuse(now_ms, Refusal(DIFFER, "-", tuple(wrong)))
            return None
        except Refused as no:
            self.refuse(now_ms, no.refusal)
            return None
        return self._begin(now_ms)


class FeltResume(FeltLay):
    """The position before a power cut; the game goes on once the stones lie like it."""

    NEXT = {"done": mode_on_right_board, "back": "choose"}

    def press(self, now_ms: int, press: str | int) -> str | None:
        return "back" if press == "black" else IGNORED


class FeltRestore(RestorePieces):
    """The stones are not as the game has them; each step is seen, and the last one ends it."""

    def enter(self, now_ms: int) -> None:
        self.context.physical_board = letters_on(self.context)
        RestorePieces.enter(self, now_ms)

    def press(self, now_ms: int, press: str | int) -> str | None:
        if press in ("black", "hold-black"):
            return RestorePieces.press(self, now_ms, press)
        return IGNORED

    def wait(self, now_ms: int) -> str | None:
        Mode.wait(self, now_ms)
        if is_changed(self.context):
            self.context.physical_board = letters_on(self.context)
            self._show()
        return None if self._wrong or not lies_still(self.context, now_ms) else "done"

    def _show(self) -> str | None:
        self._wrong = show_wrong(self.board, self.context, self.match.game.cells())
        self.show_turn()
        return None


class FeltPlay(Play):
    """The players move their stones in turn; white says that what lies is a move."""

    NEXT = {"over": "finished", "undone": "put-right", "menu": "menu", "differs": "put-right"}

    def enter(self, now_ms: int) -> None:
        self._hands = Hands(self.context)
        Play.enter(self, now_ms)

    def press(self, now_ms: int, press: str | int) -> str | None:
        stories, opponent = self._hands.stories, self.opponent
        if stories:
            if press == "white" and stories.confirm():
                return self._make(now_ms, CONFIRMED)
            if press == "black" and stories.deny():
                return self._make(now_ms, CONFIRMED)
        if press == "white" and opponent and opponent.is_mine:
            # Its stones are moved, and that is seen.
            self.refuse(now_ms, opponent.why_not())
            return None
        return Play.press(self, now_ms, press)

    def wait(self, now_ms: int) -> str | None:
        hands, word = self._hands, None
        if hands.wait(now_ms):
            return "differs"
        if is_changed(self.context):
            self._draw()
        stories, opponent = hands.stories, self.opponent
        if stories and stories.is_due(now_ms):
            stories.only = opponent.answer if opponent and opponent.is_mine else None
            stories.is_careful = self.helps("careful")
            stories.tell()
            word = self._tell(now_ms)
        return word or Play.wait(self, now_ms)

    def show(self) -> None:
        stories, game = self._hands.stories, self.match.game
        lifted = stories.lifted() if stories else -1
        moves = game.moves_from(lifted) if lifted >= 0 else []
        if moves:
            self.board.mark((lifted,), PICKED)
            if self.helps("moves"):
                self.board.mark(targets(game, moves), MOVE, SWAP)
        elif stories and stories.shown:
            self.board.mark(stories.shown, ASK if stories.is_asking else PICKED)
        else:
            Play.show(self)

    def detail(self) -> str:
        stories, game = self._hands.stories, self.match.game
        if stories and stories.shown:
            return "-".join([game.cell_text(cell) for cell in stories.shown]) + "?"
        return Play.detail(self)

    def _tell(self, now_ms: int) -> str | None:
        """Do what the stones tell."""
        stories, opponent = self._hands.stories, self.opponent
        assert stories
        if stories.is_undone:
            return self.undo(now_ms)
        if stories.made:
            return self._make(now_ms, SENSED)
        refusal = stories.refusal
        if refusal:
            self.refuse(now_ms, opponent.why_not() if opponent and opponent.is_mine else refusal)
        else:
            self._draw()
        return None

    def _make(self, now_ms: int, how: int) -> str | None:
        """Make the moves that the stones were."""
        stories = self._hands.stories
        assert stories
        for move in stories.made:
            word = self.push(now_ms, move, how)
            if word:
                return word
        self._draw()
        return None

    def _draw(self) -> None:
        if not self.is_lit():
            self.board.unmark()
            self.show()


class FeltFinished(Finished):
    """The game is over; whoever puts the last stone back undoes the end."""

    def enter(self, now_ms: int) -> None:
        cells, last = list(self.match.game.cells()), self.context.last_cells
        if len(last) == 2:
            first, second = last
            cells[first], cells[second] = cells[second], cells[first]
        # The stones before the last move; as they are after it, they do not say anything.
        self._before = "".join(cells) if len(last) == 2 else ""
        self._is_due = False
        Finished.enter(self, now_ms)

    def wait(self, now_ms: int) -> str | None:
        context = self.context
        if is_changed(context):
            self._is_due = True
        if self._is_due and lies_still(context, now_ms):
            self._is_due = False
            if self._before and not wrong_cells(context, self._before):
                return self.undo(now_ms)
        return Finished.wait(self, now_ms)


class FeltPlace(Place):
    """Players place stones in turn.

    When all lie, whoever chooses lifts a stone of a colour and puts it back; white confirms it.
    """

    NEXT = {
        "done": mode_on_right_board,
        "undone": mode_on_right_board,
        "menu": "menu",
        "differs": "put-right",
    }

    def enter(self, now_ms: int) -> None:
        self._hands = Hands(self.context)
        self._chosen = ""
        Place.enter(self, now_ms)

    def press(self, now_ms: int, press: str | int) -> str | None:
        if press == "white" and self._chosen:
            return Place.press(self, now_ms, self.match.game.cells().index(self._chosen))
        if press == "black" and self._chosen:
            self._chosen = ""
            self.show()
            return None
        return Place.press(self, now_ms, press)

    def wait(self, now_ms: int) -> str | None:
        hands, game = self._hands, self.match.game
        if hands.wait(now_ms):
            return "differs"
        is_choosing = game.phase == "choose"
        if is_changed(self.context) and is_choosing and hands.stories:
            lifted = hands.stories.lifted()
            if lifted >= 0:
                self._chosen = game.cells()[lifted]
                self.show()
        stories = hands.stories
        if stories and not is_choosing and stories.is_due(now_ms):
            stories.tell()
            if stories.refusal:
                self.refuse(now_ms, stories.refusal)
            for move in stories.made:
                self.put(now_ms, move, SENSED)
        return Mode.wait(self, now_ms)

    def show(self) -> None:
        Place.show(self)
        if self._chosen:
            cells = self.match.game.cells()
            self.board.unmark()
            self.board.mark([at for at in range(len(cells)) if cells[at] == self._chosen], ASK)


class FeltCorrect(Correct):
    """The position is what lies on the board; blue changes the side, white saves."""

    def enter(self, now_ms: int) -> None:
        Correct.enter(self, now_ms)
        self._look()

    def wait(self, now_ms: int) -> str | None:
        if is_changed(self.context):
            self._look()
        return Mode.wait(self, now_ms)

    def _look(self) -> None:
        self._letters = list(letters_on(self.context).replace("?", "."))
        self.show()


MODES: dict[str, type[Mode]] = {
    "lay": FeltLay,
    "resume": FeltResume,
    "put-right": FeltRestore,
    "play": FeltPlay,
    "finished": FeltFinished,
    "place": FeltPlace,
    "correct": FeltCorrect,
}
