"""Tests of deployment: the copied files, their form and order, and the state after a cut."""
