"""Tests of the PC's end of the wire: connection, client and their reports."""
