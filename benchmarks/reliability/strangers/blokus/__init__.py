"""Blokus as Pentobi and other programs have written it since its first versions."""
