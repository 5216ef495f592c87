"""Step by step through a calibration: driven by the window and by the command line alike, without Tk."""
