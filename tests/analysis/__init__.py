"""Tests of schiri.analysis."""
