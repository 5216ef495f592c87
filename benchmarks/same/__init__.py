"""Comparison of two checkouts' writing, reading and texts."""
