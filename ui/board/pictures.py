"""The pictures of the games: their boards, drawn from their geometry with a position from the middle of a game."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from random import Random

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import AnyGame
from fourth_seat.games.geometry import BoardGround, Geometry, Polygon, contains, rectangle
from fourth_seat.games.sample import sample_state
from fourth_seat.ui.board.view import BoardView
from fourth_seat.ui.theme.theme import Theme

EDGE_SHARE = 0.03  # of the board around the playing area, as part of its longer side


def picture(parent: tk.Misc, theme: Theme, game: AnyGame) -> BoardView:
    """Return a small view of the board as it looks in the middle of a game."""
    options = game.options()
    geometry = playing_area(game.geometry(options))
    view = BoardView(parent, theme, geometry, game.sides(options), Orientation(), letters=False, ground="raised", margin=0)
    view.show({name: content for name, content in sample_state(game, Random(4).choice).cells().items() if name in geometry})
    return view


def playing_area(geometry: Geometry) -> Geometry:
    """Return the playing area and a little of the board around it, without trays, hands and printed labels."""
    left, top, right, bottom = geometry.area
    edge = EDGE_SHARE * max(right - left, bottom - top)
    window = left - edge, top - edge, right + edge, bottom + edge
    cells = (replace(cell, label="") for cell in geometry.cells if contains(rectangle(*window), cell.foot))
    grounds = (BoardGround(_clipped(ground.polygon, window), ground.tone) for ground in geometry.grounds)
    return Geometry(tuple(cells), geometry.area, window, tuple(ground for ground in grounds if _wide(ground.polygon)))


def _clipped(polygon: Polygon, window: tuple[float, float, float, float]) -> Polygon:
    left, top, right, bottom = window
    return tuple((min(max(x, left), right), min(max(y, top), bottom)) for x, y in polygon)


def _wide(polygon: Polygon) -> bool:
    xs, ys = {x for x, _ in polygon}, {y for _, y in polygon}
    return len(xs) > 1 and len(ys) > 1
