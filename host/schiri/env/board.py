"""The dealer of a board game: all information is on the board, and a die is the only chance."""

from random import Random

import numpy as np
from numpy.typing import NDArray
from schiri_engines import programs
from schiri_engines.game import BoardGame
from schiri_engines.table import Table

from schiri.env.dealer import Dealer
from schiri.games.rolls import drawn, rolls_due

# Own pieces, those of others, whether the seat is on turn, whether a counter is due; then a plane
# for each colour of fields, and one for each face of the die, if the game has them.
PLANES = 4
COLOURS = "RGBY"


class Planes:
    """A board as planes of its cells, rank by rank from the lowest."""

    def __init__(self, game: BoardGame) -> None:
        self._fields = getattr(game, "board", "")
        self._faces = [game.move_text(roll) for roll, _weight in programs.chance_outcomes(game)]
        planes = PLANES + (len(COLOURS) if self._fields else 0) + len(self._faces)
        self.shape = (planes, game.SIZE, game.SIZE)

    def of(self, game: BoardGame, seat: int) -> NDArray[np.int16]:
        """Return a seat's observation of a game with the same options."""
        size = game.SIZE
        cells = np.array(list(game.cells())).reshape(size, size)
        planes = np.zeros(self.shape, np.int16)
        own = game.colours[seat]
        planes[0], planes[1] = cells == own, (cells != own) & (cells != ".")
        planes[2], planes[3] = game.turn == seat, getattr(game, "counter", False)
        if self._fields:
            fields = np.array(list(self._fields)).reshape(size, size)
            for at, colour in enumerate(COLOURS):
                planes[PLANES + at] = fields == colour
        roll = game.board_text().split()[2] if self._faces else ""
        if roll in self._faces:
            planes[self._faces.index(roll) - len(self._faces)] = 1
        return planes


class BoardDealer(Dealer[BoardGame]):
    """A board as `Planes`.

    Shape: an action is the index of a move, `move_index` in the contract; rolls have one as well,
    but belong to no seat.
    """

    def __init__(self, table: "Table[BoardGame]", chance: Random) -> None:
        self.actions = programs.moves_count(table.game)
        self._planes = Planes(table.game)
        self.shape = self._planes.shape
        super().__init__(table, chance)

    def deal(self) -> None:
        """Roll the die until somebody can move."""
        while rolls := rolls_due(self.game):
            self.table.push(drawn(rolls, self.chance.randrange))

    def legal(self) -> list[int]:
        game = self.game
        return [programs.move_index(game, move) for move in game.legal_moves()]

    def act(self, action: int) -> None:
        self.table.push(programs.move_at(self.game, action))
        self.deal()

    def observation(self, seat: int) -> NDArray[np.int16]:
        return self._planes.of(self.game, seat)


DEALER = BoardDealer
