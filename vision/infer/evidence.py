"""Evidence of a picture about each cell: the likelihood of its pixels for each content.

Evidence is in natural logarithms, the best content of a cell at 0. No picture is ever certain: nothing falls below
`LOG_FLOOR`, so that one cell with glare or a finger on it cannot outweigh the rest of the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from fourth_seat.games.contents import Cells, Content
from fourth_seat.vision.infer import log_likelihoods
from fourth_seat.vision.infer.log_likelihoods import LOG_FLOOR, Likelihoods, LogLikelihoods

__all__ = ["LOG_FLOOR", "Evidence", "Likelihoods", "floored", "mean"]


def floored(values: Iterable[tuple[Content | None, float]]) -> dict[Content | None, float]:
    """Return logarithms of any height, moved so that the best is 0 and none below `LOG_FLOOR`."""
    values = list(values)
    best = max(value for _, value in values)
    return {content: max(LOG_FLOOR, value - best) for content, value in values}


class Evidence:
    """Evidence of a picture about the cells' contents.

    Attributes:
        cells: for each cell that was looked at. A cell that is missing says nothing.
        strange: cells whose pixels fit nothing that may lie there: a hand, a sleeve, glare.
        marks: letters for colours that differ in this set from the rules' names, such as blue discs for red.
        provisional: this set is unknown and read so roughly that a given position is trusted more.
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
        """Return the log-likelihood of a content; faces that no picture shows are left out of the comparison."""
        row = self.cells.rows.get(cell)
        if row is None:
            return 0.0
        column = self.cells.columns.get(content)
        if column is None and content is not None and content.faces:
            column = self.cells.columns.get(replace(content, faces=()))
        return LOG_FLOOR if column is None else self.cells.table[row][column]

    def without(self, cells: frozenset[str]) -> Evidence:
        """Return the evidence of the other cells."""
        kept = [row for row, name in enumerate(self.cells.names) if name not in cells]
        if len(kept) == len(self.cells):
            return self
        names = tuple(self.cells.names[row] for row in kept)
        logs = LogLikelihoods(names, self.cells.contents, self.cells.matrix[kept])
        return Evidence(logs, self.strange - cells, self.marks, provisional=self.provisional)

    def score(self, cells: Cells) -> float:
        """Return the log-likelihood of a whole board; 0 where every cell holds its likeliest content."""
        return sum(self.of(name, cells.get(name)) for name in self.cells)

    def best(self) -> dict[str, Content]:
        """Return the likeliest content of each cell; cells that look empty are left out."""
        likeliest = self.cells.matrix.argmax(axis=1).tolist() if self.cells else []
        contents = {name: self.cells.contents[column] for name, column in zip(self.cells, likeliest, strict=True)}
        return {name: content for name, content in contents.items() if content}

    def confidence(self, cell: str) -> float:
        """Return the probability of a cell's likeliest content, all being equally likely before."""
        return float(1 / np.exp(self.cells.matrix[self.cells.rows[cell]]).sum())

    def sureness(self) -> float:
        """Return the probability that every cell holds what it looks most like, to the power of one over their number."""
        if not self.cells:
            return 0.0
        return float(np.exp(-np.log(np.exp(self.cells.matrix).sum(axis=1)).mean()))


def mean(seen: Sequence[Evidence]) -> Evidence:
    """Return the joint evidence of several pictures of one still board. Their errors are mostly the same, so they are
    averaged, not multiplied; a cell is strange where most of them say so.
    """
    if len(seen) == 1:
        return seen[0]
    votes = Counter(name for evidence in seen for name in evidence.strange)
    strange = frozenset(name for name, n in votes.items() if 2 * n > len(seen))
    logs = log_likelihoods.mean([evidence.cells for evidence in seen])
    return Evidence(logs, strange, provisional=any(evidence.provisional for evidence in seen))
