"""The table without an installation: the same page, with Python and a simulated device in a
browser.

Decides what replaces the server: requests, replies, when the table is stepped, and how files
outlive a browser's tab.  Must not know a game, a socket or a thread.
"""
