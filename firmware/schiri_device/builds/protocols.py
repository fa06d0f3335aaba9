"""The data of a build, as types alone: nothing imports this while it runs."""

from typing import Literal

# Of boards, pins or buttons.
Names = tuple[str, ...]
# Pins that are scanned together: to ground, or a matrix of rows and columns.
Group = tuple[Literal["keys"], Names] | tuple[Literal["matrix"], Names, Names]
# The pins of a bus, and what is on it.
Bus = tuple[Names, bytes]
