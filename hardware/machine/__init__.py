"""The machine on which the window runs: its memory, its screen, its sleep, its input devices."""
