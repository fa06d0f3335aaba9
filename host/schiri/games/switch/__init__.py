"""Switch on the PC."""
