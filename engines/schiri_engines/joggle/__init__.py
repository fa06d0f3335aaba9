"""Joggle: a device loads `rules` and what that imports; `game` is for programs on a PC."""
