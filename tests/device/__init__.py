"""The device: sessions of presses, each step's lights as text."""
