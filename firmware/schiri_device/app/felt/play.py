"""Play by moving stones: the turns, the end of a game, and the free set-up.

Decides what follows from what the stones tell; `sensing.story` says what that is.
"""

from schiri_engines.refusals import Refusal

from ...games.switch_play import Place
from ...lights.language import ASK, MOVE, PICKED, SWAP
from ...link.lines import CONFIRMED, SENSED
from ...sensing.story import MOST_MOVES
from ..context import mode_on_right_board
from ..mode import Mode
from ..play import Finished, Play, targets
from . import DIFFER, is_changed, lies_still, wrong_cells
from .hands import Hands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...sensing.story import Stories


class FeltPlay(Play):
    """The players move their stones in turn; white says that what lies is a move."""

    NEXT = {"over": "finished", "undone": "put-right", "menu": "menu", "differs": "put-right"}

    def enter(self, now_ms: int) -> None:
        self._hands = Hands(self.context)
        # Nobody moves for the device before it has said its move.
        devices = [self.match.options.get(name, "off") for name in ("device-a", "device-b")]
        self._most = MOST_MOVES if devices == ["off", "off"] else 1
        Play.enter(self, now_ms)

    def press(self, now_ms: int, press: str | int) -> str | None:
        stories, opponent = self._hands.stories, self.opponent
        if stories:
            self._limit(stories)
            if press == "white" and stories.confirm():
                return self._make(now_ms, CONFIRMED)
            if press == "black" and stories.deny():
                return self._make(now_ms, CONFIRMED)
            if press == "black" and stories.shown:
                # It is not made yet: its stones are put back.
                self.refuse(now_ms, Refusal(DIFFER, "-", stories.shown))
                return None
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
            self._end_hint()
            self._draw()
        stories = hands.stories
        if stories and stories.is_due(now_ms):
            self._limit(stories)
            stories.tell()
            self.context.host.has_news = True
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

    def push(self, now_ms: int, move: int, how: int = 0) -> str | None:
        self._end_hint()
        word = Play.push(self, now_ms, move, how)
        if not how:
            # It was made on a PC: the stones lie as before.
            self._hands = Hands(self.context)
        return word

    def detail(self) -> str:
        stories, game = self._hands.stories, self.match.game
        if stories and stories.shown:
            return "-".join([game.cell_text(cell) for cell in stories.shown]) + "~"
        return Play.detail(self)

    def _limit(self, stories: "Stories") -> None:
        """Say which moves may be made now."""
        opponent = self.opponent
        stories.only = opponent.answer if opponent and opponent.is_mine else None
        stories.is_careful = self.helps("careful")
        stories.most = self._most

    def _end_hint(self) -> None:
        """End a hint, also one that is looked for, as a press does."""
        opponent = self.opponent
        if opponent and not opponent.is_mine and opponent.is_shown():
            opponent.drop()
            self.let_go()
            self.show_turn()

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
        entries = self.match.table.entries
        # The stones before the last move, if that has ended the game.
        self._before = ""
        if len(last) == 2 and self.match.table.is_move(entries[-1]):
            first, second = last
            cells[first], cells[second] = cells[second], cells[first]
            self._before = "".join(cells)
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
        # Whether all stones lie; to ask the game in each step would allocate.
        self._is_choosing = self.match.game.phase == "choose"
        Place.enter(self, now_ms)

    def press(self, now_ms: int, press: str | int) -> str | None:
        stories = self._hands.stories
        if stories and not self._is_choosing:
            # Two stones that were placed at once.
            is_told = press == "white" and stories.confirm()
            if is_told or (press == "black" and stories.deny()):
                self._put_all(now_ms, stories, CONFIRMED)
                return None
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
        if is_changed(self.context) and self._is_choosing and hands.stories:
            lifted = hands.stories.lifted()
            if lifted >= 0:
                self._chosen = game.cells()[lifted]
                self.show()
        stories = hands.stories
        if stories and not self._is_choosing and stories.is_due(now_ms):
            stories.tell()
            if stories.refusal:
                self.refuse(now_ms, stories.refusal)
            self._put_all(now_ms, stories, SENSED)
        return Mode.wait(self, now_ms)

    def _put_all(self, now_ms: int, stories: "Stories", how: int) -> None:
        """Place what the stones were."""
        for move in stories.made:
            self.put(now_ms, move, how)
        self._is_choosing = self.match.game.phase == "choose"

    def show(self) -> None:
        Place.show(self)
        if self._chosen:
            cells = self.match.game.cells()
            self.board.unmark()
            self.board.mark([at for at in range(len(cells)) if cells[at] == self._chosen], ASK)


MODES = {"play": FeltPlay, "finished": FeltFinished, "place": FeltPlace}
