"""Tests of pictures: their contents, and that no information depends on colour only."""
