"""Kiosk mode, in which the screen shows only this program, for example on a Raspberry Pi beside the board."""
