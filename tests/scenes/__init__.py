"""Scenes: what people see, as readable text, for all views at once."""
