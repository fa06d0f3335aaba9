"""The journal, its format and its texts."""
