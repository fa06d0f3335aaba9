"""The printed case of each build: its measures, pictures and legend."""
