"""The transitions between the modes of the device.

Decides only that; what a mode does is in its own file.
"""

# By mode: each of its results, with the next mode.  Four are no modes but *questions* that the
# device answers: `game` the mode that the game needs, `table` the same if the real board is right,
# `before` the mode before, `first` the first mode.  A game's adapter has the rows of its own modes.
TRANSITIONS = {
    "choose": {"chosen": "options", "back": "resume"},
    "options": {"chosen": "lay", "back": "choose", "rules": "rules"},
    "rules": {"back": "options", "paint": "paint"},
    "paint": {"done": "rules"},
    "lay": {"done": "table", "back": "options", "over": "finished", "leave": "choose"},
    "play": {"over": "finished", "undone": "put-right", "menu": "menu"},
    "finished": {"again": "lay", "undone": "put-right", "menu": "menu"},
    "put-right": {"done": "table", "undone": "put-right", "menu": "menu"},
    "menu": {
        "back": "game",
        "ask": "ask",
        "correct": "correct",
        "pause": "pause",
        "leave": "choose",
    },
    "ask": {"done": "game"},
    "correct": {"done": "game"},
    "pause": {"done": "game"},
    "resume": {"done": "table", "back": "choose"},
    "restart": {"undone": "compacting"},
    "compacting": {"done": "before"},
    "aside": {"cleared": "choose"},
    "rescue": {"cleared": "choose", "kept": "first"},
    "failed": {"done": "game", "leave": "choose"},
    "panel": {"gone": "first", "off": "first"},
}

# The module of each mode, beside those of the game in memory.
MODULES = {
    "choose": "schiri_device.app.choosing",
    "options": "schiri_device.app.choosing",
    "rules": "schiri_device.app.choosing",
    "paint": "schiri_device.app.choosing",
    "lay": "schiri_device.app.laying",
    "resume": "schiri_device.app.laying",
    "put-right": "schiri_device.app.laying",
    "finished": "schiri_device.app.finished",
    "menu": "schiri_device.app.menu",
    "ask": "schiri_device.app.menu",
    "correct": "schiri_device.app.menu",
    "pause": "schiri_device.app.menu",
    "restart": "schiri_device.app.notices",
    "compacting": "schiri_device.app.notices",
    "aside": "schiri_device.app.notices",
    "rescue": "schiri_device.app.notices",
}
# The modes of the game in memory come with this one.
PLAY = "schiri_device.app.play"
# In this order they are loaded after the start, before a press needs them.
AHEAD = (
    "schiri_device.app.laying",
    PLAY,
    "schiri_device.app.finished",
    "schiri_device.app.menu",
    "schiri_device.app.notices",
    "schiri_device.app.choosing",
)

# Why the program restarts: to choose how another game starts, or to go on with it.
CHOOSING, GOING_ON = 1, 2
