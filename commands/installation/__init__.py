"""Commands for the program itself: show its version, update and remove it, start it automatically."""
