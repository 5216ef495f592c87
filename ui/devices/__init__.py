"""Devices that show and sound beside the screen, as people choose them in the window."""
