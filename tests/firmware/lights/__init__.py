"""The light language, the painter and the current limit."""
