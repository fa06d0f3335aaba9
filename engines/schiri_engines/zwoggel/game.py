"""A game of Zwoggel: flips and penalties, drawing and laying, turns.

Decides ZW-2, ZW-4 to ZW-6, ZW-8 and ZW-11.  Must not know names, nor the colour of a card that
lies face down: nobody is asked for it.
"""

from ..options import chosen_options
from ..refusals import RULE_OF, MalformedText, Refusal, Refused, refuse
from . import notation
from .field import HOLE, Field
from .notation import DOWN, FACES, parse_number, parse_place
from .state import OUT, STOCK, State, replaced

RULE_OF.update({"flip-empty": "ZW-2", "flip-open": "ZW-2"})
RULE_OF.update({"lay-too-many": "ZW-3", "lay-too-few": "ZW-3", "player-out": "ZW-6"})

DRAWN = 3
# Putting right goes no further out than 64 cards in a row could.
FURTHEST = 99
SURVIVED, SPRUNG, LAID = 0, 1, 2


class Zwoggel(State):
    """One game of Zwoggel.

    Shape: a move is ``("flip", place, colour)``, ``("place", place, ...)`` or ``("resign", seat)``;
    Raises: MalformedText (bad-option).
    Rule: ZW-1.

    >>> game = Zwoggel()
    >>> for text in ("flip 0,0 red", "flip 1,1 red", "place 2,2 2,1 2,0", "flip 2,2 red"):
    ...     game.push(game.parse_move(text, ()))
    >>> game.threes, game.penalties, game.flips_left
    ((((0, 0), (1, 1), (2, 2)),), (0, 1), 1)
    """

    NAME = "zwoggel"
    OPTIONS = (("no-fill-holes", "off on"), ("frame", "none 8x8"), ("trip-ends-turn", "off on"))
    IN_SCRIPT: dict = {}
    SET_KEYS = {
        "turn": "NAME",
        "stock": "N",
        "square": "X,Y down|red|green|-",
        "penalties": "NAME N",
    }
    ROLL = 0
    # Who resigns is out, and the others go on: it is a move of the game.
    RESIGN_RULE = ""
    QUESTIONS = ()

    move_text = staticmethod(notation.move_text)
    parse_move = staticmethod(notation.parse_move)

    @staticmethod
    def seats_for(_options: dict) -> tuple:
        """Return the least and the most players."""
        return (2, 4)

    def __init__(self, options: dict | None = None, seats: int = 2):
        chosen = chosen_options(self.OPTIONS, options or {})
        frame = 8 if chosen["frame"] == "8x8" else 0
        State.__init__(self, Field(chosen["no-fill-holes"] == "off", frame), seats)
        self.trip_ends_turn = chosen["trip-ends-turn"] == "on"
        self._stack: list = []

    def why_not(self, move: tuple) -> Refusal | None:
        """Return None for a legal move, else the refusal with the first cause.

        Rule: TA-1, TA-2, ZW-2, ZW-3, ZW-11.
        """
        if self.outcome():
            return refuse("game-over")
        if move[0] == "resign":
            return refuse("player-out") if self.is_out(move[1]) else None
        if move[0] != self.phase:
            return refuse("wrong-phase")
        if move[0] == "place":
            return self._why_not_laid(move[1:])
        if not self.field.lies(move[1]):
            return refuse("flip-empty", move[1])
        return None if self.field.cards[move[1]] == DOWN else refuse("flip-open", move[1])

    def _why_not_laid(self, places: tuple) -> Refusal | None:
        """Return why the cards drawn cannot be laid here, one after the other; as many as fit."""
        if len(places) > self.hand:
            return refuse("lay-too-many", *places[self.hand :])
        field = self.field.copy()
        for place in places:
            refusal = field.why_closed(place)
            if refusal:
                return refusal
            field.change(place, DOWN, None)
        if len(places) < self.hand:
            still_open = field.open_place()
            if still_open:
                return refuse("lay-too-few", still_open)
        return None

    # Playing

    def push(self, move: tuple) -> None:
        """Play a legal move."""
        self._stack.append((self._keep(), []))
        self._forget_last()
        if move[0] == "flip":
            self._flip(move[1], move[2])
        elif move[0] == "place":
            for place in move[1:]:
                self._change(place, DOWN, self._seat)
            self._put_aside(self.hand - len(move) + 1)
            self._next_turn()
        else:
            self._resigned = replaced(self._resigned, move[1], True)
            self._add_effect("out", move[1], "ZW-11")
            if move[1] == self._seat:
                self._return_hand()
                self._next_turn()

    def pop(self) -> None:
        """Take the last move back."""
        kept, changes = self._stack.pop()
        while changes:
            self.field.change(*changes.pop())
        self._restore(kept)

    def _flip(self, place: tuple, colour: str) -> None:
        """Turn a card up.  Rule: ZW-4 to ZW-6."""
        self._change(place, colour, self.field.laid_by.get(place))
        self._done += 1
        self.turned, self.threes = place, self.field.threes(place, colour)
        self._count_trap(place, colour)
        if self.threes:
            self._take(place, colour)
        if self.is_out(self._seat) or (self.threes and self.trip_ends_turn):
            self._next_turn()
        else:
            self._go_on()

    def _take(self, place: tuple, colour: str) -> None:
        seat = self._seat
        self._change(place, HOLE, None)
        self.penalties = replaced(self.penalties, seat, self.penalties[seat] + 1)
        self._add_effect("three", seat, colour, self.threes)
        self._add_effect("penalty", seat, place, self.penalties[seat])
        if self.is_out(seat):
            self._add_effect("out", seat, "ZW-6")

    def _count_trap(self, place: tuple, colour: str) -> None:
        """Count a flip that completed a three, or would have with the other colour."""
        other = FACES[1 - FACES.index(colour)]
        if not self.threes and not self.field.threes(place, other):
            return
        self._count(self._seat, SPRUNG if self.threes else SURVIVED)
        layer = self.field.laid_by.get(place)
        if layer is not None:
            self._count(layer, LAID)

    def _count(self, seat: int, what: int) -> None:
        counts = self.traps[seat]
        self.traps = replaced(self.traps, seat, replaced(counts, what, counts[what] + 1))

    def _go_on(self) -> None:
        """Draw when all is turned up, end the turn when nothing is drawn or can be laid."""
        if self._done and not self.hand and not self._left():
            self.hand = min(DRAWN, self.stock)
            self.stock -= self.hand
            if not self.hand:
                self._next_turn()
            elif not self.stock:
                self._add_effect("stock")
        if self.hand and not self.field.open_place():
            self._put_aside(self.hand)
            self._next_turn()

    def _put_aside(self, cards: int) -> None:
        if cards:
            self._add_effect("aside", self._seat, cards)

    def _return_hand(self) -> None:
        """Put what was drawn and not laid under the stock."""
        self.stock += self.hand
        self.hand = 0

    def _next_turn(self) -> None:
        seats = len(self.penalties)
        seat = (self._seat + 1) % seats
        while self.is_out(seat):
            seat = (seat + 1) % seats
        self._begin_turn(seat)

    def _begin_turn(self, seat: int) -> None:
        self._seat = seat
        self.hand, self._done = 0, 0
        self._flips = 2 if self.stock else 1

    def _add_effect(self, *facts) -> None:
        self.effects += (facts,)

    def _forget_last(self) -> None:
        self.turned, self.threes, self.effects = None, (), ()

    # Taking back

    def _change(self, place: tuple, card: str, seat: int | None) -> None:
        self._stack[-1][1].append(self.field.change(place, card, seat))

    def copy(self):
        """Return an independent game in the same state."""
        clone = Zwoggel(None, len(self.penalties))
        clone.field, clone.trip_ends_turn = self.field.copy(), self.trip_ends_turn
        clone._stack = [(kept, list(changes)) for kept, changes in self._stack]
        clone._restore(self._keep())
        return clone

    def fork(self):
        """Return a copy, to be put right."""
        return self.copy()

    # For the table

    def put_right(self, key: str, *values) -> None:
        """Set the turn, the stock, what lies on a place, or a player's penalties by hand.

        Raises: MalformedText (bad-number, bad-place, bad-card), Refused (player-out: no turn for
        one who is out).  Rule: TA-5.
        """
        if key == "stock":
            self.stock = parse_number(values[0], STOCK)
        elif key == "square":
            self._put_square(values[0], values[1])
        elif key == "penalties":
            count = parse_number(values[1], OUT)
            self.penalties = replaced(self.penalties, values[0], count)
        elif self.is_out(values[0]):
            raise Refused(refuse("player-out"))
        self._forget_last()
        if key == "turn":
            self._return_hand()
            self._begin_turn(values[0])
        elif self.is_out(self._seat):
            self._return_hand()
            self._next_turn()
        elif not self._done:
            self._begin_turn(self._seat)
        else:
            self._go_on()

    def _put_square(self, text: str, card: str) -> None:
        place = parse_place(text)
        if max(abs(place[0]), abs(place[1])) > FURTHEST:
            raise MalformedText("bad-place", text, f"X,Y (-{FURTHEST} - {FURTHEST})")
        if card not in (DOWN, "-") + FACES:
            raise MalformedText("bad-card", card, "down red green -")
        self.field.change(place, None if card == "-" else card, None)
