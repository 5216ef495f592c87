"""A screen that shows nothing but this program, for example on a Raspberry Pi beside the board."""
