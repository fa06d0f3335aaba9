"""The device's side of a PC: reports, requests, and the panel of a card game."""

# The state of the link: no PC and no events waiting, a PC connected, events waiting.
ALONE, LINKED, UNSENT = 0, 1, 2
