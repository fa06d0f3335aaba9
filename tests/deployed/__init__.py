"""Tests of the deployed bytes on the 32-bit MicroPython: they behave like their sources."""
