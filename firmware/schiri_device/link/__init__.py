"""The wire between device and PC, for both ends and without I/O: lines, session, names.

Decides PROTOCOL.md.  A leaf: it imports nothing but itself and what every interpreter has.
"""
