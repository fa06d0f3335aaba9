"""Switch, by Hartmut Kommerell: two players, twelve stones each, one free field.

Decides SW-1 to SW-10: `stones` what a set of stones is, `moves` what may be moved, `setup` and
`layouts` how it starts, `position` what lies where, `game` turns and ends.
"""

from .game import Switch

__all__ = ["Switch"]
