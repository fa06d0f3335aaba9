"""Whole games in the engines of other browsers than Chromium."""
