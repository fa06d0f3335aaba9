"""Joggle on the PC; `ADAPTER` is what the registry's row leads to."""

from schiri.games.joggle.adapter import ADAPTER

__all__ = ["ADAPTER"]
