"""A second client of the device, from PROTOCOL.md alone and with nothing but the standard library.

python -m client PORT LOG
"""
