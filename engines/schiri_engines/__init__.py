"""The rules of four tabletop games, the same files on CircuitPython, MicroPython and CPython.

Decides what is legal, what a refusal says and how a game ends.  Must not know dice, clocks,
lights, wires or languages: chance and time come from outside as arguments.

Every game keeps one contract, the idiom of python-chess on the scale of a small board:

``Game(options, seats)``
    A game at its start, for so many people.
``IN_SCRIPT``
    The options that a script means where it does not name them.
``turn``, ``phase``
    The seat that must act (``None`` when over), and what kind of act is due.
``why_not(move)``
    ``None`` for a legal move, else the `Refusal` that names its rule and cells.
``push(move)``, ``pop()``
    Play a legal move and take it back.  `push` trusts its caller: ask `why_not` first.
``outcome()``
    ``None``, or an `Outcome`: the winning seats (empty in a draw) and the rule that ended it.
``position()``, ``from_position(text, options)``
    The position of a board game as text, and its inverse.
``move_text(move, names)``, ``parse_move(text, names)``
    A move as text, and its inverse, with a name for each seat where a move tells one; text that
    is no move at all raises `MalformedText`.
``seats_for(options)``
    The least and the most people that play it.
``ROLL``
    The bits of a move that is a roll, 0 in games without dice.
``put_right(key, ...)``
    Change the state by hand to what lies on the table; refuses with `Refused`.  ``SET_KEYS`` has
    the form of each key's values, where NAME stands for a seat.
``copy()``
    An independent game in the same state, history included.
``fork()``
    The same for one that is to be put right: its history may begin there.

The package of a game has its class, complete.  Of board games a device loads the base class alone,
which is in `board_games`: it lacks ``IN_SCRIPT``, ``QUESTIONS``, ``copy()``, ``plies()``,
``parse_moves(text)`` and ``from_position(text, options)``.

``RESIGN_RULE``
    The rule by which one who resigns ends the game, where it does; such a game has
    ``opponents(seat)``, who then win.  Where the others go on it is "", and dropping out is a move.
``QUESTIONS``
    The words of those moves that are questions: they are answered, and change nothing.

A move is a small int, or a tuple that begins with its word; ``("next",)`` steps to the next game of
a match, and once that is taken back, nothing before it is.  Board games, where all that is known
lies on the board, add ``legal_moves()``, ``position()`` and ``from_position(text, options)``, which
are inverses, ``cells()``, the mirror of the board, ``move_cells(move)``, the cells a move is
pressed on, ``moves_from(cell)``, the legal moves whose first press is that cell, ``plies()``, what
perft counts, and ``parse_moves(text)``, for a roll may be written together with its move.
"""
