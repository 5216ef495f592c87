"""Training of every network, book and table in the tree; each can be run again.

The networks that see (`training.vision.*.train`, `train_counter`) need torch and onnx, which no group installs: run them
with `uv run --with torch --with onnx==1.23.2`.
"""
