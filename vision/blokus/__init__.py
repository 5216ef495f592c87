"""The eye for Blokus."""

from vision.blokus.finder import BlokusFinder
from vision.blokus.reader import BlokusReader
from vision.protocols import Eye

EYE = Eye(BlokusFinder(), BlokusReader())
