"""The menu: what is rare, and the settings.

Decides what is in it: resigning, draws, correcting the mirror, pausing, help, lights, sound.
"""

from .browse import Browse

# Name, sign, letter of a side, the word with which it ends ("" for a setting).
ENTRIES = (
    ("resign", "resign", ".", "ask"),
    ("draw", "draw", ".", "ask"),
    ("correct", "correct", ".", "correct"),
    ("pause", "pause", ".", "pause"),
    (("moves", "b"), "moves", "b", ""),
    (("moves", "w"), "moves", "w", ""),
    (("careful", "b"), "careful", "b", ""),
    (("careful", "w"), "careful", "w", ""),
    ("brightness", "brightness", ".", ""),
    ("sound", "sound", ".", ""),
    ("leave", "leave", ".", "leave"),
)


class Menu(Browse):
    """The menu over a game."""

    def list_entries(self) -> list:
        barred: tuple = ()
        if self.match.outcome is not None:
            barred = ("resign", "draw", "correct")
        elif not self.match.game.colours:
            # White resigns for light and black for dark, so the sides must be known.
            barred = ("resign",)
        return [entry for entry in ENTRIES if entry[0] not in barred]

    def detail(self) -> str:
        name, _, side, word = self.entries[self.at]
        if word:
            return name
        value = self.device.settings[name]
        return f"{name if isinstance(name, str) else name[0] + '-' + side}={value}"

    def show_entry(self, entry) -> None:
        name, sign, letter, word = entry
        if word:
            self.show_glyph(sign)
        else:
            self.show_setting(sign, letter, name)

    def choose(self, now_ms: int, entry):
        name, _, _, word = entry
        if word:
            self.device.asked = name
            return word
        self.change_setting(name)
        self.show_entry(entry)
        return None
