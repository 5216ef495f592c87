"""Drivers of LEDs: Adalight and WLED on a serial port, DDP over the network."""
