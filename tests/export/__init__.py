"""Tests of logs in other forms."""
