"""The machine that the window runs on: its memory, its screen, its sleep, what people enter something with."""
