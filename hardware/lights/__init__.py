"""Light under or around the real board: rows of LEDs that hobbyists own, on a serial port or over the network."""
