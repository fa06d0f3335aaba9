"""The simulated device: the device's own code with buttons, lights, a store and a cable on a PC.

Decides what is simulated of a board, and what may go wrong with it.  Must not know games or logs.
"""
