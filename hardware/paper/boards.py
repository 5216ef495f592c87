"""Boards that can be printed, by the game's name: of games that nobody has a set of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from hardware.paper.tridice_board import write_board
from words import Catalogue

BOARDS: Mapping[str, Callable[[Path, Catalogue], None]] = {"tridice": write_board}
"""Each writes its sheet as a PDF file, and raises `NotSaved` where that cannot be."""
