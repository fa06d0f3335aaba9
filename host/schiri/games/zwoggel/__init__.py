"""Zwoggel on the PC; `ADAPTER` is what the registry's row leads to."""

from schiri.games.zwoggel.adapter import ADAPTER

__all__ = ["ADAPTER"]
