"""Calibration of a table's board, camera, lens and lights, and its storage in files."""
