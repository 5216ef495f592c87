"""Evidence about board cells: the likelihood of what a picture or sensor shows in a cell, given each possible content.

Likelihoods are natural logarithms, which are 0 for a cell's best content. No reading is ever certain: values are clipped at
`LOG_FLOOR`, so a single cell with glare or a finger on it cannot outweigh the rest of the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourth_seat.games.contents import Cells, Content

LOG_FLOOR = -9.0  # the logarithm of how unlikely one cell's reading can make a content

Likelihoods = Mapping[Content | None, float]
"""The log-likelihoods of one cell's possible contents (None for empty); the highest is 0."""


class LogLikelihoods(Mapping[str, Likelihoods]):
    """A matrix of log-likelihoods, with one row per cell and one column per content. It is also a mapping from cells to
    their log-likelihoods.

    Attributes:
        names: the cell names.
        contents: the possible contents of the cells.
        matrix: the log-likelihoods, shape (cells, contents); the maximum of each row is 0, and no value is below
            `LOG_FLOOR`.
    """

    def __init__(self, names: tuple[str, ...], contents: tuple[Content | None, ...], values: NDArray[Any]) -> None:
        """Shift each row of `values` to a maximum of 0, and clip values at `LOG_FLOOR`.

        Raises:
            ValueError: a value is NaN.
        """
        self.names, self.contents = names, contents
        self.matrix: NDArray[np.float64] = np.asarray(values, np.float64)
        if np.isnan(self.matrix).any():
            raise ValueError("a likelihood is no number")
        if names:
            self.matrix = np.maximum(self.matrix - self.matrix.max(axis=1, keepdims=True), LOG_FLOOR)

    @classmethod
    def of(cls, cells: Mapping[str, Likelihoods]) -> LogLikelihoods:
        """Return the matrix for a mapping; contents missing for a cell are considered very unlikely (`LOG_FLOOR`)."""
        if isinstance(cells, LogLikelihoods):
            return cells
        contents = tuple(dict.fromkeys(content for likelihoods in cells.values() for content in likelihoods))
        rows = [[likelihoods.get(content, LOG_FLOOR) for content in contents] for likelihoods in cells.values()]
        return cls(tuple(cells), contents, np.array(rows, np.float64).reshape(len(cells), len(contents)))

    @cached_property
    def rows(self) -> dict[str, int]:
        """The matrix row of each cell."""
        return {name: row for row, name in enumerate(self.names)}

    @cached_property
    def columns(self) -> dict[Content | None, int]:
        """The matrix column of each content."""
        return {content: column for column, content in enumerate(self.contents)}

    @cached_property
    def table(self) -> list[list[float]]:
        """The values as Python floats, which are faster to access individually."""
        found: list[list[float]] = self.matrix.tolist()
        return found

    def spread(self, names: tuple[str, ...], contents: tuple[Content | None, ...]) -> NDArray[np.float64]:
        """Return the values for these cells and contents; NaN for cells without evidence."""
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


def floored(values: Iterable[tuple[Content | None, float]]) -> dict[Content | None, float]:
    """Return log-likelihoods shifted to a maximum of 0 and clipped at `LOG_FLOOR`."""
    values = list(values)
    best = max(value for _, value in values)
    return {content: max(LOG_FLOOR, value - best) for content, value in values}


class Evidence:
    """Evidence about the cells' contents.

    Attributes:
        cells: the log-likelihoods for each cell that was read; there is no evidence about missing cells.
        strange: cells that do not look like any possible content, for example because of a hand, a sleeve or glare.
        marks: letters for colours that differ between this set and the rules, such as blue discs for red.
        provisional: whether this set is unknown and its readings are so rough that a given position is trusted more.
    """

    __slots__ = ("cells", "marks", "provisional", "strange")

    def __init__(
        self,
        cells: Mapping[str, Likelihoods],
        strange: frozenset[str] = frozenset(),
        marks: Mapping[int, str] | None = None,
        *,
        provisional: bool = False,
    ) -> None:
        self.cells = LogLikelihoods.of(cells)
        self.strange = strange
        self.marks = marks or {}
        self.provisional = provisional

    def of(self, cell: str, content: Content | None) -> float:
        """Return the log-likelihood of a content; its faces are ignored if the evidence does not distinguish them."""
        row = self.cells.rows.get(cell)
        if row is None:
            return 0.0
        column = self.cells.columns.get(content)
        if column is None and content is not None and content.faces:
            column = self.cells.columns.get(replace(content, faces=()))
        return LOG_FLOOR if column is None else self.cells.table[row][column]

    def without(self, cells: frozenset[str]) -> Evidence:
        """Return the evidence without these cells."""
        kept = [row for row, name in enumerate(self.cells.names) if name not in cells]
        if len(kept) == len(self.cells):
            return self
        names = tuple(self.cells.names[row] for row in kept)
        logs = LogLikelihoods(names, self.cells.contents, self.cells.matrix[kept])
        return Evidence(logs, self.strange - cells, self.marks, provisional=self.provisional)

    def score(self, cells: Cells) -> float:
        """Return the log-likelihood of a whole board; 0 if every cell has its most likely content."""
        return sum(self.of(name, cells.get(name)) for name in self.cells)

    def best(self) -> dict[str, Content]:
        """Return the most likely content of each cell, omitting cells that look empty."""
        likeliest = self.cells.matrix.argmax(axis=1).tolist() if self.cells else []
        contents = {name: self.cells.contents[column] for name, column in zip(self.cells, likeliest, strict=True)}
        return {name: content for name, content in contents.items() if content}

    def confidence(self, cell: str) -> float:
        """Return the probability of a cell's most likely content, assuming a uniform prior."""
        return float(1 / np.exp(self.cells.matrix[self.cells.rows[cell]]).sum())

    def sureness(self) -> float:
        """Return the geometric mean of the probabilities of the cells' most likely contents."""
        if not self.cells:
            return 0.0
        return float(np.exp(-np.log(np.exp(self.cells.matrix).sum(axis=1)).mean()))


def mean(seen: Sequence[Evidence]) -> Evidence:
    """Combine the evidence from several readings of a still board. The readings mostly share the same errors, so their
    log-likelihoods are averaged rather than added. A cell is strange if it is strange in most of the readings.
    """
    if all(each is seen[0] for each in seen):
        return seen[0]
    votes = Counter(name for evidence in seen for name in evidence.strange)
    strange = frozenset(name for name, n in votes.items() if 2 * n > len(seen))
    logs = _mean([evidence.cells for evidence in seen])
    return Evidence(logs, strange, provisional=any(evidence.provisional for evidence in seen))


def _mean(seen: Sequence[LogLikelihoods]) -> LogLikelihoods:
    """Return the average; a cell missing from some readings is averaged over the others."""
    first = seen[0]
    if all(each.names == first.names and each.contents == first.contents for each in seen):
        return LogLikelihoods(first.names, first.contents, np.mean([each.matrix for each in seen], axis=0))
    names = tuple(dict.fromkeys(name for each in seen for name in each.names))
    contents = tuple(dict.fromkeys(content for each in seen for content in each.contents))
    return LogLikelihoods(names, contents, np.nanmean([each.spread(names, contents) for each in seen], axis=0))
