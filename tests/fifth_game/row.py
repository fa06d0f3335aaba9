"""The row of noughts and crosses: whoever imports this has the game.

``python -m tests.playthroughs tests.fifth_game.row`` writes its playthrough anew.
"""

from schiri_engines.registry import GameRow, add

add(GameRow("noughts", 3, "tests.fifth_game"))
