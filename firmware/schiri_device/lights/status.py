"""Whose turn it is, whether a counter is due, whether a PC listens: on the rim or in the grid.

Decides where that shows: a 5x5 board leaves a rim on an 8x8 grid; without one the free field
tells it.  Must not know rules.
"""

from .board import Board
from .language import (
    AGAIN_DARK,
    AGAIN_LIGHT,
    COUNTER_DARK,
    COUNTER_LIGHT,
    IS_LINKED,
    LINKED,
    NONE,
    OFF,
    REPEAT,
    TURN_DARK,
    TURN_LIGHT,
    UNSENT,
)
from .painter import Painter

TURN = {"": NONE, "-": NONE, "b": TURN_DARK, "w": TURN_LIGHT}
AGAIN = {"": NONE, "-": NONE, "b": AGAIN_DARK, "w": AGAIN_LIGHT}
COUNTER = {"b": COUNTER_DARK, "w": COUNTER_LIGHT}


class Status:
    """What the rim, or the free field, tells."""

    def __init__(self, painter: Painter, board: Board, order: tuple):
        """Take the grid's order of pixels; without a rim it is empty."""
        self._board = board
        self._has_rim = bool(order)
        self._painter = painter
        if order:
            # Of an 8x8 grid around a 5x5 window at (1, 1): a bar for each side, the count of
            # times, and a corner for the link.
            self._rim = [order[pixel] for pixel in (2, 3, 4, 50, 51, 52, 57, 58)]
            self._link = order[63]
        self._mark = NONE
        # The cells that tell it now, and those that were told to the board.
        self._free: tuple = ()
        self._shown: tuple = ()
        self._is_linked = False

    def forget(self) -> None:
        """Show no side any more, also not where the link is shown; the grid is clear."""
        self._mark = NONE
        self.leave()
        self._board.forget()

    def leave(self) -> None:
        """Leave the cells that told it to something else."""
        self._free = self._shown = ()

    def show_on(self, cells: tuple, side: str) -> None:
        """Show the side to move in these cells, where a board has neither rim nor free field."""
        self._mark = TURN[side]
        self._free = cells
        self._show_free()

    def show(self, side: str, is_counter: bool, times: int, free: int) -> None:
        """Show the side to move, "" for none.

        Shape: ``times`` is how often the position has stood, ``free`` the one free field or -1.
        """
        # A rim has room for the count; without one it is told by the rhythm of the turn.
        turn = AGAIN if times > 1 and not self._has_rim else TURN
        self._mark = COUNTER[side] if is_counter else turn[side]
        self._free = (free,) if free >= 0 else ()
        if not self._has_rim:
            self._show_free()
            return
        dark = self._mark << 2 if side == "b" else OFF
        light = self._mark << 2 if side == "w" else OFF
        second = REPEAT << 2 if times > 1 else OFF
        third = REPEAT << 2 if times > 2 else OFF
        meanings = bytes((dark, dark, dark, light, light, light, second, third))
        self._painter.put_each(range(8), self._rim, meanings)

    def show_link(self, is_linked: bool, has_unsent: bool) -> None:
        """Show whether a PC listens, and whether events wait for one."""
        self._is_linked = is_linked
        if self._has_rim:
            mark = IS_LINKED if is_linked else UNSENT if has_unsent else NONE
            self._painter.put(self._link, mark << 2)
        else:
            self._show_free()

    def _show_free(self) -> None:
        base = LINKED if self._is_linked else OFF
        if self._free or self._shown:
            self._shown = self._free
            meanings = bytes((self._mark << 2 | base,)) * len(self._board.pixels)
            self._board.rest(self._free, meanings)
