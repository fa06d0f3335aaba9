"""The effect of each press in each mode, in words: one table for all builds.

Decides the words.  `schiri_device.link.modes` has the presses, which a test compares with the
device.  The card for the table is made from it, and the legend of the buttons agrees with it.
"""

from schiri_device.link import modes

# The effects of presses that mean the same in all modes, or in most of them.
EFFECTS = {
    "take": "take it",
    "next": "the next one",
    "previous": "the one before",
    "back": "back",
    "undo": "take back",
    "menu": "open the menu",
    "move": "move the cursor",
    "keep": "keep it",
    "discard": "drop it",
    "go-on": "go on",
    "clear": "clear the memory: press twice",
}

# The name of each mode, and the effects of its own.
NAMES = {
    "choose": ("Choosing a game", {"back": "back to the last game"}),
    "options": ("Choosing how it starts", {"rules": "its rules"}),
    "lay": ("Laying out the stones", {"begin": "the stones lie as shown: begin"}),
    "rules": ("Choosing rules", {}),
    "paint": (
        "Painting your own board",
        {"colour": "the colour of this field", "change": "another colour"},
    ),
    "place": (
        "The free set-up",
        {
            "stone": "a dark stone; again: light; again: none; when all lie: my colour",
            "place": "place the stone that blinks",
        },
    ),
    "play": (
        "Playing",
        {
            "pick": "pick a stone, then its target; the stone again: let go",
            "explain": "why not?, or which stones can move",
            "hint": "a hint",
            "anyway": "play it in spite of a warning; make the device's move",
        },
    ),
    "dice": (
        "Playing with dice",
        {
            "roll": "the colour of the roll",
            "joggle": "a joggle; after the roll: make the device's move",
            "hint": "a hint",
            "rolled": "the device rolls",
            "yellow": "yellow; after the roll: why not?",
            "pick": "while you place marbles: a field; then: a marble, then its target",
        },
    ),
    "put-right": ("Putting the real board right", {"done": "done: the next stone"}),
    "finished": (
        "After the game",
        {"again": "play again, sides exchanged", "score": "score, then board"},
    ),
    "menu": ("In the menu", {}),
    "ask": (
        "Resigning, agreeing to a draw",
        {"light": "light says yes", "dark": "dark says yes", "no": "no"},
    ),
    "correct": (
        "Correcting the lights",
        {"change": "change this cell", "side": "the other side's turn"},
    ),
    "resume": (
        "After a power cut",
        {"go-on": "the stones lie as shown: go on", "leave": "leave this game"},
    ),
    "rescue": ("Black held at power-on", {"go-on": "no: go on"}),
    "aside": ("The memory cannot be read", {"wait": "wait for a PC to store it"}),
    "restart": ("Starting with another game", {"nothing": "nothing: it takes a moment"}),
    "compacting": (
        "Do not unplug",
        {"nothing": "nothing: the memory is full and is put in order"},
    ),
    "failed": ("Something went wrong", {}),
    "pause": ("In a pause", {}),
    "panel": ("A panel for cards", {"panel": "the PC says what it does"}),
    "calibrate": (
        "Calibrating the sensors",
        {"measure": "the board is empty, or the stones lie as shown", "stop": "stop"},
    ),
}

# Presses, and their effect in words.
Presses = tuple[tuple[str, ...], str]


def _said(row: tuple[str, str], own: dict[str, str]) -> Presses:
    presses, effect = row
    return tuple(presses.split()), own[effect] if effect in own else EFFECTS[effect]


# The introduction of the card, which holds in all modes.
EVERYWHERE = [
    _said(row, {})
    for row in (
        modes.MENU,
        modes.UNDO,
        modes.MOVE_CURSOR,
        modes.NEXT,
        modes.PREVIOUS,
        modes.TAKE,
        modes.BACK,
    )
]
# Mode, its name, and its presses with their effects.
CONTROLS = [
    (mode, NAMES[mode][0], [_said(row, NAMES[mode][1]) for row in rows])
    for mode, (_, rows) in modes.MODES.items()
]
