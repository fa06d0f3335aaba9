"""Tests a device against the published budget: its own figures, the link, its parts.

Decides the limits, and what a person is asked to look at and to press.  Must not know how a figure
is measured: the device's meter does.
"""
