"""Tests of the pages for makers and players."""
