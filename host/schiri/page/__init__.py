"""The table in a browser: on this PC, on a phone, on many of them at once.

Draws any scene as HTML and returns the ids of controls.  Must not know or decide anything about a
game: it is a view of the table session, like the terminal.
"""
