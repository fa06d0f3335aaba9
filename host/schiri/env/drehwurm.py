"""The dealer of Drehwurm: hands, the draw pile, and unseen sides.

The sheet does not list the deck: `stand_in` is a stand-in.  The race of a throw-in has a stand-in
too: the seats that could throw are asked one after the other, in a random order.
"""

from itertools import cycle, islice
from random import Random

import numpy as np
from numpy.typing import NDArray
from schiri_engines.drehwurm.cards import JOKER, UNSEEN, VALUES, Deck
from schiri_engines.drehwurm.full import FullGame
from schiri_engines.drehwurm.game import Drehwurm
from schiri_engines.drehwurm.rules import DEALT, HENS, WORMS
from schiri_engines.table import NEXT, Table

from schiri.env.dealer import Dealer

PILES = 3
MOST_SEATS = 6
HEN_CARDS = 15


def stand_in(deck: Deck) -> list[str]:
    """Return 90 worms as a stand-in for the deck: one joker for each colour, and equally many of
    each worm.

    >>> cards = stand_in(Deck(5, "wild", "normal"))
    >>> len(cards), cards.count("j"), cards.count("r1"), cards.count("p9")
    (90, 5, 2, 1)
    """
    values = VALUES if deck.joker == "number" else ("",)
    jokers = list(islice(cycle(JOKER + value for value in values), len(deck.colours)))
    worms = cycle(colour + value for value in VALUES for colour in deck.colours)
    return jokers + list(islice(worms, WORMS - len(jokers)))


