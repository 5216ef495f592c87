"""Lights under or around the real board: hobbyist LED strips on a serial port or on the network."""
