"""The clock of a game as views draw it: they need no further news while it runs.

Decides what of a clock stays the same while time passes.  Must not decide when it runs.
"""

from __future__ import annotations

from typing import NamedTuple

from schiri_engines.table import Table


class ClockState(NamedTuple):
    """The clock of a game.

    Shape: ``left_ms`` is what each seat has left, None without a limit, and of the clock that runs
    what it had after the last entry; that is the clock of the seat ``turn``, None while all stand,
    and it is up at ``ends_ms``.
    Units: ``ends_ms`` is of the table's monotonic clock.
    """

    left_ms: tuple[int | None, ...]
    turn: int | None = None
    ends_ms: int | None = None


def clock_state(table: Table, now_ms: int, is_running: bool) -> ClockState | None:
    """Return the clock of a table at a time, None without one.

    >>> from schiri.referee import Referee
    >>> table = Referee("switch", ["Ann", "Ben"], {"clock": "5+3"}).table
    >>> table.clock.running_ms = 1000
    >>> clock_state(table, 7000, True)
    ClockState(left_ms=(300000, 300000), turn=0, ends_ms=306000)
    >>> clock_state(table, 7000, False)
    ClockState(left_ms=(299000, 300000), turn=None, ends_ms=None)
    """
    clock, turn = table.clock, table.turn
    if clock is None:
        return None
    runs = turn is not None and is_running and clock.controls[turn % 2] is not None
    left: list[int | None] = []
    for seat in range(len(table.names)):
        side = seat % 2
        is_mid_turn = turn is not None and side == turn % 2 and not runs
        ms = clock.now_ms(side) if is_mid_turn else clock.left_ms[side]
        left.append(ms if clock.controls[side] else None)
    if turn is None or not runs:
        return ClockState(tuple(left))
    return ClockState(tuple(left), turn, now_ms + clock.now_ms(turn % 2))
