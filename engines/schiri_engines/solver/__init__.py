"""What positions of Switch are worth under perfect play; loaded by a device while it seeks."""
