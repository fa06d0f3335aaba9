"""Tests of recordings: a device's events in logs, and the reports of a device."""
