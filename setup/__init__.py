"""Calibrations step by step, driven by the window and by commands alike; no Tk."""
