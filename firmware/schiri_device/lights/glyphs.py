"""Signs of five by four pixels, for menus on any build.

Decides how they look; the row below them is left for a value.  All are one string, for many would
take more room.
"""

from ..link.lines import row_of

_ROWS = """
switch #.#.# .#.#. #...# .#.#.
joggle ##.## ##.## ##... .....
repetition #.... ##... ###.. .....
extreme #...# .#.#. ..#.. .#.#.
no-field ##### #...# #...# #####
swap-may-complete-opponent .##.. #..#. .##.# ...#.
teams ##.## ##.## ..... .....
paint ..### .###. ###.. ##...
resign ###.. ###.. #.... #....
draw ##### ..... ##### .....
correct ..#.. .###. ..#.. .....
pause .#.#. .#.#. .#.#. .#.#.
moves #...# ..#.. #...# .....
careful ..#.. ..#.. ..... ..#..
brightness #.#.# .###. .###. #.#.#
sound ..##. ..#.# .##.. .##..
keep .#.#. .###. .###. ..#..
leave ..#.. .#### ..#.. .....
"""


def glyph_pixels(name: str) -> list:
    """Return where a sign is lit, as cells of a 5x5 board; its lowest rank is free.

    >>> glyph_pixels("resign")
    [5, 10, 15, 16, 17, 20, 21, 22]
    """
    lit = []
    rows = row_of(_ROWS, name).split(" ")
    for rank in range(1, 5):
        row = rows[4 - rank]
        lit += [5 * rank + file for file in range(5) if row[file] == "#"]
    return lit
