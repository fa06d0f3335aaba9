"""The behaviour of the device: one step, its modes, and the match that they play."""
