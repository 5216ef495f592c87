"""How strong TriDice is played; see `__main__`."""
