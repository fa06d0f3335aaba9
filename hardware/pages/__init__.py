"""The pages for makers, and the card for the table."""
