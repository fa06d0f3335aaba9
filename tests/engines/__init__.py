"""What the rules of the games must do, and the plain statements that check them."""
