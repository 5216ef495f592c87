"""The calibration of a table's board, camera, lens and lights, and the files that store it."""
