"""The words of events that are no entries of a game; the rules have those of entries.

A device never loads this table, to save memory: random players check that it has each word.
"""

NEW = "new"
# Before a `new`, its painted board.
BOARD = "board"
CHECKPOINT = "checkpoint"
SCORE = "score"
HINTS = "hints"
RESUME = "resume"
FAILED = "failed"
# After any of these the game is known again.
OPENINGS = (CHECKPOINT, BOARD, NEW)
# Notes that change no game.
NOTES = (SCORE, HINTS, RESUME, FAILED)
