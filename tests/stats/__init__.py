"""Tests of figures of many games."""
