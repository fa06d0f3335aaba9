"""What the source itself must keep to."""
