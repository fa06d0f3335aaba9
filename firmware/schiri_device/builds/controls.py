"""What each press does in each mode: one table for all builds.

Decides nothing: the modes do, and a test plays until both agree.  The card for the table is made
from it, and the legend of the buttons agrees with it; the device never reads it.

A press is the name of a button, ``hold-`` and the name, or what the builds do in different ways:
``cell`` is a press on a cell (its key, or the stick when the cursor is on it), ``move`` the stick
in any direction, ``left``, ``press`` and ``right`` the stick, or a key in the left, middle or right
of the grid.  ``any`` is every press that is not named besides.
"""

MENU = (("hold-black",), "open the menu")
UNDO = (("black",), "take back the last thing that was done")
MOVE_CURSOR = (("move",), "move the cursor")
NEXT = (("right", "blue"), "the next one")
BACK = (("left", "red"), "the one before")

# Mode, what it is called, and its presses with what they do.
CONTROLS = (
    (
        "choose",
        "Choosing a game",
        (
            (("white", "press"), "take it"),
            NEXT,
            BACK,
            (("black",), "back to the game that was left"),
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
            (("black",), "back to the games"),
        ),
    ),
    (
        "lay",
        "Laying out the stones",
        (
            (("any",), "the stones lie as the lights show: begin"),
            (("black",), "back to how it starts, or to the games"),
        ),
    ),
    (
        "rules",
        "Choosing rules",
        ((("white", "press"), "change it"), NEXT, BACK, (("black",), "back")),
    ),
    (
        "paint",
        "Painting your own board",
        (
            (("red", "green", "blue", "yellow"), "this field has this colour; on to the next one"),
            (("cell",), "change the colour of this field"),
            (("white",), "keep all of it"),
            (("black",), "keep nothing of it"),
            MOVE_CURSOR,
        ),
    ),
    (
        "place",
        "The free set-up",
        (
            (("cell",), "a dark stone here; again: a light one; again: none; later: my colour"),
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
            (("cell",), "pick a stone, then where it goes; the stone again: let go"),
            (("yellow",), "why not? or, before a refusal: which stones can be played"),
            (("hold-yellow",), "a hint in Switch, where the game allows it: the best move"),
            (("white",), "yes, play it, after a warning; make the move that the device shows"),
            MOVE_CURSOR,
            UNDO,
            MENU,
        ),
    ),
    (
        "dice",
        "Playing with dice",
        (
            (("red", "green", "blue"), "this was rolled"),
            (("white",), "a joggle was rolled"),
            (("hold-white",), "the device rolls"),
            (("yellow",), "yellow was rolled; after the roll: why not?"),
            (("cell",), "where the marble goes; later: a marble, then where it goes"),
            MOVE_CURSOR,
            UNDO,
            MENU,
        ),
    ),
    (
        "put-right",
        "Putting the real board right",
        ((("any", "cell"), "done: show the next stone"), UNDO, MENU),
    ),
    (
        "finished",
        "After the game",
        (
            (("white",), "play again, with sides exchanged"),
            (("yellow",), "show the score, and the board again"),
            UNDO,
            MENU,
        ),
    ),
    (
        "menu",
        "In the menu",
        ((("white", "press"), "take it, or change it"), NEXT, BACK, (("black",), "back")),
    ),
    (
        "ask",
        "Resigning and agreeing to a draw",
        (
            (("white",), "light says yes"),
            (("black",), "dark says yes"),
            (("any",), "no: back to the game"),
        ),
    ),
    (
        "correct",
        "Correcting the lights",
        (
            (("cell",), "change what lies here"),
            (("blue",), "change who is to move"),
            (("white",), "keep all of it"),
            (("black",), "keep nothing of it"),
            MOVE_CURSOR,
        ),
    ),
    (
        "resume",
        "After a power cut, or back",
        ((("any",), "it lies as the lights show: go on"), (("black",), "leave this game")),
    ),
    (
        "rescue",
        "Black was held at power-on: clear the memory?",
        (
            (("white", "press"), "clear it; once more: really"),
            (("any",), "no: go on as it was"),
        ),
    ),
    (
        "aside",
        "The memory cannot be read",
        (
            (("white", "press"), "clear it; once more: really"),
            (("any",), "wait for a PC to store it"),
        ),
    ),
    ("restart", "Starting with another game", ((("any",), "nothing: it takes a moment"),)),
    ("keep", "Do not unplug", ((("any",), "nothing: the memory is full and is put in order"),)),
    ("failed", "Something went wrong", ((("any",), "go on from the last thing that was kept"),)),
    ("pause", "In a pause", ((("any",), "go on"),)),
    (
        "panel",
        "A panel for cards",
        ((("any",), "tell the PC, which knows what is played"),),
    ),
)
