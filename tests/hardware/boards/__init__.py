"""Boards with sensors."""
