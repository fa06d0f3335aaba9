"""What the device tells a PC, and what a PC may ask of it."""
