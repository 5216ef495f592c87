"""Bear-off tables, which are read from disk or built and saved, optionally in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from filelock import Timeout
from numpy.typing import NDArray

from fourth_seat.engines.backgammon import array_file
from fourth_seat.engines.backgammon.kernels import bearoff as kernels
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.engines.table_cache import TableCache, not_kept
from fourth_seat.words import Text, say

VERSION = 1
FILE_NAME = "backgammon-bearoff.npz"
SLICE_SIDES = 2_000  # sides filled between two reports
FILE_BYTES = 6_000_000
POLL_INTERVAL_S = 0.02  # between two checks whether to stop
LOCK_TIMEOUT_S = 60.0  # to wait for another process, which takes some seconds for the tables

Floats = NDArray[np.float32]
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Bearoff:
    """Bear-off tables; see `kernels.bearoff`.

    Attributes:
        ends: for each side alone, the distribution of the number of throws to bear off.
        starts: for sides with all their checkers, the distribution of the number of throws until the first is borne off.
        pairs: for both sides, the probability that the side on roll wins.
    """

    ends: Floats
    starts: Floats
    pairs: Floats

    @property
    def arrays(self) -> kernels.TableArrays:
        """The tables in the form used by the kernels."""
        return kernels.TableArrays(self.ends, self.starts, self.pairs)


ARRAY_SHAPES = {
    "ends": (kernels.SIDES, kernels.ROLLS),
    "starts": (kernels.SIDES - kernels.WHOLE_FROM, kernels.FIRST_ROLLS),
    "pairs": (kernels.FEW_SIDES, kernels.FEW_SIDES),
}


def nothing() -> Bearoff:
    """Return empty tables, which leave endings to the networks."""
    return Bearoff(*(np.zeros((0, shape[1]), np.float32) for shape in ARRAY_SHAPES.values()))


def build(progress: Progress = lambda _: None) -> Bearoff:
    """Build all tables, which takes a few seconds."""
    ends, starts, pairs = (np.zeros(shape, np.float32) for shape in ARRAY_SHAPES.values())
    mean, first_mean = np.zeros(len(ends)), np.zeros(len(ends))
    work = np.empty(1, kernels.BUILDING)[0]
    kernels.fill_pairs(pairs, work)
    for begin in range(0, len(ends), SLICE_SIDES):
        kernels.fill_sides(ends, starts, mean, first_mean, begin, min(begin + SLICE_SIDES, len(ends)), work)
        progress(min(begin + SLICE_SIDES, len(ends)) / len(ends))
    return Bearoff(ends, starts, pairs)


def read(folder: Path) -> Bearoff | None:
    """Return the tables saved in a folder, or None if there are none.

    Raises:
        DamagedTable: they are truncated, damaged or from another version.
    """
    path = folder / FILE_NAME
    try:
        arrays = array_file.load(path, VERSION, tuple(ARRAY_SHAPES))
    except FileNotFoundError:
        return None
    if any(arrays[name].shape != shape for name, shape in ARRAY_SHAPES.items()):
        raise DamagedTable(say("{path} is incomplete or damaged and is being rebuilt", path=str(path)))
    return Bearoff(**arrays)


def kept(cache: TableCache | None, notify: Callable[[Text], None], progress: Progress = lambda _: None) -> Bearoff:
    """Return the cached tables, building and saving them if they are missing; `notify` is called with notices."""
    if cache is None:
        return build(progress)
    path = cache.folder / FILE_NAME
    try:
        with cache.building(FILE_NAME, LOCK_TIMEOUT_S):
            try:
                tables = read(cache.folder)
            except DamagedTable as error:
                notify(error.text)
                tables = None
            if tables:
                cache.mark_used(path)
                return tables
            cache.make_room(path, FILE_BYTES)
            tables = build(progress)
            array_file.save(path, VERSION, dict(zip(ARRAY_SHAPES, tables.arrays, strict=True)))
            return tables
    except Timeout:  # another process writes them, or hangs
        return build(progress)
    except OSError as error:
        notify(not_kept(cache.folder, error))
        return build(progress)


class BackgroundBearoff:
    """Tables that are read or built in a background thread."""

    def __init__(self, cache: TableCache | None, notify: Callable[[Text], None]) -> None:
        """Start reading or building the tables; see `kept`."""
        self._tables = nothing()
        self._ended = threading.Event()
        threading.Thread(target=self._run, args=(cache, notify), name="tables", daemon=True).start()

    def made(self, limit: SearchLimit) -> Bearoff:
        """Wait for the tables and return them, or return empty tables if the limit is reached first."""
        while not self._ended.wait(POLL_INTERVAL_S) and not limit.late():
            pass
        return self._tables

    def _run(self, cache: TableCache | None, notify: Callable[[Text], None]) -> None:
        try:
            self._tables = kept(cache, notify)
        finally:
            self._ended.set()
