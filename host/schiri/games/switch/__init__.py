"""Switch on the PC; `ADAPTER` is what the registry's row leads to."""

from schiri.games.switch.adapter import ADAPTER

__all__ = ["ADAPTER"]
