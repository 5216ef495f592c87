"""Texts in which Connect 4 programs exchange games."""
