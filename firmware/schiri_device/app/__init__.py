"""How the device behaves: its flow of one step, its modes, and the match that they play."""
