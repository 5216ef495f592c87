"""Extras: packages for optional features, which are added when they are first needed, and can be removed again."""
