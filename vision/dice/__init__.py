"""Finds six-sided dice and reads their upper faces."""
