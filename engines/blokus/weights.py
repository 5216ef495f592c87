"""The learned weights of the search, their files, and their conversion to kernel records."""

from __future__ import annotations

import io
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from fourth_seat.boundary.shipped import read_shipped
from fourth_seat.engines.blokus.kernels import evaluation as kernels
from fourth_seat.engines.blokus.kernels.playout import TO_THE_END
from fourth_seat.engines.blokus.position import square_of
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.games.blokus.bitboard import column_row, named, split
from fourth_seat.games.blokus.pieces import PIECES
from fourth_seat.games.blokus.variants import BlokusSetting
from fourth_seat.words import say

WEIGHTS_FOLDER = Path(__file__).parent / "weights"
CLASSIC_WEIGHTS_FILE, DUO_WEIGHTS_FILE = WEIGHTS_FOLDER / "classic.npz", WEIGHTS_FOLDER / "duo.npz"
PLACE_TABLE_SQUARES = 20  # along a side, for boards of all sizes

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class BlokusWeights:
    """The weights of `kernels.evaluation`: those of the prior, which are logarithms of the factors of a placement's gamma,
    and those of the expected gains. The prior and the gains use different phases of the game.

    Attributes:
        codes: (phases, roles, codes).
        reaches: (phases, roles, reaches).
        pieces: (phases, pieces).
        places: (phases, PLACE_TABLE_SQUARES**2), indexed by `PLACE_TABLE_SQUARES * row + column` as in `seen_from`.
        gains: (phases, features), points; features in the order of `GAIN_FEATURES`.
        doubts: (phases,), points.
        horizon: the length of a long playout in plies before gains are estimated.
    """

    codes: Floats
    reaches: Floats
    pieces: Floats
    places: Floats
    gains: Floats
    doubts: Floats
    horizon: int

    def write_prior(self, setting: BlokusSetting, record: np.void) -> None:
        """Write the prior's weights for a setting to a `PRIOR_WEIGHTS` record."""
        for field in ("codes", "reaches", "pieces"):
            record[field][:] = getattr(self, field)
        record["places"][:] = 0
        for colour in range(len(setting.sides)):
            squares, seen = seen_from(setting, colour)
            record["places"][colour][:, squares] = self.places[:, seen]

    def write_gains(self, record: np.void) -> None:
        """Write the weights of the expected gains to a `GAIN_WEIGHTS` record."""
        record["gains"][:] = np.ascontiguousarray(self.gains, np.float32).view(record["gains"].dtype)[:, 0]
        record["doubts"][:] = self.doubts


def empty_weights() -> BlokusWeights:
    """Return weights with a uniform prior and no expected gains."""
    shapes = {
        "codes": (kernels.PRIOR_PHASES, kernels.ROLES, kernels.CODES),
        "reaches": (kernels.PRIOR_PHASES, kernels.ROLES, kernels.REACHES),
        "pieces": (kernels.PRIOR_PHASES, len(PIECES)),
        "places": (kernels.PRIOR_PHASES, PLACE_TABLE_SQUARES * PLACE_TABLE_SQUARES),
        "gains": (kernels.GAIN_PHASES, kernels.FEATURES),
        "doubts": (kernels.GAIN_PHASES,),
    }
    return BlokusWeights(**{name: np.zeros(shape, np.float32) for name, shape in shapes.items()}, horizon=TO_THE_END)


@cache
def seen_from(setting: BlokusSetting, colour: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the squares of a board, and their indices in the table of places from a colour's point of view; colours are
    numbered from 0.

    The board is rotated so that all colours start in the same corner, and folded along the diagonal through this corner,
    since a placement has the same value on both sides of the diagonal. The starting corner thus makes no difference.
    """
    last = setting.size - 1
    x0, y0 = column_row(named(setting.starts[colour]))
    squares, seen = [], []
    for square in split(setting.board):
        x, y = column_row(square)
        if setting.duo:
            u, v = (x, y) if colour == 0 else (last - x, last - y)
            u, v = min((u, v), (last - v, last - u))
        else:
            u, v = sorted((x if x0 == 0 else last - x, y if y0 == 0 else last - y))
        squares.append(square_of(square))
        seen.append(PLACE_TABLE_SQUARES * v + u)
    return np.array(squares), np.array(seen)


@cache
def weights(setting: BlokusSetting) -> BlokusWeights:
    """Return the weights for a kind of game.

    Raises:
        DamagedTable: the file is missing or damaged.
    """
    path = DUO_WEIGHTS_FILE if setting.duo else CLASSIC_WEIGHTS_FILE
    try:
        return read(io.BytesIO(read_shipped(path)))
    except OSError:
        raise DamagedTable(
            say("the weights in {path} are missing or damaged; a simpler evaluation is used", path=str(path))
        ) from None


def read(file_or_path: Path | BinaryIO) -> BlokusWeights:
    """Read weights from a file."""
    with np.load(file_or_path) as file:
        tables = {name: table for name, table in file.items() if name != "horizon"}
        return BlokusWeights(**tables, horizon=int(file["horizon"]))


def read_any(path: Path) -> BlokusWeights:
    """Read the weights from a file, or return `empty_weights` if the file does not exist."""
    return read(path) if path.exists() else empty_weights()


def write(path: Path, weights: BlokusWeights) -> None:
    """Write weights to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, **{field.name: getattr(weights, field.name) for field in fields(weights)})
