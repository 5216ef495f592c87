"""Extras: packages for optional features, added when they are first needed, and removable."""
