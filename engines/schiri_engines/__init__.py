"""The rules of tabletop games, the same files on CircuitPython, MicroPython and CPython.

Decides what is legal, what a refusal says and how a game ends.  Must not know dice, clocks, lights,
wires or languages: chance and time come from outside as arguments.

`registry` has a row for each game, `game` the contract that every game keeps, `programs` what only
programs need of one, `table` what people do around any of them.  In the package that has a game's
name `game` has its class.

A game knows its moves, says why not, and makes and takes them back:

>>> from schiri_engines.switch.game import Switch
>>> game = Switch()
>>> len(game.legal_moves()), game.why_not(game.parse_move("a1-a2"))
(36, Refusal('move-onto-stone', 'SW-4', (5,)))
>>> game.push(game.parse_move("a1-c3")); game.position(); game.pop()
'bwbwb/wbwbw/bwbwb/wbwbw/.wbwb w'

It begins at any position, and perft counts what can be played from there:

>>> from schiri_engines.joggle.game import Joggle
>>> from schiri_engines.perft import perft
>>> perft(Joggle.from_position("/".join(["........"] * 8) + " w - 0", {"goal": "4S"}), 1)
128

People play at a table, where they also resign, agree and undo:

>>> from schiri_engines.table import Table
>>> table = Table(game, ("Ann", "Ben"))
>>> for text in ("a1-c3", "resign Ben", "undo"):
...     table.apply(table.parse(text))
>>> [table.text(entry) for entry in table.entries], table.outcome()
(['a1-c3'], None)
"""
