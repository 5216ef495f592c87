"""Kernels of the training: self-play games, and learning from them."""
