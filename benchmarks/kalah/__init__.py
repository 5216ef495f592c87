"""Benchmarks of the Kalah solver."""
