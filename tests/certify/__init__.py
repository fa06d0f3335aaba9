"""Testing a device against the published budget."""
