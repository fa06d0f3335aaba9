"""The table with nothing installed: the same page, Python and a simulated device in a browser.

Decides what stands in the server's place: who asks, what is answered, when the table is stepped,
and how files outlive a browser's tab.  Must not know a game, a socket or a thread.
"""
