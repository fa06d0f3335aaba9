"""What is of one game on the device: its modes."""
