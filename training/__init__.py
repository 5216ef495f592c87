"""Training of every network, book and table in the repository; each can be run again.

The camera's networks (`training.vision.*.train`, `train_counter`) need torch and onnx, which no dependency group installs:
run them with `uv run --with torch --with onnx==1.23.2`.
"""
