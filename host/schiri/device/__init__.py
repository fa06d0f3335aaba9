"""Devices: finding one, and the connection that owns its port.

Decides how a port is found, opened, lost and opened again.  Must not know games or logs.
"""
