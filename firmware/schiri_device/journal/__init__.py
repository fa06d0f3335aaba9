"""What the device keeps when it has no power: the journal and its format."""
