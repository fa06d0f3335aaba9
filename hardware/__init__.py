"""What to solder, print and read, made from the builds' data."""
