"""Tournaments between players."""
