"""What is read: the pages for makers, and the card for the table."""
