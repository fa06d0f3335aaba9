"""The builds as data, and the effect of each press."""
