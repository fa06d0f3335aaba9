"""Tests of Switch solved."""
