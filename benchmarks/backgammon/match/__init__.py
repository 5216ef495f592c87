"""Strength of sheshbesh, measured against others."""
