"""Modules as small as they come, and nothing that can be seen changes."""
