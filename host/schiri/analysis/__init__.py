"""The value of each move of a logged game, from the values of solved positions."""
