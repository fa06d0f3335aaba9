"""What lies on each field, as sensors feel it: readings, and how sensors are calibrated.

Pure: must not know pins, modes or rules.
"""

# What lies on a field; UNSURE is between nothing and a stone.
EMPTY, DARK, LIGHT, UNSURE = range(4)
