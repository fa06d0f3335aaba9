"""Zwoggel, by Inon Kohn: two to four players, 64 cards, a field without an edge.

Decides ZW-2, ZW-4 to ZW-9 and ZW-11: flips and penalties, drawing and laying, turns, and its end.
`field` has what lies where, `notation` and `position` the texts.  Must not know names, nor the
colour of a card that lies face down.
"""

from ..game import Game, changed, check_player_count
from ..options import chosen_options
from ..refusals import RULE_OF, MalformedText, Outcome, Refusal, Refused, refuse
from . import notation
from .field import Field
from .notation import DOWN, FACES, HOLE, lay_move, parse_number
from .position import (
    CARDS,
    DRAWN,
    FORM,
    OUT,
    SEATS,
    STOCK,
    parse_position,
    parse_square,
    position_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Unpack

    from .field import Change, Threes
    from .notation import Move, Place

    # An event of a move: its word and its arguments.
    Effect = tuple[str, Unpack[tuple[object, ...]]]
    Effects = tuple[Effect, ...]
    # What undo restores: five numbers; penalties, who has resigned, traps; about the last move.
    Counts = tuple[tuple[int, ...], tuple[bool, ...], tuple[tuple[int, ...], ...]]
    Kept = tuple[int, int, int, int, int, Counts, Place | None, Threes, Effects]

RULE_OF.update({"flip-empty": "ZW-2", "flip-open": "ZW-2", "player-out": "ZW-6"})

# The counts of each player's traps.
SURVIVED, SPRUNG, LAID = 0, 1, 2


class Zwoggel(Game):
    """One game of Zwoggel.

    Shape: a move is ``("flip", place, colour)``, ``("place", place, ...)`` or ``("resign", seat)``.
    ``field`` has the cards; ``hand`` counts those drawn and not yet laid.  ``seat`` is on turn, and
    has done ``done`` of its ``flips``.  ``penalties`` has a number a seat, ``resigned`` whether
    somebody has, ``traps`` how many a seat survived, sprang and laid.  ``turned`` is the place that
    the last move turned up, ``threes`` the rows that it completed, ``effects`` its other
    consequences.  Values but the field are replaced, never changed, so that undo can restore them.
    Raises: MalformedText (bad-option, bad-number).  Rule: ZW-1.

    >>> game = Zwoggel().after("flip 0,0 red", "flip 1,1 red", "place 2,2 2,1 2,0", "flip 2,2 red")
    >>> game.threes, game.penalties, game.flips_left
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
    SET_KEYS = {
        "turn": "NAME",
        "stock": "N",
        "square": "X,Y down|red|green|-",
        "penalties": "NAME N",
    }
    turned: "Place | None"
    threes: "Threes"
    effects: "Effects"

    def __init__(self, options: dict[str, str] | None = None, seats: int = SEATS[0]):
        self.options = chosen = chosen_options(self.OPTIONS, options or {})
        self.seats = seats
        check_player_count(seats, SEATS)
        frame = 8 if chosen["frame"] == "8x8" else 0
        self.field = Field(chosen["no-fill-holes"] == "off", frame)
        self.trip_ends_turn = chosen["trip-ends-turn"] == "on"
        self.stock = STOCK
        self.hand = 0
        self.seat = 0
        self.flips = 2
        self.done = 0
        self.penalties: tuple[int, ...] = (0,) * seats
        self.resigned: tuple[bool, ...] = (False,) * seats
        self.traps: tuple[tuple[int, ...], ...] = ((0, 0, 0),) * seats
        # The state before each move, and its changes of the cards.
        self._past: list[tuple[Kept, list[Change]]] = []
        self._forget_last()

    @staticmethod
    def seats_for(_options: dict[str, str]) -> tuple[int, int]:
        return SEATS

    # The state

    @property
    def turn(self) -> int | None:
        return None if self.outcome() else self.seat

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
        return min(self.flips - self.done, self.field.count(DOWN))

    def is_out(self, seat: int) -> bool:
        """Tell whether a player is out.  Rule: ZW-6, ZW-11."""
        return self.resigned[seat] or self.penalties[seat] >= OUT

    def seats_in(self) -> list[int]:
        """Return the seats that are not out."""
        return [seat for seat in range(self.seats) if not self.is_out(seat)]

    def outcome(self) -> Outcome | None:
        """Return None, or how the game ended.  Rule: ZW-7, ZW-9."""
        seats = self.seats_in()
        if len(seats) == 1:
            return Outcome(tuple(seats), "ZW-7")
        if self.hand or self.field.count(DOWN):
            return None
        fewest = min([self.penalties[seat] for seat in seats])
        return Outcome(tuple([seat for seat in seats if self.penalties[seat] == fewest]), "ZW-9")

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
        for seat in self.seats_in():
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
            return refuse("player-out") if self.is_out(move[1]) else None
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
        self._past.append((self._kept(), []))
        self._forget_last()
        if move[0] == "flip":
            self._flip(move[1], move[2])
        elif move[0] == "place":
            for place in move[1:]:
                self._change(place, DOWN, self.seat)
            self._put_aside(self.hand - len(move) + 1)
            self._next_turn()
        else:
            self.resigned = changed(self.resigned, move[1], True)
            self._add_effect("out", move[1], "ZW-11")
            if move[1] == self.seat:
                self._return_hand()
                self._next_turn()

    def pop(self) -> None:
        """Take the last move back."""
        kept, changes = self._past.pop()
        while changes:
            self.field.change(*changes.pop())
        self._restore(kept)

    def _flip(self, place: "Place", colour: str) -> None:
        """Turn a card up.  Rule: ZW-4 to ZW-6."""
        self._change(place, colour, self.field.laid_by.get(place))
        self.done += 1
        self.turned, self.threes = place, self.field.threes(place, colour)
        self._count_trap(place, colour)
        if self.threes:
            self._take(place, colour)
        if self.is_out(self.seat) or (self.threes and self.trip_ends_turn):
            self._next_turn()
        else:
            self._go_on()

    def _take(self, place: "Place", colour: str) -> None:
        seat = self.seat
        self._change(place, HOLE, None)
        count = self.penalties[seat] + 1
        self.penalties = changed(self.penalties, seat, count)
        self._add_effect("three", seat, colour, self.threes)
        self._add_effect("penalty", seat, place, count)
        if self.is_out(seat):
            self._add_effect("out", seat, "ZW-6")

    def _count_trap(self, place: "Place", colour: str) -> None:
        """Count a trap: a flip that completed a three, or would have with the other colour."""
        other = FACES[1 - FACES.index(colour)]
        if not self.threes and not self.field.threes(place, other):
            return
        self._add_trap(self.seat, SPRUNG if self.threes else SURVIVED)
        layer = self.field.laid_by.get(place)
        if layer is not None:
            self._add_trap(layer, LAID)

    def _add_trap(self, seat: int, what: int) -> None:
        counts = self.traps[seat]
        self.traps = changed(self.traps, seat, changed(counts, what, counts[what] + 1))

    def _go_on(self) -> None:
        """Draw when all flips are done; end the turn when no card is left to lay or can be laid."""
        if self.done and not self.hand and not self._left():
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
            self._add_effect("aside", self.seat, cards)

    def _return_hand(self) -> None:
        """Put drawn cards that were not laid under the stock."""
        self.stock += self.hand
        self.hand = 0

    def _next_turn(self) -> None:
        seat = (self.seat + 1) % self.seats
        while self.is_out(seat):
            seat = (seat + 1) % self.seats
        self._begin_turn(seat)

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.hand, self.done = 0, 0
        self.flips = 2 if self.stock else 1

    def _add_effect(self, word: str, *facts: object) -> None:
        self.effects += ((word,) + facts,)  # type: ignore[operator]

    def _forget_last(self) -> None:
        self.turned, self.threes, self.effects = None, (), ()

    def _change(self, place: "Place", card: str, seat: int | None) -> None:
        self._past[-1][1].append(self.field.change(place, card, seat))

    def _kept(self) -> "Kept":
        """Return the state without the field, for undo."""
        numbers = (self.stock, self.hand, self.seat, self.flips, self.done)
        counts = (self.penalties, self.resigned, self.traps)
        return numbers + (counts, self.turned, self.threes, self.effects)

    def _restore(self, kept: "Kept") -> None:
        self.stock, self.hand, self.seat, self.flips, self.done = kept[:5]
        self.penalties, self.resigned, self.traps = kept[5]
        self.turned, self.threes, self.effects = kept[6:]

    def copy(self) -> "Zwoggel":
        clone = Zwoggel(self.options, self.seats)
        clone.field = self.field.copy()
        clone._past = [(kept, list(changes)) for kept, changes in self._past]
        clone._restore(self._kept())
        return clone

    def position(self) -> str:
        """Return the state as words, see `position`."""
        return position_of(self)

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
        game.penalties, game.resigned = penalties, resigned
        game.seat, game.hand, game.stock = seat, hand, stock
        game.done, game.flips = flips
        # A hand can be laid; without a hand there is a card to flip.
        goes_on = game.field.open_place() if hand else not flips[0] or game._left() > 0
        if game.is_out(seat) or not goes_on:
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
            self.penalties = changed(self.penalties, int(first), parse_number(text, OUT))
        elif self.is_out(int(first)):
            raise Refused(refuse("player-out"))
        self._forget_last()
        # From here on it is the root.
        self._past = []
        if key == "turn":
            self._return_hand()
            self._begin_turn(int(first))
        elif self.is_out(self.seat):
            self._return_hand()
            self._next_turn()
        elif not self.done:
            self._begin_turn(self.seat)
        else:
            self._go_on()


GAME = Zwoggel
