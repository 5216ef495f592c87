"""Six-sided dice, read by the pips of their top faces."""

from vision.dice.reading import Box, Die, read_dice, read_die

__all__ = ["Box", "Die", "read_dice", "read_die"]
