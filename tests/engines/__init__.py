"""The rules of the games, and plain statements of the rules that check them."""
