"""A screen that shows nothing but this program, such as that of a Raspberry Pi beside the board."""
