"""Strength, soundness and speed of the Blokus engine."""
