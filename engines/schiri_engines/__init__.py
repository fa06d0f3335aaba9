"""The rules of four tabletop games, the same files on CircuitPython, MicroPython and CPython.

Decides what is legal, what a refusal says and how a game ends.  Must not know dice, clocks,
lights, wires or languages: chance and time come from outside as arguments.

Every game keeps one contract, the idiom of python-chess on the scale of a small board:

``turn``, ``phase``
    The seat that must act (``None`` when over), and what kind of act is due.
``legal_moves()``, ``why_not(move)``
    All legal moves; ``None`` for a legal move, else the `Refusal` that names its rule and cells.
``push(move)``, ``pop()``
    Play a legal move and take it back.  `push` trusts its caller: ask `why_not` first.
``outcome()``
    ``None``, or an `Outcome`: the winning seats (empty in a draw) and the rule that ended it.
``position()``, ``from_position(text, options)``
    The position as text, and its inverse.
``move_text(move)``, ``parse_move(text)``
    A move as text, and its inverse; text that is no move at all raises `MalformedText`.
``parse_moves(text)``
    The moves that one text names: one, or a roll with its move.
``plies()``
    An iterator over what perft counts as one ply each; see `perft`.
``seats_for(options)``
    The least and the most players.
``put_right(key, value, seat)``
    Change the state by hand to what lies on the table; refuses with `Refused`.
``copy()``
    An independent game in the same state, history included.

Board games add ``cells()``, the mirror of the board, ``move_cells(move)``, the cells a move is
pressed on, and ``moves_from(cell)``, the legal moves whose first press is that cell.
"""
