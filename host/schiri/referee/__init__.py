"""The referee: commands as text in, events and state out, over the engines' table.

Decides what an event and a state look like to programs.  Pure: no clock, no file, no port.
"""

from .referee import Referee

__all__ = ["Referee"]
