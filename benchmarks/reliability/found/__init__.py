"""Faults that people and hostile tests found from outside, tried again."""
