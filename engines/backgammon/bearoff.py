"""Keeps the tables of exact endings: reads what is there, or builds them and writes them down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from filelock import FileLock
from numpy.typing import NDArray

from engines.backgammon import array_file
from engines.backgammon.kernels import bearoff as kernels
from engines.backgammon.kernels.turns import TURNS
from engines.errors import DamagedTable
from words import Text, say

VERSION = 1
NAME = "backgammon-bearoff.npz"
SLICE = 2_000  # sides filled between two reports

Floats = NDArray[np.float32]
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Bearoff:
    """See `kernels.bearoff`.

    Attributes:
        ends: of each side alone, the chances to be done after so many throws.
        starts: of sides with all checkers, the chances that the first is off after so many.
        pairs: the share of the win of the side on roll.
    """

    ends: Floats
    starts: Floats
    pairs: Floats

    @property
    def arrays(self) -> kernels.TableArrays:
        """The tables as kernels take them."""
        return kernels.TableArrays(self.ends, self.starts, self.pairs)


SHAPES = {
    "ends": (kernels.SIDES, kernels.ROLLS),
    "starts": (kernels.SIDES - kernels.WHOLE_FROM, kernels.FIRST_ROLLS),
    "pairs": (kernels.FEW_SIDES, kernels.FEW_SIDES),
}


def nothing() -> Bearoff:
    """No tables: the networks judge endings too."""
    return Bearoff(*(np.zeros((0, shape[1]), np.float32) for shape in SHAPES.values()))


def build(told: Progress = lambda _: None) -> Bearoff:
    """All tables; some seconds."""
    ends, starts, pairs = (np.zeros(shape, np.float32) for shape in SHAPES.values())
    mean, first_mean = np.zeros(len(ends)), np.zeros(len(ends))
    work = np.empty(1, TURNS)[0]
    kernels.fill_pairs(pairs, work)
    for begin in range(0, len(ends), SLICE):
        kernels.fill_sides(ends, starts, mean, first_mean, begin, min(begin + SLICE, len(ends)), work)
        told(min(begin + SLICE, len(ends)) / len(ends))
    return Bearoff(ends, starts, pairs)


def read(folder: Path) -> Bearoff | None:
    """The tables of a folder; None where it has none.

    Raises:
        DamagedTable: they are cut short, damaged or from another version.
    """
    path = folder / NAME
    try:
        arrays = array_file.load(path, VERSION, tuple(SHAPES))
    except FileNotFoundError:
        return None
    except array_file.OtherVersion:
        raise DamagedTable(say("{path} was written by another version and is being rebuilt", path=str(path))) from None
    except array_file.Damaged:
        raise _damaged(path) from None
    if any(arrays[name].shape != shape for name, shape in SHAPES.items()):
        raise _damaged(path)
    return Bearoff(**arrays)


def _damaged(path: Path) -> DamagedTable:
    return DamagedTable(say("{path} is cut short or damaged and is being rebuilt", path=str(path)))


def kept(folder: Path | None, tell: Callable[[Text], None], told: Progress = lambda _: None) -> Bearoff:
    """The tables of a folder, built and written down where they are missing; `tell` hears what people should know."""
    if folder is None:
        return build(told)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / f"{NAME}.lock"):
            try:
                tables = read(folder)
            except DamagedTable as error:
                tell(error.text)
                tables = None
            if tables is None:
                tables = build(told)
                array_file.save(folder / NAME, VERSION, dict(zip(SHAPES, tables.arrays, strict=True)))
            return tables
    except OSError as error:
        tell(say("cannot save the endgame table in {path}: {reason}", path=str(folder), reason=error.strerror or ""))
        return build(told)
