"""Calibrations of a table: its board, camera, lens and lights, and the files that keep them."""
