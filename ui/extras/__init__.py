"""Extras that the window offers to add when they are first wanted, and their place in the settings."""
