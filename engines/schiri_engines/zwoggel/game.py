"""Zwoggel, by Inon Kohn: two to four players, 64 cards, a field without an edge.

Decides ZW-2, ZW-4 to ZW-9 and ZW-11: flips and penalties, drawing and laying, turns, and its end.
`field` has what lies where, `people` penalties and who is out, `notation` and `position` the texts.
  Must not know names, nor the colour of a card that lies face down.
"""

from ..game import Game, check_player_count
from ..options import chosen_options
from ..refusals import RULE_OF, MalformedText, Outcome, Refusal, Refused, refuse
from . import notation
from .field import Field
from .notation import DOWN, FACES, HOLE, lay_move, parse_number
from .people import LAID, OUT, SPRUNG, SURVIVED, People
from .position import CARDS, DRAWN, FORM, SEATS, STOCK, parse_position, parse_square, position_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .field import Change, Threes
    from .notation import Move, Place
    from .position import Effect, Kept

RULE_OF.update({"flip-empty": "ZW-2", "flip-open": "ZW-2", "player-out": "ZW-6"})


class Zwoggel(Game):
    """One game of Zwoggel.

    Shape: a move is ``("flip", place, colour)``, ``("place", place, ...)`` or ``("resign", seat)``.
    ``field`` has the cards, ``people`` the seats; ``hand`` counts the cards drawn and not yet laid.
    ``turned`` is the place that the last move turned up, ``threes`` the rows that it completed,
    ``effects`` its other consequences.
    Raises: MalformedText (bad-option, bad-number).  Rule: ZW-1.

    >>> game = Zwoggel().after("flip 0,0 red", "flip 1,1 red", "place 2,2 2,1 2,0", "flip 2,2 red")
    >>> game.threes, game.people.penalties, game.flips_left
    ((((0, 0), (1, 1), (2, 2)),), (0, 1), 1)
    """

    NAME = "zwoggel"
    OPTIONS: tuple[tuple[str, str], ...] = (
        ("no-fill-holes", "off on"),
        ("frame", "none 8x8"),
        ("trip-ends-turn", "off on"),
    )
    move_text = staticmethod(notation.move_text)
    parse_move = staticmethod(notation.parse_move)
    turned: "Place | None"
    threes: "Threes"
    effects: "tuple[Effect, ...]"
    SET_KEYS = {
        "turn": "NAME",
        "stock": "N",
        "square": "X,Y down|red|green|-",
        "penalties": "NAME N",
    }

    def __init__(self, options: dict[str, str] | None = None, seats: int = SEATS[0]):
        self.options = chosen = chosen_options(self.OPTIONS, options or {})
        self.seats = seats
        check_player_count(seats, SEATS)
        frame = 8 if chosen["frame"] == "8x8" else 0
        self.field = Field(chosen["no-fill-holes"] == "off", frame)
        self.people = People(seats)
        self.trip_ends_turn = chosen["trip-ends-turn"] == "on"
        self.stock = STOCK
        self.hand = 0
        # The seat on turn, the flips of its turn, and how many of them are done.
        self._seat = 0
        self._flips = 2
        self._done = 0
        self._stack: list[tuple[Kept, list[Change]]] = []
        self._forget_last()

    @staticmethod
    def seats_for(_options: dict[str, str]) -> tuple[int, int]:
        return SEATS

    # The state

    @property
    def turn(self) -> int | None:
        return None if self.outcome() else self._seat

    @property
    def phase(self) -> str:
        """One of "flip", "place", "over"."""
        if self.outcome():
            return "over"
        return "place" if self.hand else "flip"

    @property
    def flips_left(self) -> int:
        """How many cards are still to be turned up in this turn (ZW-2, ZW-8)."""
        return 0 if self.hand or self.outcome() else self._left()

    def _left(self) -> int:
        return min(self._flips - self._done, self.field.count(DOWN))

    def outcome(self) -> Outcome | None:
        """Return None, or how the game ended.  Rule: ZW-7, ZW-9."""
        seats = self.people.seats_in()
        if len(seats) == 1:
            return Outcome(tuple(seats), "ZW-7")
        if self.hand or self.field.count(DOWN):
            return None
        penalties = self.people.penalties
        fewest = min([penalties[seat] for seat in seats])
        return Outcome(tuple([seat for seat in seats if penalties[seat] == fewest]), "ZW-9")

    def legal_moves(self) -> "Iterator[Move]":
        """Return an iterator over the legal moves, resigning included.

        Shape: a flip with each colour; cards are laid on places in every order in which each place
        is open once those before it are laid.
        """
        if self.outcome():
            return
        if self.hand:
            for places in self.field.ways_to_lay(self.hand):
                yield lay_move(places)
        else:
            for place in sorted(self.field.cards):
                if self.field.cards[place] == DOWN:
                    for colour in FACES:
                        yield ("flip", place, colour)
        for seat in self.people.seats_in():
            yield ("resign", seat)

    def why_not(self, move: "Move") -> Refusal | None:
        """Return None for a legal move, else the refusal with the first cause.

        Rule: TA-1, TA-2, ZW-2, ZW-3, ZW-11.
        """
        if self.outcome():
            return refuse("game-over")
        if not notation.is_move(move, self.seats):
            return refuse("wrong-phase")
        if move[0] == "resign":
            return refuse("player-out") if self.people.is_out(move[1]) else None
        if move[0] != self.phase:
            return refuse("wrong-phase")
        if move[0] == "place":
            return self.field.why_not_laid(move[1:], self.hand)
        if not self.field.lies(move[1]):
            return refuse("flip-empty", move[1])
        return None if self.field.cards[move[1]] == DOWN else refuse("flip-open", move[1])

    # Playing

    def push(self, move: "Move") -> None:
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
            self.people.resign(move[1])
            self._add_effect("out", move[1], "ZW-11")
            if move[1] == self._seat:
                self._return_hand()
                self._next_turn()

    def pop(self) -> None:
        """Take the last move back."""
        people, changes = self._stack.pop()
        while changes:
            self.field.change(*changes.pop())
        self._restore(people)

    def _flip(self, place: "Place", colour: str) -> None:
        """Turn a card up.  Rule: ZW-4 to ZW-6."""
        self._change(place, colour, self.field.laid_by.get(place))
        self._done += 1
        self.turned, self.threes = place, self.field.threes(place, colour)
        self._count_trap(place, colour)
        if self.threes:
            self._take(place, colour)
        if self.people.is_out(self._seat) or (self.threes and self.trip_ends_turn):
            self._next_turn()
        else:
            self._go_on()

    def _take(self, place: "Place", colour: str) -> None:
        seat = self._seat
        self._change(place, HOLE, None)
        count = self.people.add_penalty(seat)
        self._add_effect("three", seat, colour, self.threes)
        self._add_effect("penalty", seat, place, count)
        if self.people.is_out(seat):
            self._add_effect("out", seat, "ZW-6")

    def _count_trap(self, place: "Place", colour: str) -> None:
        """Count a trap: a flip that completed a three, or would have with the other colour."""
        other = FACES[1 - FACES.index(colour)]
        if not self.threes and not self.field.threes(place, other):
            return
        self.people.count_trap(self._seat, SPRUNG if self.threes else SURVIVED)
        layer = self.field.laid_by.get(place)
        if layer is not None:
            self.people.count_trap(layer, LAID)

    def _go_on(self) -> None:
        """Draw when all flips are done; end the turn when no card is left to lay or can be laid."""
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
        """Put drawn cards that were not laid under the stock."""
        self.stock += self.hand
        self.hand = 0

    def _next_turn(self) -> None:
        seat = (self._seat + 1) % self.seats
        while self.people.is_out(seat):
            seat = (seat + 1) % self.seats
        self._begin_turn(seat)

    def _begin_turn(self, seat: int) -> None:
        self._seat = seat
        self.hand, self._done = 0, 0
        self._flips = 2 if self.stock else 1

    def _add_effect(self, word: str, *facts: object) -> None:
        self.effects += ((word,) + facts,)  # type: ignore[operator]

    def _forget_last(self) -> None:
        self.turned, self.threes, self.effects = None, (), ()

    def _change(self, place: "Place", card: str, seat: int | None) -> None:
        self._stack[-1][1].append(self.field.change(place, card, seat))

    def _keep(self) -> "Kept":
        """Return the state without the field, for undo."""
        numbers = (self.stock, self.hand, self._seat, self._flips, self._done)
        return numbers + (self.people.kept(), self.turned, self.threes, self.effects)

    def _restore(self, kept: "Kept") -> None:
        self.stock, self.hand, self._seat, self._flips, self._done = kept[:5]
        self.people.restore(kept[5])
        self.turned, self.threes, self.effects = kept[6:]

    def copy(self) -> "Zwoggel":
        clone = Zwoggel(self.options, self.seats)
        clone.field = self.field.copy()
        clone._stack = [(people, list(changes)) for people, changes in self._stack]
        clone._restore(self._keep())
        return clone

    def position(self) -> str:
        """Return the state as words, see `position`."""
        flips = (self._done, self._flips)
        seat, hand, stock = self._seat, self.hand, self.stock
        people = (self.people.penalties, self.people.resigned)
        return position_text(self.field.cards, seat, flips, hand, stock, *people)

    @classmethod
    def from_position(cls, text: str, options: dict[str, str] | None = None) -> "Zwoggel":
        """Return the game that stands at this position, its history beginning here.

        Raises: MalformedText (bad-option, bad-position, bad-place).

        >>> game = Zwoggel({"frame": "8x8"}, 3).after("flip 0,0 red")
        >>> Zwoggel.from_position(game.position(), {"frame": "8x8"}) == game
        True
        """
        cards, seat, flips, hand, stock, penalties, resigned = parse_position(text)
        game = cls(options, len(penalties))
        game.field.cards = cards
        game.people.restore((penalties, resigned, game.people.traps))
        game._seat, game.hand, game.stock = seat, hand, stock
        game._done, game._flips = flips
        # A hand can be laid; without a hand there is a card to flip.
        goes_on = game.field.open_place() if hand else not flips[0] or game._left() > 0
        if game.people.is_out(seat) or not goes_on:
            raise MalformedText("bad-position", text, FORM)
        return game

    def set_state(self, key: str, *values: int | str) -> None:
        """Set the turn, the stock, a place, or a player's penalties by hand.

        Raises: MalformedText (bad-number, bad-place, bad-card), Refused (player-out: no turn for
        one who is out).  Rule: TA-5, ZW-1.
        """
        first, text = values[0], str(values[-1])
        if key == "stock":
            self.stock = parse_number(text, STOCK)
        elif key == "square":
            place, card = parse_square(str(first), text)
            cards = self.field.cards
            if card and place not in cards and len(cards) + self.hand >= CARDS:
                raise MalformedText("bad-card", text, "-")
            self.field.change(place, card, None)
        elif key == "penalties":
            self.people.set_penalties(int(first), parse_number(text, OUT))
        elif self.people.is_out(int(first)):
            raise Refused(refuse("player-out"))
        self._forget_last()
        # From here on it is the root.
        self._stack = []
        if key == "turn":
            self._return_hand()
            self._begin_turn(int(first))
        elif self.people.is_out(self._seat):
            self._return_hand()
            self._next_turn()
        elif not self._done:
            self._begin_turn(self._seat)
        else:
            self._go_on()


GAME = Zwoggel
