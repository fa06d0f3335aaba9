"""Tests of scenes: the visible content as readable text, for all views at once."""
