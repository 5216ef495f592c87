"""Measurements of the page for phones and of its server process."""
