"""Measurements of the window: its layout, its use by a finger, and its instructions against the board."""
