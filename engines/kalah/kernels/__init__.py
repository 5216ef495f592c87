"""Kalah kernels: the endgame tables and the search."""
