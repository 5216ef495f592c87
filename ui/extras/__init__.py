"""Extras: the window offers to add them when they are first needed; the settings list them."""
