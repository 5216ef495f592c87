"""Each game's way to cut pieces out of a photo and to paste them elsewhere on its board."""

from collections.abc import Callable

from benchmarks.vision.composites.boards.backgammon import backgammon_pieces
from benchmarks.vision.composites.boards.blokus import blokus_pieces
from benchmarks.vision.composites.boards.connect4 import connect4_pieces
from benchmarks.vision.composites.boards.kalah import kalah_pieces
from benchmarks.vision.composites.photos import Photo
from benchmarks.vision.composites.playing import PhotographedPieces

PHOTOGRAPHED_PIECES: dict[str, Callable[[Photo], PhotographedPieces | None]] = {
    "backgammon": backgammon_pieces,
    "blokus": blokus_pieces,
    "connect4": connect4_pieces,
    "kalah": kalah_pieces,
}
"""None if a photo shows too few pieces, or no empty place."""
