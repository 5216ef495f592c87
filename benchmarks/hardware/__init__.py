"""Lights measured against counterparts that behave like the real ones."""
