"""The rules of four tabletop games, the same files on CircuitPython, MicroPython and CPython.

Decides what is legal, what a refusal says and how a game ends.  Must not know dice, clocks, lights,
wires or languages: chance and time come from outside as arguments.

`registry` has a row for each game, `game` the contract that every game keeps, `table` what people
do around any of them.  The package that has a game's name has its class as a PC uses it; of board
games a device loads the class in `board_games`, which has what the contract marks "Device".
"""
