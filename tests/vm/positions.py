"""Random positions of Switch, the same on every interpreter."""

from schiri_engines.switch.movegen import ALL


def random_stones(dice):
    """Return the mover's stones, the other's, and the free cell."""
    cells = list(range(25))
    mine = 0
    for _ in range(12):
        cell = dice.choice(cells)
        cells.remove(cell)
        mine |= 1 << cell
    free = dice.choice(cells)
    return mine, ALL ^ mine ^ 1 << free, free
