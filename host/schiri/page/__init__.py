"""The table in a browser: on this PC, on a phone, on many of them at once.

Decides how a table looks there and who may touch it.  It must not decide anything about a game: it
is a view of the table session, as the terminal is.  NiceGUI is loaded by whoever opens a page.
"""
