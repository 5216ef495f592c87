"""Strength of our sheshbesh players, measured against others."""
