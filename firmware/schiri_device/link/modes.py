"""The modes of a device: what each is about, and which presses do something in it.

A device never loads this table, because its modes decide: random players of the real device check
each row.  Views disable the other buttons, and the card for the table explains these.  A mode
without a row belongs to a game from outside: moves are made there, and every button may act.

A press is the name of a button, ``hold-`` and the name, or what the builds do in different ways:
``cell`` is a press on a cell (its key, or the stick when the cursor is on it), ``move`` the stick
in any direction, ``left``, ``press`` and ``right`` the stick, or a key in the left, middle or right
of the grid.  ``any`` is every press that is not named besides.
"""

# A move is made.
PLAYS = "plays"
# The game waits for its people: any button goes on with it.
WAITS = "waits"
# The detail is a cell with its piece.
SHOWS = "shows"
# On the way to another game.
LOADS = "loads"
# Beside the game.
BESIDE = "beside"

ANY, CELL, MOVE = "any", "cell", "move"
# Presses and their effect, as in many modes.
TAKE = "white press", "take"
NEXT = "right blue", "next"
PREVIOUS = "left red", "previous"
BACK = "black", "back"
CHANGE = CELL, "change"
KEEP = "white", "keep"
DISCARD = "black", "discard"
MOVE_CURSOR = MOVE, "move"
UNDO = "black", "undo"
MENU = "hold-black", "menu"
CLEAR = "white press", "clear"
GO_ON = ANY, "go-on"
NOTHING = ANY, "nothing"

# By mode: what it is about, and its presses with their effects.
MODES: "dict[str, tuple[str, tuple[tuple[str, str], ...]]]" = {
    "choose": (BESIDE, (TAKE, NEXT, PREVIOUS, BACK)),
    "options": (BESIDE, (TAKE, NEXT, PREVIOUS, ("yellow", "rules"), BACK)),
    "lay": (WAITS, ((ANY, "begin"), BACK)),
    "rules": (BESIDE, (TAKE, NEXT, PREVIOUS, BACK)),
    "paint": (BESIDE, (("red green blue yellow", "colour"), CHANGE, KEEP, DISCARD, MOVE_CURSOR)),
    "place": (SHOWS, ((CELL, "stone"), ("white", "place"), MOVE_CURSOR, UNDO, MENU)),
    "play": (
        PLAYS,
        (
            (CELL, "pick"),
            ("yellow", "explain"),
            ("hold-yellow", "hint"),
            ("white", "anyway"),
            MOVE_CURSOR,
            UNDO,
            MENU,
        ),
    ),
    "dice": (
        PLAYS,
        (
            ("red green blue", "roll"),
            ("white", "joggle"),
            ("hold-white", "rolled"),
            ("yellow", "yellow"),
            ("hold-yellow", "hint"),
            (CELL, "pick"),
            MOVE_CURSOR,
            UNDO,
            MENU,
        ),
    ),
    "put-right": (SHOWS, (("any cell", "done"), UNDO, MENU)),
    "finished": (BESIDE, (("white", "again"), ("yellow", "score"), UNDO, MENU)),
    "menu": (BESIDE, (TAKE, NEXT, PREVIOUS, BACK)),
    "ask": (BESIDE, (("white", "light"), ("black", "dark"), (ANY, "no"))),
    "correct": (BESIDE, (CHANGE, ("blue", "side"), KEEP, DISCARD, MOVE_CURSOR)),
    "resume": (WAITS, (GO_ON, ("black", "leave"))),
    "rescue": (BESIDE, (CLEAR, GO_ON)),
    "aside": (BESIDE, (CLEAR, (ANY, "wait"))),
    "restart": (LOADS, (NOTHING,)),
    "compacting": (LOADS, (NOTHING,)),
    "failed": (BESIDE, (GO_ON,)),
    "pause": (WAITS, (GO_ON,)),
    "panel": (LOADS, ((ANY, "panel"),)),
    "calibrate": (SHOWS, (("white", "measure"), ("black", "stop"))),
}
# The presses of these modes on a board that feels its stones: cells have no keys.
FELT = {
    "lay": (("white", "begin"), BACK),
    "place": (("white", "place"), UNDO, MENU),
    "play": (("yellow", "explain"), ("hold-yellow", "hint"), ("white", "anyway"), UNDO, MENU),
    "put-right": (UNDO, MENU),
    "correct": (("blue", "side"), KEEP, DISCARD),
    "resume": (("black", "leave"),),
}
# Presses of a mode without an effect at a step of it: the phase of the game, or the stage of the
# device's own move.  A mode alone is for all steps without a row.
IDLE = {
    "play": "white",
    "play felt": "",
    "play device": "yellow hold-yellow",
    "play thinking": "white yellow hold-yellow",
    "dice": "red green blue white hold-white",
    "dice roll": "hold-yellow",
    "dice device": "red green blue yellow hold-white hold-yellow",
    "dice thinking": "red green blue white yellow hold-white hold-yellow",
}


def kind_of(mode: str) -> str:
    """Return what a mode is about.

    >>> kind_of("pause"), kind_of("of a game from outside")
    ('waits', 'plays')
    """
    return MODES[mode][0] if mode in MODES else PLAYS


def presses_in(mode: str, is_felt: bool = False) -> "list[str]":
    """Return the presses that do something in a mode, also of a board that feels its stones.

    >>> presses_in("menu"), presses_in("put-right", True)
    (['white', 'press', 'right', 'blue', 'left', 'red', 'black'], ['black', 'hold-black'])
    """
    rows = FELT[mode] if is_felt and mode in FELT else MODES[mode][1]
    return " ".join([presses for presses, _ in rows]).split(" ")
