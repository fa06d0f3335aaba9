"""The wire: lines, session, both ends together."""
