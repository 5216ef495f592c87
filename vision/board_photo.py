"""Reads a board in a single picture: its contents, the doubtful cells, and the positions it may show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.contents import Content
from fourth_seat.games.options import Options
from fourth_seat.inference.evidence import Evidence
from fourth_seat.inference.initial_position import positions
from fourth_seat.table.stage.whole_board import miscount
from fourth_seat.vision.board_reading import (
    detect_board,
    printed,
    readable_orientations,
    rejection,
    snapped,
    view_of_board,
)
from fourth_seat.vision.protocols import Appearance, BoardNotFound, Image, with_usable
from fourth_seat.vision.registry import board_vision
from fourth_seat.words import Text

DOUBT_PROBABILITY = 0.9  # of a cell's likeliest content, below which a person is asked
MISCOUNT_DOUBTS = 3  # cells that are asked about at least where the pieces are more or fewer than the game's
CHOICES = 2  # contents of a doubtful cell that are offered as answers


@dataclass(frozen=True, slots=True)
class CellDoubt:
    """A cell that cannot be read with certainty, and its plausible contents (None for empty), the likeliest first."""

    cell: str
    contents: tuple[Content | None, ...]


@dataclass(frozen=True, slots=True)
class BoardPhoto:
    """A board in a picture.

    Attributes:
        known: whether the order of the corners is known because the user has given it.
        contents: the content of each cell on the board, or None if it is empty.
        thrown: the dice on the board.
        doubts: the doubtful cells, most doubtful first.
        positions: the positions that the board may show, with either side to move, even if the options specify a different
            starting side; empty if its pieces form no legal position.
    """

    view: View
    known: bool
    evidence: Evidence
    contents: dict[str, Content | None]
    thrown: dict[str, Content]
    doubts: tuple[CellDoubt, ...]
    positions: tuple[AnyState, ...]


def read_photo(
    image: Image,
    game: AnyGame,
    options: Options,
    corners: Points | None = None,
    *,
    known: bool = False,
    appearance: Appearance | None = None,
) -> BoardPhoto | Text:
    """Read an unknown board, or return the reason why it cannot be read.

    The first orientation in which the pieces form a legal position is chosen, so the board is drawn as it appears in the
    picture unless the rules exclude that.

    Args:
        corners: the corners given by the user; if omitted, the board is detected.
        known: whether the corners are in the board's own order.
        appearance: the appearance of the set, if known.

    Raises:
        BadCorners: no board can have these corners.
    """
    shape = dict(appearance or {})
    if corners is None:
        found = detect_board(image, game, options)
        if isinstance(found, BoardNotFound):
            return found.reason
        corners, shape = found.corners, dict(found.shape)
        view = view_of_board(corners, game, options, image)
        if reason := rejection(image, game, options, view, shape) or printed(image, game, options, corners):
            return reason
    elif not known:
        corners = snapped(image, game, options, corners)
    ways = [corners] if known else readable_orientations(image, game, options, corners, shape)
    readings = (_read(image, game, options, way, shape, known=known) for way in ways)
    first = next(readings)
    if first.positions:
        return first
    return next((reading for reading in readings if reading.positions), first)


def _read(
    image: Image, game: AnyGame, options: Options, corners: Points, shape: dict[str, object], *, known: bool
) -> BoardPhoto:
    view = view_of_board(corners, game, options, image)
    evidence, _ = with_usable(board_vision(game).classifier.classify, image, view, shape, options)
    geometry, best = game.geometry(options), evidence.best()
    evidence = evidence.without(frozenset(cell for cell in evidence.cells if geometry[cell].zone == "dice"))
    contents = {cell: best.get(cell) for cell in evidence.cells}
    thrown = {cell: content for cell, content in best.items() if geometry[cell].zone == "dice"}
    unsure = doubts(evidence, MISCOUNT_DOUBTS if miscount(game, game.start(options), contents) else 0)
    lies = positions(game, options, evidence, as_read=True)
    return BoardPhoto(view, known, evidence, contents, thrown, unsure, lies)


def doubts(evidence: Evidence, least: int = 0) -> tuple[CellDoubt, ...]:
    """Return the cells that cannot be read with certainty or that contain something that is not part of the game, the most
    doubtful first. The `least` most doubtful cells are always included.
    """
    confidence = {cell: evidence.confidence(cell) for cell in evidence.cells}
    ranked = sorted(confidence, key=lambda cell: confidence[cell])
    unsure = [
        cell
        for rank, cell in enumerate(ranked)
        if rank < least or cell in evidence.strange or confidence[cell] < DOUBT_PROBABILITY
    ]
    rows, contents = evidence.cells.rows, evidence.cells.contents
    return tuple(
        CellDoubt(cell, tuple(contents[column] for column in np.argsort(-evidence.cells.matrix[rows[cell]])[:CHOICES]))
        for cell in unsure
    )
