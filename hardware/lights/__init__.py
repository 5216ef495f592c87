"""Light under or around the real board: rows of LEDs that a hobbyist owns, on a serial port or over the network."""
