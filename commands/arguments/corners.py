"""`--corners`: the position of the playing area in the picture, for every command that reads pictures."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from fourth_seat.boundary.numbers import parse_decimal
from fourth_seat.vision.errors import BadCorners
from fourth_seat.words import say

if TYPE_CHECKING:
    from fourth_seat.calibration.lens import Points

MAX_PIXELS = 1_000_000


def add_corners(parser: argparse.ArgumentParser) -> None:
    """Add the `--corners` option."""
    parser.add_argument(
        "--corners",
        nargs=4,
        metavar="X,Y",
        help="outer corners of the playing area in pixels: the board's top left, top right, bottom right, bottom left",
    )


def read_corners(args: argparse.Namespace) -> Points | None:
    """Return the corners as an array of shape (4, 2), or None if they were not given.

    Raises:
        BadCorners: a corner is not of the form `x,y`.
    """
    if args.corners is None:
        return None
    import numpy as np  # only for those who give corners

    return np.array([_corner(text) for text in args.corners])


def _corner(text: str) -> tuple[float, float]:
    x, y, *more = (*(parse_decimal(part.strip(), -MAX_PIXELS, MAX_PIXELS) for part in text.split(",")), None, None)
    if x is None or y is None or len(more) != 2:
        raise BadCorners(say("a corner is written x,y in pixels, like 120,85, not {text}", text=text))
    return x, y
