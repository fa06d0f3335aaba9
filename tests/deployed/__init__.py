"""The deployed bytes on the 32-bit MicroPython: do they behave as their sources?"""
