"""Drehwurm on the PC."""
