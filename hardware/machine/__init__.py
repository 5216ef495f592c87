"""The machine on which the window runs: its memory, its screen, its sleep mode and its input devices."""
