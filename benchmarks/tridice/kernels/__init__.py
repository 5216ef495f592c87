"""Kernels of the yardsticks."""
