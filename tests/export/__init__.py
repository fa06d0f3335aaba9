"""A log in other forms."""
