"""Play: pick a stone, choose its target; and the end of a game: the winner, the score, a rematch.

Decides which presses make a move and what a refusal lights.  Must not know rules: the game decides
what is legal and which moves need a warning.
"""

from schiri_engines.game_rows import load
from schiri_engines.refusals import Refusal

from ..lights.language import CAREFUL, DRAWN, HINT, LAST, MOVE, PICKED, SCORE, SWAP, WON
from .mode import IGNORED, Mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Protocol

    from schiri_engines.game import BoardGame

    from .context import Context

    class AnyOpponent(Protocol):
        """What a mode needs of an `Opponent`."""

        is_mine: bool
        answer: int

        def takes(self, press: str | int) -> bool: ...
        def press(self, now_ms: int, press: str | int) -> str | None: ...
        def work(self, now_ms: int) -> bool: ...
        def begin_turn(self) -> None: ...
        def is_shown(self) -> bool: ...
        def show(self) -> bool: ...
        def detail(self) -> str: ...
        def why_not(self) -> Refusal: ...
        def drop(self) -> None: ...


NO_MOVES: dict[int, int] = {}


def targets(game: "BoardGame", moves: list[int]) -> dict[int, int]:
    """Return the moves of one piece by target."""
    return {game.move_cells(move)[-1]: move for move in moves}


# The most games won that one side of the board shows.
MOST_SHOWN = 10


class Play(Mode):
    """The players move in turn.

    Shape: ``opponent`` is the device as a player or adviser, None in a game without it.
    """

    NEXT = {"over": "finished", "undone": "put-right", "menu": "menu"}
    has_cursor = True
    is_quiet = is_timed = True
    opponent: "AnyOpponent | None" = None

    def __init__(self, context: "Context"):
        Mode.__init__(self, context)
        self._picked = -1
        # The legal moves of the picked piece, by target.
        self._moves = NO_MOVES
        # The move that needs a second press, and the last refusal.
        self._risky: int | None = None
        self._refusal: Refusal | None = None

    def enter(self, now_ms: int) -> None:
        refusal = self._find_opponent()
        self.let_go()
        self._refusal = None
        self.board.lay(self.match.game.cells())
        self.show_turn()
        self.board.mark_plain(self.context.last_cells, LAST)
        self.show()
        if refusal:
            self.refuse(now_ms, refusal)

    def press(self, now_ms: int, press: str | int) -> str | None:
        opponent = self.opponent
        if opponent and opponent.takes(press):
            return opponent.press(now_ms, press)
        if isinstance(press, int):
            return self.touch_cell(now_ms, press)
        if press == "white" and self._risky is not None:
            return self.push(now_ms, self._risky)
        if press == "yellow":
            self._explain(now_ms)
            return None
        if press == "black":
            return self.undo(now_ms)
        if press == "hold-yellow" and self.offers_hint():
            self.refuse(now_ms, Refusal("no-hint-left", "-"))
            return None
        return "menu" if press == "hold-black" else IGNORED

    def wait(self, now_ms: int) -> str | None:
        if self.opponent and self.opponent.work(now_ms):
            return None
        return Mode.wait(self, now_ms)

    def offers_hint(self) -> bool:
        if self.opponent:
            return not self.opponent.is_mine
        return self.context.adapter.OPPONENT != ""

    def show(self) -> None:
        if self._picked >= 0:
            self.board.mark((self._picked,), PICKED)
            if self.helps("moves"):
                self.board.mark(self._moves, MOVE, SWAP)
        elif self.opponent:
            self.opponent.show()

    def refuse(self, now_ms: int, refusal: "Refusal") -> None:
        self._refusal = refusal
        Mode.refuse(self, now_ms, refusal)

    def detail(self) -> str:
        if self._picked >= 0:
            return self.match.game.cell_text(self._picked)
        return (self.opponent and self.opponent.detail()) or "-"

    def veto(self, now_ms: int, entry: int) -> "Refusal | None":
        game, opponent = self.match.game, self.opponent
        if opponent and opponent.is_mine and game.phase != "roll":
            return None if entry == opponent.answer else opponent.why_not()
        return game.why_not(entry) or self._caution(now_ms, entry, game.warning(entry))

    def touch_cell(self, now_ms: int, cell: int) -> str | None:
        game = self.match.game
        if cell == self._picked:
            self.let_go()
            self.show()
            return None
        move = self._moves.get(cell)
        if move is not None:
            warning = game.warning(move)
            if warning and self._caution(now_ms, move, warning):
                return None
            return self.push(now_ms, move)
        moves = game.moves_from(cell)
        if moves:
            if len(game.move_cells(moves[0])) == 1:
                return self.push(now_ms, moves[0])
            self.let_go()
            self._picked = cell
            self._moves = targets(game, moves)
            self.show()
            self.screen.sound("pick")
        elif self._picked >= 0:
            # Neither cell has a move: both are refused, and a warned move is thought better of.
            self._risky = None
            self.refuse(now_ms, game.why_not(game.move_between(self._picked, cell)))  # type: ignore[arg-type]
        else:
            self.refuse(now_ms, game.why_not_from(cell))  # type: ignore[arg-type]
        return None

    def helps(self, what: str) -> bool:
        """Tell whether the side to move has this help switched on."""
        return self.context.settings[what + "-" + self.match.game.side] > 0

    def let_go(self) -> None:
        self.board.unmark()
        self._picked, self._risky, self._lit_ms = -1, None, -1
        self._moves = NO_MOVES

    def _find_opponent(self) -> "Refusal | None":
        """Load the opponent if the options of the match ask for it; return why that failed."""
        if self.opponent:
            self.opponent.drop()
            self.opponent = None
        context, options = self.context, self.match.options
        try:
            for name, _ in context.adapter.MATCH_OPTIONS:
                if name[:5] != "clock" and options.get(name, "off") != "off":
                    self.opponent = load(context.adapter.OPPONENT).OPPONENT(self)
                    break
        except ImportError:
            return Refusal("needs-pico-2", "-")
        except MemoryError:
            return Refusal("no-memory", "-")
        return None

    def _caution(self, now_ms: int, move: int, warning: "Refusal | None") -> "Refusal | None":
        """Ask for a second press of a move that gives the game away; return the warning."""
        if not warning or move == self._risky or not self.helps("careful"):
            return None
        self._risky, self._refusal = move, warning
        self.light(now_ms, warning.cells, CAREFUL)  # type: ignore[arg-type]  # of a board
        self.screen.sound("careful")
        self.context.host.refusal = warning
        return warning

    def _explain(self, now_ms: int) -> None:
        """Light the cause of the last refusal again, or the pieces that can be picked."""
        if self._refusal:
            self.show_refusal(now_ms, self._refusal)
        else:
            self.light(now_ms, self.movable(), HINT)

    def movable(self) -> "Collection[int]":
        """Return the cells where a move can begin."""
        game = self.match.game
        return {game.move_cells(move)[0] for move in game.legal_moves()}

    def push(self, now_ms: int, move: int, how: int = 0) -> str | None:
        """Make a legal move, which came about so; return the mode's result, or None."""
        match = self.match
        match.push(now_ms, move, how)
        self.let_go()
        self._refusal = None
        game = match.game
        cells = game.move_cells(move)
        self.context.last_cells = cells
        if self.opponent:
            self.opponent.begin_turn()
        if match.outcome:
            return "over"
        self.board.change(cells, game.letters(cells))
        self.show_turn()
        self.board.mark_plain(cells, LAST)
        self.screen.sound("move")
        return None


