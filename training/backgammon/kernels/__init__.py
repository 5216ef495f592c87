"""Kernels of the training: games of the networks against themselves, and what they learn from them."""
