"""Measures of the levels; see `__main__`."""