class Finished(Mode):
    """The game is over; white begins a rematch with sides exchanged, yellow shows the score."""

    NEXT = {"again": "lay", "undone": "put-right", "menu": "menu"}
    is_quiet = True

    def enter(self, now_ms: int) -> None:
        self._is_score = False
        assert self.match.outcome
        self.screen.sound("won" if self.match.outcome.winners else "drawn")
        self._show()

    def press(self, now_ms: int, press: str | int) -> str | None:
        if press == "yellow":
            self._is_score = not self._is_score
            self._show()
        elif press == "white":
            match, seats = self.match, self.match.seats
            # The same game, with sides exchanged.
            self.context.propose(match.game_name, match.options, seats[1:] + seats[:1], True)
            return "again"
        elif press == "black":
            return self.undo(now_ms)
        else:
            return "menu" if press == "hold-black" else IGNORED
        return None

    def _show(self) -> None:
        if self._is_score:
            self._show_score()
            return
        game = self.match.game
        self.board.lay(game.cells())
        self.show_turn()
        self.board.mark(self.context.last_cells, LAST)
        assert self.match.outcome
        winners = self.match.outcome.winners
        if winners:
            # After a resignation all stones of the winner shine.
            colours = game.colours[winners[0]] if game.colours else ""
            self.board.mark(game.winning_cells() or self._stones_of(colours), WON)
        else:
            self.board.mark(self._stones_of("bw"), DRAWN)

    def _stones_of(self, colours: str) -> list[int]:
        cells = self.match.game.cells()
        return [cell for cell in range(len(cells)) if cells[cell] in colours]

    def _show_score(self) -> None:
        """Show the games won: dark from the bottom rank up, light from the top down."""
        self.board.lay("." * len(self.board.pixels))
        last = len(self.board.pixels) - 1
        first, second = [self.match.wins.get(letter, 0) for letter in ("A", "B")]
        most = min(MOST_SHOWN, len(self.board.pixels) // 2)
        self.board.mark(range(min(first, most)), SCORE)
        self.board.mark([last - count for count in range(min(second, most))], SCORE)


MODES: dict[str, type[Mode]] = {"play": Play, "finished": Finished}
