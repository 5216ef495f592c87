"""Attacks on the server of the page."""
