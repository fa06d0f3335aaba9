"""Drehwurm: `game` is the class for programs."""
