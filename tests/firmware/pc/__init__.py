"""Messages of the device to a PC, and requests of a PC."""
