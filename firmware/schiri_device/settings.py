"""What the players set, and what is kept of it.

Decides the settings there are, their values and their defaults; the journal keeps them.
"""

# Name, with the side that it is for if there is one: id in the journal, default, values.
SETTINGS = {
    "brightness": (1, 2, 5),
    "sound": (2, 1, 2),
    ("moves", "b"): (3, 1, 2),
    ("moves", "w"): (4, 1, 2),
    ("careful", "b"): (5, 1, 2),
    ("careful", "w"): (6, 1, 2),
}


class Settings:
    """The settings, backed by a journal.

    >>> Settings({})["brightness"]
    2
    """

    def __init__(self, kept, keep=None):
        self._kept = kept
        self._keep = keep

    def __getitem__(self, name) -> int:
        setting, default, _ = SETTINGS[name]
        return self._kept.get(setting, default)

    def __setitem__(self, name, value: int) -> None:
        if self._keep:
            self._keep(SETTINGS[name][0], value)
        else:
            self._kept[SETTINGS[name][0]] = value
