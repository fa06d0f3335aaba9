"""Tests of `schiri.page`."""
