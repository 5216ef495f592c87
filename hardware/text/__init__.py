"""Text displays of a few lines: character LCDs behind LCDd, or on a serial line."""
