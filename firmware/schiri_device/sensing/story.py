"""What stones tell that are moved by hand: a move is made once only one story is left.

Decides which moves explain the stones on a board that feels them, and when one of them is made.
Must not know sensors, lights or buttons: a reading of each field is enough, wherever it comes from.

A story is a row of legal moves from the position of the game to the stones.  Stones that lie still
tell which stories are left, and what these have in common is made.  To lie still at a legal move is
not enough: whoever parks a stone on the free field to exchange two others passes through one.  So
an exchange under way is a story beside that of a move to the free field, until the next stones tell
which it was, or white is pressed.
"""

from schiri_engines.refusals import Refusal
from schiri_engines.switch.notation import LIGHT as IS_LIGHT
from schiri_engines.switch.notation import PLACE

from ..ticks import elapsed, later
from . import DARK, EMPTY, LIGHT, UNSURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.switch.game import Switch

STONES = (DARK, LIGHT)
# The letters of readings in a game.
LETTERS = ".bw?"
# A hand has let go when nothing has changed for so long.
LET_GO_MS = 400
# Nobody answers the other's move in less: the same hand goes on.
TURN_MS = 700
# A story has so many moves at most; two at once are looked for among so many touched fields.
MOST_MOVES = 4
MOST_TOUCHED = 6
# So many stones lifted at once are no move: something swept over the board.
MOST_LIFTED = 4


class Story:
    """One way to explain the stones: the moves since the position of the game, and what has begun.

    Shape: ``times`` are those of the moves.  ``hurry`` counts the moves that came too early to be
    the other player's, ``is_late`` tells whether the last one did not.  ``begun`` is how the next
    move began: -1 not yet, 0 in its time, 1 too early or in two ways.  ``parked`` is the stone on
    the free field while two are being exchanged, ``is_wrong`` means that only a move against the
    rules has begun so, ``was_whole`` that none had begun after its moves when last told.
    """

    is_wrong = was_whole = False
    begun = -1
    parked = EMPTY

    def __init__(
        self,
        moves: tuple[int, ...] = (),
        times: tuple[int, ...] = (),
        hurry: int = 0,
        is_late: bool = True,
    ):
        self.moves = moves
        self.times = times
        self.hurry = hurry
        self.is_late = is_late

    def doubt(self) -> int:
        """Return how unlikely it is: one hand breaks a rule more often than two hands hurry."""
        return (self.hurry + max(self.begun, 0)) * 2 + self.is_wrong

    def with_moves(self, moves: tuple[int, ...], at_ms: int, hurry: int) -> "Story":
        """Return the story that goes on with these moves."""
        times = self.times + (at_ms,) * len(moves)
        return Story(self.moves + moves, times, self.hurry + hurry, not hurry)

    def without(self, count: int) -> "Story":
        """Return the story of the moves after the first ones."""
        story = Story(self.moves[count:], self.times[count:], self.hurry, self.is_late)
        story.begun, story.parked, story.is_wrong = self.begun, self.parked, self.is_wrong
        return story

    def with_next(self, begun: int, parked: int, is_wrong: bool = False) -> "Story":
        """Return the story with what the hand seems to do next."""
        story = self.without(0)
        if EMPTY != self.parked != parked != EMPTY:
            # Nobody parks the one stone, and then the other.
            begun = 1
        story.begun, story.parked, story.is_wrong = begun, parked, is_wrong
        story.was_whole = self.begun < 0 and len(self.moves) > 0
        return story


