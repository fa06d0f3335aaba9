"""Condensed modules: as small as possible, with the same visible behaviour."""
