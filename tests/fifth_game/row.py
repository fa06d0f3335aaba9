"""The row of noughts and crosses: importing this module adds the game.

``python -m tests.playthroughs tests.fifth_game.row`` records its playthrough again.
"""

from schiri_engines.registry import GameRow, add

add(GameRow("noughts", 3, "tests.fifth_game"))
