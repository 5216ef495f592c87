"""Six-sided dice, found and read by their upper faces."""

from fourth_seat.vision.dice.detector import DieReading, read_dice, read_die
from fourth_seat.vision.dice.pip_patterns import Box

__all__ = ["Box", "DieReading", "read_dice", "read_die"]
