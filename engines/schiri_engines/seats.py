"""Seats and the names of those who sit there.

Decides nothing: the table has them.
"""

from .table import LETTERS, seat_of

__all__ = ["LETTERS", "seat_of"]
