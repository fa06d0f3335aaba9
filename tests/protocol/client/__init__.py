"""A second client of the device, from PROTOCOL.md only and with only the standard library.

python -m client PORT LOG
"""
