"""Mutants: whether a module's own tests see it when one thing in the module is wrong."""
