"""Text displays with a few lines: character LCDs connected through LCDd or a serial line."""
