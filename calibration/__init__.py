"""Calibration of this board, camera and lights, learned once, and its readable file."""
