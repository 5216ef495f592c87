"""The machine that the window runs on: its memory, its screen, its sleep mode and its input devices."""
