"""The table in the terminal, with Textual.

Decides how a table looks, and the keys that every scene has; a control's key is the scene's.  Must
not decide anything about a game: it only sends intents.
"""
