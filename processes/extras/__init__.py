"""Extras: what is heavy and not everybody needs is added when it is first wanted, and can be taken out again."""
