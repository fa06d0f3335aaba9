"""The rules of the games, and plain reference implementations that check them."""
