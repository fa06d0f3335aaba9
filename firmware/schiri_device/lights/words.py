"""What the bases and marks of the light language are called and say, for the card and the tests.

Decides nothing, and no device loads it.
"""

from .language import BASES, RHYTHMS, SHADES

WORDS = {
    "picked": "the stone that you picked, that is best to play, or that the device plays",
    "move": "here it may move",
    "swap": "with this stone it may swap",
    "last": "the last move; a hint: on every second field around the board, it is drawn",
    "cause": "because of these it is refused; below the games: a PC had the panel and is gone",
    "careful": "careful: this would hand over the game; a hint: in the corners, it is lost; "
    "below the games: the memory was lost",
    "due": "not now: something else is due first, such as a roll, or the device's move",
    "full": "the memory has no room for that before the turn is over",
    "won": "the group that has won",
    "drawn": "nobody has won",
    "field-red": "red fields that may be used; a red card, or red's seat",
    "field-green": "green fields that may be used; a green card, or green's seat",
    "field-blue": "blue fields that may be used; a hole, or blue's seat",
    "field-yellow": "yellow fields that may be used; yellow's seat",
    "hint": "these may be played; running round the board: a move is sought; "
    "all around it: with that it is won; "
    "a card is laid here, or a race is open",
    "put": "put this stone here",
    "take": "take this stone away",
    "seat": "the second player places a stone",
    "turn-dark": "dark is to move",
    "turn-light": "light is to move",
    "counter-dark": "dark has one counter move",
    "counter-light": "light has one counter move",
    "again-dark": "dark is to move; the position stood before",
    "again-light": "light is to move; the position stood before",
    "linked": "a PC is listening",
    "unsent": "no PC; events wait for one",
    "repeat": "how often this position stood before",
    "score": "games won",
    "glyph": "the sign of a menu entry",
    "value": "the value that is set",
    "ask": "press to confirm",
    "alarm": "something went wrong; three in a row, or a false start",
    "cursor": "where the stick is",
}

# The names in the order of the language's own, and the rows there with them.
BASE_NAMES = ("off", "dark", "light", "linked")
MARK_NAMES = (
    "none",
    "picked",
    "move",
    "swap",
    "last",
    "cause",
    "careful",
    "due",
    "full",
    "won",
    "drawn",
    "field-red",
    "field-green",
    "field-blue",
    "field-yellow",
    "hint",
    "put",
    "take",
    "seat",
    "turn-dark",
    "turn-light",
    "counter-dark",
    "counter-light",
    "again-dark",
    "again-light",
    "linked",
    "unsent",
    "repeat",
    "score",
    "glyph",
    "value",
    "ask",
    "alarm",
    "cursor",
)
NAMED_BASES = [(name,) + row for name, row in zip(BASE_NAMES, BASES)]
NAMED_MARKS = [
    (name, rhythm, SHADES[at], SHADES[at + 1], SHADES[at + 2])
    for name, rhythm, at in zip(MARK_NAMES, RHYTHMS, range(0, len(SHADES), 3))
]
