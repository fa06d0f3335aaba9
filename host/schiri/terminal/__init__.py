"""The table view in the terminal: board, lights and buttons of a device, in Textual.

Decides how the table looks and which key is which.  Everything it shows is a `View`, everything
it does is a press or a request: it must not decide anything about a game.
"""
