"""The dealer of Zwoggel: the colours of the cards, who has seen them, and each hand.

The sheet does not say how many cards are red and green: half of each is a stand-in.
"""

import numpy as np
from numpy.typing import NDArray
from schiri_engines.zwoggel.field import Field
from schiri_engines.zwoggel.game import Zwoggel
from schiri_engines.zwoggel.notation import DOWN, FACES, HOLE
from schiri_engines.zwoggel.position import CARDS

from schiri.env.dealer import Dealer

# The field has no edge; actions and observations have a window of so many places across, around the
# four cards in the middle.  A place outside is no action.
SIDE = 32
MIDDLE = SIDE // 2 - 1
PLACES = SIDE * SIDE
FLIP, LAY = 0, 1
# Face down and unknown, face down and known red and green, open red and green, a hole; own cards
# in hand red and green; on turn; to flip; stock; penalties of the seat and those after it.
PLANES = 11
SEATS = 4

Place = tuple[int, int]


class ZwoggelDealer(Dealer[Zwoggel]):
    """A field as planes of its window, row by row from the lowest.

    Shape: an action is ``PLACES * kind + SIDE * y + x`` of the window: kind 0 turns a card up,
    1 lays a red one there, 2 a green one.  Laying each of the drawn cards is a separate action.
    """

    actions = 3 * PLACES
    shape = (PLANES + SEATS, SIDE, SIDE)

    def deal(self) -> None:
        half = CARDS // 2
        self._deck = [FACES[0]] * half + [FACES[1]] * half
        self.chance.shuffle(self._deck)
        self._faces = {place: self._deck.pop() for place in self.game.field.cards}
        self._hands: list[list[str]] = [[] for _ in range(self.game.seats)]
        self._begin_laying()

    def _begin_laying(self) -> None:
        self._laid: list[Place] = []
        self._field: Field | None = None
        seat = self.seat
        if self.game.phase == "place" and seat is not None:
            self._field = self.game.field.copy()
            self._hands[seat] = [self._deck.pop() for _ in range(self.game.hand)]

    def legal(self) -> list[int]:
        seat = self.seat
        if seat is None:
            return []
        if self._field is None:
            cards = self.game.field.cards
            down = [index_of(place) for place in cards if cards[place] == DOWN]
            return sorted(index for index in down if index is not None)
        places = [index_of(place) for place in self._field.open_places()]
        faces = [FACES.index(face) for face in sorted(set(self._hands[seat]), key=FACES.index)]
        return [PLACES * (LAY + face) + at for face in faces for at in places if at is not None]

    def act(self, action: int) -> None:
        kind, at = divmod(action, PLACES)
        place = (at % SIDE - MIDDLE, at // SIDE - MIDDLE)
        seat = self.seat
        assert seat is not None
        if kind == FLIP:
            self.table.push(("flip", place, self._faces[place]))
            self._begin_laying()
            return
        assert self._field is not None
        face = FACES[kind - LAY]
        self._hands[seat].remove(face)
        self._faces[place] = face
        self._laid.append(place)
        self._field.change(place, DOWN, seat)
        if not self._hands[seat] or not self._field.open_place():
            # A card without an open place is put aside.
            self._hands[seat] = []
            self.table.push(("place", *self._laid))
            self._begin_laying()

    def observation(self, seat: int) -> NDArray[np.int16]:
        game = self.game
        planes = np.zeros(self.shape, np.int16)
        # Everybody sees that a card is laid face down.
        field = self._field or game.field
        for place, card in field.cards.items():
            at = index_of(place)
            if at is None:
                continue
            if card == DOWN:
                # The player who laid a card knows it.
                is_known = field.laid_by.get(place) == seat
                plane = 1 + FACES.index(self._faces[place]) if is_known else 0
            else:
                plane = 5 if card == HOLE else 3 + FACES.index(card)
            planes[plane, at // SIDE, at % SIDE] = 1
        for face, plane in zip(FACES, (6, 7)):
            planes[plane] = self._hands[seat].count(face)
        planes[8], planes[9], planes[10] = game.turn == seat, self._field is None, game.stock
        for ahead in range(game.seats):
            planes[PLANES + ahead] = game.penalties[(seat + ahead) % game.seats]
        return planes

    def hand(self, seat: int) -> list[str]:
        return list(self._hands[seat])


DEALER = ZwoggelDealer


def index_of(place: Place) -> int | None:
    """Return the number of a place in the window, None outside of it.

    >>> index_of((0, 0)) == SIDE * MIDDLE + MIDDLE, index_of((40, 0))
    (True, None)
    """
    x, y = place[0] + MIDDLE, place[1] + MIDDLE
    return SIDE * y + x if 0 <= x < SIDE and 0 <= y < SIDE else None
