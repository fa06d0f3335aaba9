"""The tables in the terminal, in Textual: a device's, and those of card games.

Decides how a table looks, and the keys that every scene has; a control's key is the scene's.  It
must not decide anything about a game: it only sends intents.
"""
