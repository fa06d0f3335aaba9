"""Drehwurm: `game` has its class."""
