"""The eye for Kalah."""

from vision.kalah.finding import KalahFinder
from vision.kalah.reading import KalahReader
from vision.protocols import Eye

EYE = Eye(KalahFinder(), KalahReader())
