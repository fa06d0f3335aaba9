"""The table in a browser: on this PC, on a phone, on many of them at once.

Draws any scene as HTML and hands back the ids of controls.  It must not know a game, nor decide
anything about one: it is a view of the table session, as the terminal is.
"""
