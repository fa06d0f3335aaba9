"""Pictures: what is on them, and that nothing is told by a colour alone."""
