"""The protocol for both ends: lines, texts and the session."""
