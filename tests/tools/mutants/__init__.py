"""Mutants: whether a module's own tests detect one fault in the module."""
