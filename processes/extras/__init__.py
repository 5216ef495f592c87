"""Extras: large packages that not everybody needs are added when they are first wanted, and can be removed again."""
