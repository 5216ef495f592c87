"""Whether the levels are what they say; see `__main__`."""
