"""Circuits, cases and pages for makers, generated from the builds' data."""
