"""The eye for TriDice."""

from vision.protocols import Eye
from vision.tridice.finding import TriDiceFinder
from vision.tridice.reading import TriDiceReader

EYE = Eye(TriDiceFinder(), TriDiceReader())
