"""What a picture says about each cell: how likely its pixels are for each thing that may lie there.

Evidence is in natural logarithms, the best content of a cell at 0. No picture is ever certain: nothing falls below `LEAST`,
so that one cell with glare or a finger on it cannot outweigh the rest of the board.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from games.contents import Cells, Content

LEAST = -9.0  # the logarithm of how unlikely a content can be made by one cell's pixels

Likelihoods = Mapping[Content | None, float]
"""For one cell: contents (None: empty) with their logarithms, best 0."""


def floored(values: Iterable[tuple[Content | None, float]]) -> dict[Content | None, float]:
    """Logarithms of any height, moved so that the best is 0 and none below `LEAST`."""
    values = list(values)
    best = max(value for _, value in values)
    return {content: max(LEAST, value - best) for content, value in values}


@dataclass(frozen=True, slots=True)
class Evidence:
    """Attributes:
    cells: for each cell that was looked at. A cell that is missing says nothing.
    strange: cells whose pixels fit nothing that may lie there: a hand, a sleeve, glare.
    """

    cells: Mapping[str, Likelihoods]
    strange: frozenset[str] = frozenset()

    def of(self, cell: str, content: Content | None) -> float:
        """How likely a content is; what faces cannot be told from a picture are left out of the comparison."""
        likelihoods = self.cells.get(cell)
        if likelihoods is None:
            return 0.0
        if content in likelihoods:
            return likelihoods[content]
        bare = replace(content, faces=()) if content else None
        return likelihoods.get(bare, LEAST)

    def score(self, cells: Cells) -> float:
        """How likely a whole board is; 0 where every cell holds what it looks most like."""
        return sum(self.of(name, cells.get(name)) for name in self.cells)

    def best(self) -> dict[str, Content]:
        """What each cell looks most like; cells that look empty are left out."""
        likeliest = {name: max(values, key=values.__getitem__) for name, values in self.cells.items()}
        return {name: content for name, content in likeliest.items() if content}

    def confidence(self, cell: str) -> float:
        """The probability of a cell's likeliest content, all being equally likely before."""
        return 1 / sum(math.exp(value) for value in self.cells[cell].values())

    def sureness(self) -> float:
        """The probability that every cell holds what it looks most like, to the power of one over their number."""
        if not self.cells:
            return 0.0
        return math.exp(sum(math.log(self.confidence(name)) for name in self.cells) / len(self.cells))


def mean(seen: Sequence[Evidence]) -> Evidence:
    """What several pictures of one still board say together. Their errors are mostly the same, so they are averaged, not
    multiplied; a cell is strange where most of them say so.
    """
    if len(seen) == 1:
        return seen[0]
    cells = {}
    for name in dict.fromkeys(name for evidence in seen for name in evidence.cells):
        told = [evidence.cells[name] for evidence in seen if name in evidence.cells]
        contents = dict.fromkeys(content for likelihoods in told for content in likelihoods)
        cells[name] = floored(
            (content, sum(likelihoods.get(content, LEAST) for likelihoods in told) / len(told)) for content in contents
        )
    votes = Counter(name for evidence in seen for name in evidence.strange)
    return Evidence(cells, frozenset(name for name, n in votes.items() if 2 * n > len(seen)))
