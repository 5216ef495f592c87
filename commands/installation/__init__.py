"""Commands for the program itself: show its version, update it, remove it, or start it automatically."""
