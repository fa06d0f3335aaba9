"""Noughts and crosses: a game from outside, made of the files that engines/GAMES.md names.

Decides nothing about Schiri's own games.  `rules` is the game, `device` its appearance on a device,
`words` its texts on the PC, `row` adds it; the tests beside them play it on each.
"""
