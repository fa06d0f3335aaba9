"""Devices: finding one, the link that owns its port, and the simulated one.

Decides how a port is found, opened, lost and opened again.  Must not know games.
"""
