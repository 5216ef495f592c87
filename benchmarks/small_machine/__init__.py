"""The whole program on a small machine, such as a Raspberry Pi: its memory, and the time of its moves."""
