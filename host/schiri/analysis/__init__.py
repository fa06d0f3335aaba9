"""What the moves of a logged game were worth, from positions whose values are known."""
