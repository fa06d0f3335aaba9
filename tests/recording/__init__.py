"""Log files: their bytes, who may go on with one, what a replay finds."""
