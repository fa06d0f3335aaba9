"""A device tested against the published budget: what it says of itself, the link, its parts.

Decides the limits, and what the person who is there is asked to look at and to press.  Must not
know how a figure is measured: the device's meter does.
"""
