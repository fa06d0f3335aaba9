"""The tests of a release: what is published can be built again, and plays a game."""
