"""Tests of the whole chain: presses on a device, a port, the referee, a log on the disk."""
