"""The window measured: does everything fit, can a finger do it all, do its instructions agree with the board."""
