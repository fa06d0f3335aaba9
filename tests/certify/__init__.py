"""Tests of testing a device against the published budget."""
