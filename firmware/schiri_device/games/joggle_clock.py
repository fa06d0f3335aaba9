"""The clock of Joggle: that of any game.

A board with little memory has no room for both, and lacks this module.
"""

from ..app import game_clock

table_for = game_clock.table_for
