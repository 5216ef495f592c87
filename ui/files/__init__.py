"""Choosing files and folders with a finger, in sheets over the page."""
