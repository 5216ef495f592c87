"""Strength of TriDice; see `__main__`."""
