"""Kalah as machine code: the endgame tables and the search."""
