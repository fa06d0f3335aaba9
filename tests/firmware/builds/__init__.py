"""The builds as data, and what each press does."""
