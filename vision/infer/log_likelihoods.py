"""The logarithms of many cells as one matrix: boards of four hundred squares are weighed with every picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourth_seat.games.contents import Content

LOG_FLOOR = -9.0  # the logarithm of how unlikely a content can be made by one cell's pixels

Likelihoods = Mapping[Content | None, float]
"""For one cell: contents (None: empty) with their logarithms, best 0."""


class LogLikelihoods(Mapping[str, Likelihoods]):
    """For each cell the logarithms of the same contents; it reads as a mapping from cells to these.

    Attributes:
        names: of the cells.
        contents: that any of them may hold.
        matrix: logarithms, shape (cells, contents), each row's best 0, none below `LOG_FLOOR`.
    """

    def __init__(self, names: tuple[str, ...], contents: tuple[Content | None, ...], values: NDArray[Any]) -> None:
        """`values` may be of any height: rows are moved so that their best is 0, and floored.

        Raises:
            ValueError: one is no number.
        """
        self.names, self.contents = names, contents
        self.matrix: NDArray[np.float64] = np.asarray(values, np.float64)
        if np.isnan(self.matrix).any():
            raise ValueError("a likelihood is no number")
        if names:
            self.matrix = np.maximum(self.matrix - self.matrix.max(axis=1, keepdims=True), LOG_FLOOR)

    @classmethod
    def of(cls, cells: Mapping[str, Likelihoods]) -> LogLikelihoods:
        """Return the matrix of a mapping; what a cell does not speak of is as unlikely as can be."""
        if isinstance(cells, LogLikelihoods):
            return cells
        contents = tuple(dict.fromkeys(content for likelihoods in cells.values() for content in likelihoods))
        rows = [[likelihoods.get(content, LOG_FLOOR) for content in contents] for likelihoods in cells.values()]
        return cls(tuple(cells), contents, np.array(rows, np.float64).reshape(len(cells), len(contents)))

    @cached_property
    def rows(self) -> dict[str, int]:
        """Each cell's row."""
        return {name: row for row, name in enumerate(self.names)}

    @cached_property
    def columns(self) -> dict[Content | None, int]:
        """Each content's column."""
        return {content: column for column, content in enumerate(self.contents)}

    @cached_property
    def table(self) -> list[list[float]]:
        """The values as Python has them, which is faster to ask one by one."""
        found: list[list[float]] = self.matrix.tolist()
        return found

    def spread(self, names: tuple[str, ...], contents: tuple[Content | None, ...]) -> NDArray[np.float64]:
        """Return the values for these cells and contents; NaN for cells that are not among those looked at."""
        out = np.full((len(names), len(contents)), np.nan)
        rows = [row for row, name in enumerate(names) if name in self.rows]
        out[rows] = LOG_FLOOR
        own = [self.rows[names[row]] for row in rows]
        for column, content in enumerate(contents):
            if content in self.columns:
                out[rows, column] = self.matrix[own, self.columns[content]]
        return out

    def __getitem__(self, name: str) -> Likelihoods:
        return dict(zip(self.contents, self.table[self.rows[name]], strict=True))

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def mean(seen: list[LogLikelihoods]) -> LogLikelihoods:
    """Return the average; of a cell that some did not look at, of the others."""
    first = seen[0]
    if all(each.names == first.names and each.contents == first.contents for each in seen):
        return LogLikelihoods(first.names, first.contents, np.mean([each.matrix for each in seen], axis=0))
    names = tuple(dict.fromkeys(name for each in seen for name in each.names))
    contents = tuple(dict.fromkeys(content for each in seen for content in each.contents))
    return LogLikelihoods(names, contents, np.nanmean([each.spread(names, contents) for each in seen], axis=0))
