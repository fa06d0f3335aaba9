"""Deploying: what is copied, in which form and order, and what a cut leaves behind."""
