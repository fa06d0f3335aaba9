"""The effect of each press in each mode: one table for all builds.

Decides nothing: the modes do, and a test plays until both agree.  The card for the table is made
from it, and the legend of the buttons agrees with it; the device never reads it.

A press is the name of a button, ``hold-`` and the name, or what the builds do in different ways:
``cell`` is a press on a cell (its key, or the stick when the cursor is on it), ``move`` the stick
in any direction, ``left``, ``press`` and ``right`` the stick, or a key in the left, middle or right
of the grid.  ``any`` is every press that is not named besides.
"""

MENU = (("hold-black",), "open the menu")
UNDO = (("black",), "take back")
MOVE_CURSOR = (("move",), "move the cursor")
NEXT = (("right", "blue"), "the next one")
BACK = (("left", "red"), "the one before")

# Mode, its name, and its presses with their effects.
CONTROLS = (
    (
        "choose",
        "Choosing a game",
        (
            (("white", "press"), "take it"),
            NEXT,
            BACK,
            (("black",), "back to the last game"),
        ),
    ),
    (
        "options",
        "Choosing how it starts",
        (
            (("white", "press"), "take it"),
            NEXT,
            BACK,
            (("yellow",), "its rules"),
            (("black",), "back"),
        ),
    ),
    (
        "lay",
        "Laying out the stones",
        (
            (("any",), "the stones lie as shown: begin"),
            (("black",), "back"),
        ),
    ),
    (
        "rules",
        "Choosing rules",
        ((("white", "press"), "take it"), NEXT, BACK, (("black",), "back")),
    ),
    (
        "paint",
        "Painting your own board",
        (
            (("red", "green", "blue", "yellow"), "the colour of this field"),
            (("cell",), "another colour"),
            (("white",), "keep it"),
            (("black",), "drop it"),
            MOVE_CURSOR,
        ),
    ),
    (
        "place",
        "The free set-up",
        (
            (("cell",), "a dark stone; again: light; again: none; when all lie: my colour"),
            (("white",), "place the stone that blinks"),
            MOVE_CURSOR,
            UNDO,
            MENU,
        ),
    ),
    (
        "play",
        "Playing",
        (
            (("cell",), "pick a stone, then its target; the stone again: let go"),
            (("yellow",), "why not?, or which stones can move"),
            (("hold-yellow",), "a hint (Switch)"),
            (("white",), "play it in spite of a warning; make the device's move"),
            MOVE_CURSOR,
            UNDO,
            MENU,
        ),
    ),
    (
        "dice",
        "Playing with dice",
        (
            (("red", "green", "blue"), "the colour of the roll"),
            (("white",), "a joggle"),
            (("hold-white",), "the device rolls"),
            (("yellow",), "yellow; after the roll: why not?"),
            (("cell",), "while you place marbles: a field; then: a marble, then its target"),
            MOVE_CURSOR,
            UNDO,
            MENU,
        ),
    ),
    (
        "put-right",
        "Putting the real board right",
        ((("any", "cell"), "done: the next stone"), UNDO, MENU),
    ),
    (
        "finished",
        "After the game",
        (
            (("white",), "play again, sides exchanged"),
            (("yellow",), "score, then board"),
            UNDO,
            MENU,
        ),
    ),
    (
        "menu",
        "In the menu",
        ((("white", "press"), "take it"), NEXT, BACK, (("black",), "back")),
    ),
    (
        "ask",
        "Resigning, agreeing to a draw",
        (
            (("white",), "light says yes"),
            (("black",), "dark says yes"),
            (("any",), "no"),
        ),
    ),
    (
        "correct",
        "Correcting the lights",
        (
            (("cell",), "change this cell"),
            (("blue",), "the other side's turn"),
            (("white",), "keep it"),
            (("black",), "drop it"),
            MOVE_CURSOR,
        ),
    ),
    (
        "resume",
        "After a power cut",
        ((("any",), "the stones lie as shown: go on"), (("black",), "leave this game")),
    ),
    (
        "rescue",
        "Black held at power-on",
        (
            (("white", "press"), "clear the memory: press twice"),
            (("any",), "no: go on"),
        ),
    ),
    (
        "aside",
        "The memory cannot be read",
        (
            (("white", "press"), "clear the memory: press twice"),
            (("any",), "wait for a PC to store it"),
        ),
    ),
    ("restart", "Starting with another game", ((("any",), "nothing: it takes a moment"),)),
    (
        "compacting",
        "Do not unplug",
        ((("any",), "nothing: the memory is full and is put in order"),),
    ),
    ("failed", "Something went wrong", ((("any",), "go on"),)),
    ("pause", "In a pause", ((("any",), "go on"),)),
    (
        "panel",
        "A panel for cards",
        ((("any",), "the PC says what it does"),),
    ),
)
