"""The simulated device: the device's own code with buttons, lights, a store and a cable on a PC.

Decides what is simulated of a board, and its faults.  Must not know games or logs.
"""
