"""Recording: the events of a device become games in logs.

Decides which log an event goes to, and what a device is told of that.  Must not know screens.
"""
