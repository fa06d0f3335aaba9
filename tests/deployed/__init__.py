"""What a device runs, byte for byte, on the 32-bit MicroPython: does it as its sources do?"""
