"""Survival of killed processes and power losses."""
