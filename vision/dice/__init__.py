"""Six-sided dice, found and read by their upper faces."""

from vision.dice.patterns import Box
from vision.dice.reading import Die, read_dice, read_die

__all__ = ["Box", "Die", "read_dice", "read_die"]
