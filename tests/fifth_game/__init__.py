"""Noughts and crosses: a game from outside, by the files that engines/GAMES.md names.

Decides nothing of Schiri's own games.  `rules` is the game, `device` what a device shows of it,
`adapter` what the PC says of it, `row` adds it; the tests beside them play it on each.
"""
