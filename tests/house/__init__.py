"""Tests of rules for the source itself."""
