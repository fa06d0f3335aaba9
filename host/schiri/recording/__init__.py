"""Recording: the events of a device become games in logs.

Decides which log gets an event, and what is acknowledged to a device.  Must not know screens.
"""