class Stories:
    """The stories that are left of a game of Switch whose board feels its stones.

    Shape: ``stones`` has the reading of each field.  After `tell`, `confirm` and `deny`
    ``made`` are the moves that the game must make; the last two return whether they did anything;
    ``refusal`` is why the stones are no move, and ``is_undone`` tells that the last move was put
    back.  ``shown`` are the fields of the moves that white would confirm; ``is_asking`` means that
    others explain the stones as well: `confirm` makes the moves that are shown, `deny` shows the
    others.
    """

    def __init__(self, game: "Switch"):
        self.game = game
        self.stones = bytearray(game.SIZE * game.SIZE)
        # How many stones lie on the board, and how many of them the game has.
        self._lying = self._stones = 0
        # The only move that may be made, -1 for none; None while every legal one may.
        self.only: int | None = None
        # How many moves may wait for each other.
        self.most = MOST_MOVES
        # Whether a move that gives the game away needs white.
        self.is_careful = False
        self._clear()
        self.restart(0)

    def restart(self, now_ms: int, last: tuple[int, ...] = ()) -> None:
        """Begin anew at the position of the game, whose last move had these fields."""
        self.left = [Story()]
        self.shown: tuple[int, ...] = ()
        self.is_asking = False
        cells = self.game.cells()
        self._stones = len(cells) - cells.count(".")
        self._last = self._set_of(last)
        self._touched = 0
        self._is_due = True
        self._is_disturbed = self._is_refused = False
        self._changed_ms = self._lifted_ms = now_ms
        # Nobody is in a hurry at first.
        self._made_ms = later(now_ms, -TURN_MS)

    def feel(self, at_ms: int, cell: int, reading: int) -> None:
        """Receive what lies on a field now."""
        if self.stones[cell] == reading:
            return
        if not self._touched:
            self._lifted_ms = at_ms
        self._lying += (reading in STONES) - (self.stones[cell] in STONES)
        if self._lying <= self._stones - MOST_LIFTED:
            self._is_disturbed = True
        self.stones[cell] = reading
        self._touched |= 1 << cell
        self._changed_ms = at_ms
        self._is_due = True

    def is_due(self, now_ms: int) -> bool:
        """Tell whether the hand has let go, so that there may be something to `tell`."""
        return self._is_due and elapsed(now_ms, self._changed_ms) >= LET_GO_MS

    def tell(self) -> None:
        """Tell what the stones mean."""
        self._clear()
        self._read()

    def confirm(self) -> bool:
        """Make the moves that the stones seem to be; return whether there are any."""
        self._clear()
        if self._is_due or self._is_disturbed:
            self._is_disturbed = False
            self._read()
        if self.made:
            return True
        whole = self._whole()
        if not whole:
            return False
        self.left = whole[:1]
        self._make(whole[0], len(whole[0].moves))
        return True

    def deny(self) -> bool:
        """Give up the moves that are shown, if others explain the stones as well."""
        self._clear()
        if not self.is_asking:
            return False
        self.left.remove(self._whole()[0])
        self._settle()
        self._show()
        return True

    def lifted(self) -> int:
        """Return the one field whose stone is in a hand, -1 for none or several."""
        cells, found = self.game.cells(), -1
        for cell in self.differing():
            if self.stones[cell] == EMPTY and cells[cell] != ".":
                if found >= 0:
                    return -1
                found = cell
        return found

    def differing(self) -> list[int]:
        """Return the fields that are not as the position of the game has them."""
        here = self._difference()
        return [cell for cell in range(len(self.stones)) if here >> cell & 1]

    def _clear(self) -> None:
        self.made: tuple[int, ...] = ()
        self.refusal: Refusal | None = None
        self.is_undone = False

    def _read(self) -> None:
        self._is_due = self.is_asking = self._is_refused = False
        self.shown = ()
        if self._is_lifted():
            return
        found = self._explain()
        if self._difference() == 0 and not any(story.begun < 0 for story in found):
            # All stones have been put back.
            found = [Story()]
        if self._is_disturbed:
            # As it was before it is right; whatever else it is, nobody need have meant it.
            found = [story for story in found if story.begun < 0]
            if not found:
                return
            self._is_disturbed = False
        is_sure = len(found) > 0
        if not is_sure:
            # No story goes on so.  From the position of the game there may be one, as after all
            # stones have been put back; nobody need have meant it, so a move needs white.
            self.left = [Story()]
            found = self._explain()
        if not found:
            self._refuse(Story())
            return
        self.left = found
        self._touched = 0
        if is_sure or found[0].is_wrong:
            self._settle()
        self._show()

    def _show(self) -> None:
        """Show the moves that white would confirm; ask if others are as likely."""
        whole = self._whole()
        self.is_asking, self.shown = len(whole) > 1, ()
        if whole:
            for move in whole[0].moves:
                self.shown += self.game.move_cells(move)

    def _is_lifted(self) -> bool:
        """Tell whether a stone is in a hand or off the board, or a field is not sure."""
        dark = light = 0
        for reading in self.stones:
            if reading == UNSURE:
                return True
            dark += reading == DARK
            light += reading == LIGHT
        cells = self.game.cells()
        return dark < cells.count("b") or light < cells.count("w")

    def _settle(self) -> None:
        """Make what the most likely stories have in common."""
        best = self._best()
        first = best[0]
        if first.is_wrong:
            # In the middle of it two hands may be at the board as well.
            if first.parked == EMPTY or len(best) == len(self.left):
                self._refuse(first)
            return
        if first.hurry and not (len(self.left) == 1 and first.is_late):
            return
        count = len(first.moves)
        # Moves that were seen, and then one against the rules: that is not excluded either.
        for story in best + [each for each in self.left if each.was_whole and each.doubt() == 1]:
            while story.moves[:count] != first.moves[:count]:
                count -= 1
        warning = self.game.warning(first.moves[0]) if count and self.is_careful else None
        if warning:
            self.refusal = warning
        elif count:
            self._make(first, count)

    def _make(self, story: Story, count: int) -> None:
        """Have the game make the first moves of a story; only stories with these are left."""
        made = story.moves[:count]
        self.made, self._made_ms = made, story.times[count - 1]
        self._last = self._set_of(self.game.move_cells(made[-1]))
        self.left = [each.without(count) for each in self.left if each.moves[:count] == made]
        self.shown, self.is_asking = (), False

    def _best(self) -> list[Story]:
        least = min([story.doubt() for story in self.left])
        return [story for story in self.left if story.doubt() == least]

    def _whole(self) -> list[Story]:
        """Return the most likely stories in which no move is under way, the shortest first."""
        whole = [story for story in self.left if story.moves and story.begun < 0]
        if not whole or self._is_refused:
            return []
        least = min([story.doubt() for story in whole])
        return shortest_first([each for each in whole if each.doubt() == least])

    def _explain(self) -> list[Story]:
        """Return the stories that are left of these stones."""
        ends: list[Story] = []
        # The longest first: a move that has been made is not made again, and later.
        for story in reversed(shortest_first(self.left)):
            for move in story.moves:
                self.game.push(move)
            self._follow(story, ends)
            for _ in story.moves:
                self.game.pop()
        return ends

    def _follow(self, story: Story, ends: list[Story]) -> None:
        """Find how one story goes on; the game is at its end."""
        game, at_ms = self.game, self._changed_ms
        here, moves = self._difference(), self._moves(story)
        hurry = story.begun
        if hurry < 0:
            before_ms = story.times[-1] if story.times else self._made_ms
            is_early = elapsed(self._lifted_ms, before_ms) < TURN_MS
            # Whoever places stones may be quick: none of them is another move under way.
            hurry = int(is_early and game.phase == "play")
        if here == 0:
            keep(ends, story.with_next(-1, EMPTY))
        elif self._is_under_way(here, moves):
            keep(ends, story.with_next(hurry, self._parked()))
        elif self._may_be_wrong(here) and not self._is_any(here, moves):
            keep(ends, story.with_next(hurry, self._parked(), True))
        count = len(story.moves)
        if self._is_disturbed or count >= self.most:
            return
        few = bin(self._touched).count("1") <= MOST_TOUCHED and count + 1 < self.most
        for move in moves:
            if self._is_made(here, move):
                keep(ends, story.with_moves((move,), at_ms, hurry))
            elif few and not self._set_of(game.move_cells(move)) & ~self._touched:
                # The other player has moved before this one had let go.
                game.push(move)
                rest, seconds = self._difference(), game.legal_moves()
                after = story.with_moves((move,), at_ms, 1)
                if self._is_under_way(rest, seconds):
                    keep(ends, after.with_next(0, self._parked()))
                for second in seconds:
                    if self._is_made(rest, second):
                        keep(ends, after.with_moves((second,), at_ms, 0))
                game.pop()

    def _moves(self, story: Story) -> list[int]:
        """Return the moves that may follow."""
        moves = self.game.legal_moves()
        if self.only is None or story.moves:
            return moves
        return [move for move in moves if move == self.only]

    def _is_made(self, here: int, move: int) -> bool:
        """Tell whether a move is all that game and stones differ in."""
        cells = self.game.move_cells(move)
        if not cells or here != self._set_of(cells):
            return False
        # A stone that was parked there before, and not put there now, has not moved there.
        if here & self._free() & ~self._touched:
            return False
        # The stones of a board differ in two fields only if they were exchanged.
        return not move & PLACE or self.stones[cells[0]] == (LIGHT if move & IS_LIGHT else DARK)

    def _is_any(self, here: int, moves: list[int]) -> bool:
        return any(self._is_made(here, move) for move in moves)

    def _is_under_way(self, here: int, moves: list[int]) -> bool:
        """Tell whether two stones are being exchanged, with one of them on the free field."""
        free = self._free()
        if not here & free or self._lying > self._stones:
            return False
        for move in moves:
            both = self._set_of(self.game.move_cells(move))
            if not both & free and not here & ~(both | free):
                return True
        return False

    def _may_be_wrong(self, here: int) -> bool:
        """Tell whether one move against the rules, or a part of it, is all that differs."""
        if self.game.phase == "place":
            return bin(here).count("1") == 1
        return bin(here).count("1") <= (3 if here & self._free() else 2)

    def _refuse(self, story: Story) -> None:
        """Say why the stones are no move after this story, or that the last one was put back."""
        if self._last and not story.moves and self._difference() == self._last:
            self.is_undone = True
            return
        self._is_refused = True
        game = self.game
        for move in story.moves:
            game.push(move)
        here = self.differing()
        move = self._guess(here)
        refusal = game.why_not(move) if move >= 0 else None
        for _ in story.moves:
            game.pop()
        self.refusal = refusal or Refusal("stones-differ", "-", tuple(here))

    def _guess(self, here: list[int]) -> int:
        """Return the move against the rules that these fields look like, -1 for none."""
        game, cells = self.game, self.game.cells()
        if game.phase == "place":
            if len(here) != 1:
                return -1
            return PLACE | here[0] | (IS_LIGHT if self.stones[here[0]] == LIGHT else 0)
        stones = [cell for cell in here if cells[cell] != "."]
        if len(stones) == 1:
            return game.move_between(stones[0], game.free_cell())
        if len(stones) != 2:
            return -1
        first, second = stones
        if cells[first] != game.side:
            first, second = second, first
        return game.move_between(first, second)

    def _difference(self) -> int:
        """Return the set of fields where game and stones differ."""
        cells, stones, here = self.game.cells(), self.stones, 0
        for cell in range(len(stones)):
            if LETTERS[stones[cell]] != cells[cell]:
                here |= 1 << cell
        return here

    def _parked(self) -> int:
        """Return what lies on the field that is free in the game."""
        free = self.game.free_cell()
        return self.stones[free] if free >= 0 else EMPTY

    def _free(self) -> int:
        free = self.game.free_cell()
        return 1 << free if free >= 0 else 0

    def _set_of(self, cells: tuple[int, ...]) -> int:
        found = 0
        for cell in cells:
            found |= 1 << cell
        return found


def shortest_first(stories: list[Story]) -> list[Story]:
    """Return the stories by their number of moves; `sorted` is not stable on a device."""
    found: list[Story] = []
    for story in stories:
        at = 0
        while at < len(found) and len(found[at].moves) <= len(story.moves):
            at += 1
        found.insert(at, story)
    return found


def keep(ends: list[Story], story: Story) -> None:
    """Keep the least doubtful of the stories of the same moves, the first of equal ones."""
    for at in range(len(ends)):
        if ends[at].moves == story.moves:
            if story.doubt() < ends[at].doubt():
                ends[at] = story
            return
    ends.append(story)
