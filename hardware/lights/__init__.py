"""Lights under or around the real board: rows of LEDs such as hobbyists own, on a serial port or on the network."""