class DrehwurmDealer(Dealer[Drehwurm]):
    """A match as numbers in a row.

    Shape: actions are, in this order: lay each kind of worm on each pile, play a hen of each colour
    on each pile, draw and turn each pile, throw in each kind of worm, throw in nothing.  An
    observation has: own worms of each kind, own hens of each colour, for each pile which worm lies
    on top and which below (one of the kinds, unseen, nothing) and how many cards it has; the pile
    that may be thrown on; on turn, may throw in a card of its own; draw pile, number of the game;
    for the seat and each after it cards, hens, points of this game and of the match.  A seat on
    turn waits while others are asked for a throw-in: only its mask says so.
    """

    lowest, highest = -999, 999

    def __init__(self, table: "Table[Drehwurm]", chance: Random) -> None:
        self._deck = table.game.game.deck
        self._kinds = self._deck.worms()
        self._hens_of = list(self._deck.colours)
        kinds, hens = len(self._kinds), len(self._hens_of)
        self._hen = PILES * kinds
        self._pass = self._hen + PILES * hens
        self._throw = self._pass + PILES
        self._keep = self._throw + kinds
        self.actions = self._keep + 1
        sides = 2 * PILES * (kinds + 2)
        self.shape = (kinds + hens + sides + PILES + PILES + 4 + 4 * MOST_SEATS,)
        super().__init__(table, chance)

    @property
    def _full(self) -> FullGame:
        found = self.game.game
        assert isinstance(found, FullGame)
        return found

    def deal(self) -> None:
        game = self._full
        self._stock = stand_in(self._deck)
        self.chance.shuffle(self._stock)
        hens = list(islice(cycle(self._hens_of), HEN_CARDS))
        self.chance.shuffle(hens)
        seats = range(game.seats)
        self._worms = [[self._stock.pop() for _ in range(DEALT - HENS)] for _ in seats]
        self._hens = [[hens.pop() for _ in range(HENS)] for _ in seats]
        # The first card of each pile is face down; not even the player who lays it knows it.
        self._hidden = [self._stock.pop() for _ in range(PILES)]
        self.table.push(("start", *(self._stock.pop() for _ in range(PILES))))
        # Seats that may still throw in a card; the last one is asked next.
        self._asked: list[int] = []

    @property
    def seat(self) -> int | None:
        return self._asked[-1] if self._asked else self.game.turn

    def legal(self) -> list[int]:
        game, seat = self._full, self.seat
        if seat is None:
            return []
        if self._asked:
            return [*map(self._throw.__add__, self._thrown_by(seat)), self._keep]
        laid = [
            PILES * at + pile
            for at, card in enumerate(self._kinds)
            for pile in range(PILES)
            if card in self._worms[seat] and game.why_not(("lay", card, pile)) is None
        ]
        hens = [
            self._hen + PILES * at + pile
            for at, colour in enumerate(self._hens_of)
            for pile in range(PILES)
            if colour in self._hens[seat] and game.why_not(("hen", colour, pile)) is None
        ]
        return laid + hens + [self._pass + pile for pile in range(PILES)]

    def act(self, action: int) -> None:
        seat = self.seat
        assert seat is not None
        if action == self._keep:
            self._asked.pop()
            return
        if action >= self._throw:
            card = self._kinds[action - self._throw]
            self._worms[seat].remove(card)
            self._asked = []
            self.table.push(("throw", seat, card))
        elif action >= self._pass:
            self._worms[seat].append(self._stock.pop())
            self._turn(("pass", action - self._pass))
        elif action >= self._hen:
            at, pile = divmod(action - self._hen, PILES)
            self._hens[seat].remove(self._hens_of[at])
            self.table.push(("hen", self._hens_of[at], pile))
            self._show(pile)
            if self._full.phase == "new":
                self._hidden[pile] = self._stock.pop()
                self.table.push(("new", self._stock.pop()))
        else:
            at, pile = divmod(action, PILES)
            self._worms[seat].remove(self._kinds[at])
            self._turn(("lay", self._kinds[at], pile))
        self._go_on()

    def _turn(self, move: tuple[str, int] | tuple[str, str, int]) -> None:
        """Make a move that turns a pile, and draw the order in which others may throw in."""
        turner = self.seat
        self.table.push(move)
        self._show(int(move[-1]))
        if self._full.phase == "turn":
            others = [seat for seat in range(self.game.seats) if seat != turner]
            self._asked = [seat for seat in others if self._thrown_by(seat)]
            self.chance.shuffle(self._asked)

    def _thrown_by(self, seat: int) -> list[int]:
        """Return the kinds of worms that a seat may throw in."""
        return [
            at
            for at, card in enumerate(self._kinds)
            if card in self._worms[seat] and self._full.why_not(("throw", seat, card)) is None
        ]

    def _show(self, pile: int) -> None:
        if self._full.phase == "shows":
            self.table.push(("shows", self._hidden[pile]))

    def _go_on(self) -> None:
        """Deal the next game of the match once this one is over."""
        if self._full.phase == "over":
            self._asked = []
            if not self.game.outcome():
                self.table.push(NEXT)
                self.deal()

    def observation(self, seat: int) -> NDArray[np.int16]:
        match, game = self.game, self._full
        row = [self._worms[seat].count(kind) for kind in self._kinds]
        row += [self._hens[seat].count(colour) for colour in self._hens_of]
        for side in [side for pile in game.piles for side in pile]:
            card = side[-1] if side else ""
            row += [int(card == kind) for kind in (*self._kinds, UNSEEN, "")]
        row += [len(above) + len(below) for above, below in game.piles]
        row += [int(game.turned == pile) for pile in range(PILES)]
        # Knowing who else is asked would reveal who has a card that fits.
        row += [int(match.turn == seat), int(seat in self._asked), game.draw, match.number]
        scores, sums = game.scores(), match.match_scores()
        for ahead in range(game.seats):
            at = (seat + ahead) % game.seats
            row += (game.hands[at], game.hens[at], scores[at], sums[at])
        # The figures of free seats stay 0.
        found = np.zeros(self.shape, np.int16)
        found[: len(row)] = row
        return found

    def hand(self, seat: int) -> list[str]:
        return sorted(self._worms[seat]) + sorted(self._hens[seat])


DEALER = DrehwurmDealer
