"""The Blokus board, with row 1 at the bottom, column a on the left, and a tray for each colour near its start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from fourth_seat.games.blokus.bitboard import column_row, named, names, split
from fourth_seat.games.blokus.pieces import PIECES, TRAY_COLUMNS, TRAY_ROWS, BlokusPiece, Square
from fourth_seat.games.blokus.variants import BlokusSetting, setting
from fourth_seat.games.geometry import BoardGround, Cell, Geometry, Point, Polygon, rectangle
from fourth_seat.games.options import Options

FRAME_WIDTH = 0.3  # around the board, and between a tray and its panel's edge; all lengths here are in board squares
PANEL_GAP = 0.5  # between the board's frame and a tray's panel: room for the row numbers
PANEL_ROWS = TRAY_ROWS + 1.4  # tray squares that fit in half the board's height


@lru_cache(maxsize=256)
def geometry(options: Options) -> Geometry:
    """Return the geometry of the board and the trays for these options."""
    fixed = setting(options)
    size = fixed.size
    scale = size / 2 / PANEL_ROWS  # of a tray square
    width = TRAY_COLUMNS * scale + 2 * FRAME_WIDTH
    cells = list(_squares(fixed))
    grounds = [BoardGround(rectangle(-FRAME_WIDTH, -FRAME_WIDTH, size + FRAME_WIDTH, size + FRAME_WIDTH), "frame")]
    for colour, (right, below) in enumerate(_tray_places(fixed), 1):
        left = size + FRAME_WIDTH + PANEL_GAP if right else -FRAME_WIDTH - PANEL_GAP - width
        top = size - FRAME_WIDTH - TRAY_ROWS * scale if below else -FRAME_WIDTH
        grounds.append(BoardGround(rectangle(left, top, left + width, top + TRAY_ROWS * scale + 2 * FRAME_WIDTH), "tray"))
        cells += [
            _tray_cell(piece, fixed.tray(colour, piece.name), left + FRAME_WIDTH, top + FRAME_WIDTH, scale)
            for piece in PIECES
        ]
    aside = FRAME_WIDTH + PANEL_GAP + width
    return Geometry(
        cells=tuple(cells),
        area=(0, 0, size, size),
        bounds=(-aside, -FRAME_WIDTH, size + aside, size + FRAME_WIDTH),
        grounds=tuple(grounds),
        column_labels=tuple(chr(ord("a") + column) for column in range(size)),
        row_labels=tuple(str(size - row) for row in range(size)),
    )


def _squares(fixed: BlokusSetting) -> Iterator[Cell]:
    tones = {start: f"start:{colour}" for colour, start in enumerate(fixed.starts, 1)}
    for square in split(fixed.board):
        (name,), (column, row) = names(square), column_row(square)
        top = fixed.size - 1 - row
        yield Cell(name, rectangle(column, top, column + 1, top + 1), tone=tones.get(name, "light"))


def _tray_places(fixed: BlokusSetting) -> Iterator[tuple[bool, bool]]:
    """Yield for each colour whether its tray is to the right of the board and whether it is in the lower half."""
    for start in fixed.starts:
        column, row = column_row(named(start))
        yield 2 * column >= fixed.size, 2 * row < fixed.size


def _tray_cell(piece: BlokusPiece, name: str, left: float, top: float, scale: float) -> Cell:
    def on_board(point: Point) -> Point:
        return left + scale * point[0], top + scale * point[1]

    column, row = piece.middle
    return Cell(
        name,
        tuple(map(on_board, outline(piece))),
        zone="tray",
        tone="tray",
        label=piece.name,
        foot=on_board((column + 0.5, row + 0.5)),
        size=scale,
    )


@cache
def outline(piece: BlokusPiece) -> Polygon:
    """Return the clockwise outline of a piece at its place in the tray, in units of tray squares."""
    ends = dict(_boundary(piece.squares))
    point = first = min(ends)
    around = [first]
    while (point := ends[point]) != first:
        around.append(point)
    turns = zip(around[-1:] + around[:-1], around, around[1:] + around[:1], strict=True)
    return tuple((x, y) for (x0, y0), (x, y), (x1, y1) in turns if (x - x0, y - y0) != (x1 - x, y1 - y))


def _boundary(squares: Iterable[Square]) -> Iterator[tuple[Square, Square]]:
    """Return the sides that belong to only one square, as pairs (start, end), clockwise around the piece."""
    sides = set()
    for x, y in squares:
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        sides |= set(zip(corners, corners[1:] + corners[:1], strict=True))
    return ((start, end) for start, end in sides if (end, start) not in sides)
