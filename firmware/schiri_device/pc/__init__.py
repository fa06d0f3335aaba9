"""What the device tells a PC, and what a PC may ask of it."""

# What there is of a PC: nothing that waits for one, one that listens, events that wait.
ALONE, LINKED, UNSENT = 0, 1, 2
