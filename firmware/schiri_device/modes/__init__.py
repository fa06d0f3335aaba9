"""The modes of the device, and which follows which.

Decides the way from one to the next; what a mode does is in its own file.
"""

# (mode, the word it ended with) -> the next mode; "table" is the one that the game's phase needs.
TRANSITIONS = {
    ("choose", "chosen"): "options",
    ("options", "chosen"): "lay",
    ("options", "back"): "choose",
    ("lay", "done"): "table",
    ("lay", "back"): "options",
    ("place", "done"): "table",
    ("place", "undone"): "table",
    ("place", "menu"): "menu",
    ("play", "over"): "finished",
    ("play", "undone"): "put-right",
    ("play", "menu"): "menu",
    ("finished", "again"): "lay",
    ("finished", "undone"): "put-right",
    ("finished", "menu"): "menu",
    ("put-right", "done"): "table",
    ("put-right", "undone"): "put-right",
    ("put-right", "menu"): "menu",
    ("menu", "back"): "table",
    ("menu", "ask"): "ask",
    ("menu", "correct"): "correct",
    ("menu", "pause"): "pause",
    ("menu", "leave"): "choose",
    ("ask", "done"): "table",
    ("correct", "done"): "table",
    ("pause", "done"): "table",
}

# Which mode a phase of the table needs.
OF_PHASE = {"place": "place", "choose": "place", "play": "play", "over": "finished"}


def mode_class(name: str):
    """Return the class of a mode, imported when it is first needed."""
    if name == "choose":
        from .choose import Choose

        return Choose
    if name == "options":
        from .choose import Options

        return Options
    if name == "lay":
        from .lay import Lay

        return Lay
    if name == "place":
        from .place import Place

        return Place
    if name == "play":
        from .play import Play

        return Play
    if name == "finished":
        from .finished import Finished

        return Finished
    if name == "put-right":
        from .put_right import PutRight

        return PutRight
    if name == "menu":
        from .menu import Menu

        return Menu
    if name == "ask":
        from .ask import Ask

        return Ask
    if name == "correct":
        from .correct import Correct

        return Correct
    from .pause import Pause

    return Pause
