"""The slopes by which the prior's weights are fitted."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from engines.blokus.kernels.shapes import COVERED, EDGE, EDGES, PIECE_OF, SIZE, TIP, TIPS
from engines.jit.kernels import summing

_COVERED, _SIZE, _EDGE, _EDGES, _TIP, _TIPS, _PIECE = (
    table.astype(np.int64) for table in (COVERED, SIZE, EDGE, EDGES, TIP, TIPS, PIECE_OF)
)


@summing
def slopes(
    chosen,
    codes,
    reached,
    phase,
    seen,
    begin,
    placements,
    targets,
    by_code,
    by_reach,
    by_piece,
    by_place,
    to_code,
    to_reach,
    to_piece,
    to_place,
    learn,
):
    """Return the loss over some positions, how often the likeliest is the search's choice, and the loss's slopes, added
    up.
    """
    loss, hits = 0.0, 0
    sums = np.empty(8192)
    for n in chosen:
        a, b, now = begin[n], begin[n + 1], phase[n]
        for k in range(a, b):
            shape, first = placements[k] >> 9, placements[k] & 511
            total = by_piece[now, _PIECE[shape]]
            for i in range(_SIZE[shape]):
                square = first + _COVERED[shape, i]
                total += (
                    by_code[now, 0, codes[n, square]]
                    + by_reach[now, 0, reached[n, square]]
                    + by_place[now, seen[n, square]]
                )
            for i in range(_EDGES[shape]):
                square = first + _EDGE[shape, i]
                total += by_code[now, 1, codes[n, square]] + by_reach[now, 1, reached[n, square]]
            for i in range(_TIPS[shape]):
                square = first + _TIP[shape, i]
                total += by_code[now, 2, codes[n, square]] + by_reach[now, 2, reached[n, square]]
            sums[k - a] = total
        most = sums[: b - a].max()
        logarithm = most + np.log(np.exp(sums[: b - a] - most).sum())
        hits += np.argmax(sums[: b - a]) == np.argmax(targets[a:b])
        for k in range(a, b):
            loss -= targets[k] * (sums[k - a] - logarithm)
            if learn:
                slope = np.exp(sums[k - a] - logarithm) - targets[k]
                shape, first = placements[k] >> 9, placements[k] & 511
                to_piece[now, _PIECE[shape]] += slope
                for i in range(_SIZE[shape]):
                    square = first + _COVERED[shape, i]
                    to_code[now, 0, codes[n, square]] += slope
                    to_reach[now, 0, reached[n, square]] += slope
                    to_place[now, seen[n, square]] += slope
                for i in range(_EDGES[shape]):
                    square = first + _EDGE[shape, i]
                    to_code[now, 1, codes[n, square]] += slope
                    to_reach[now, 1, reached[n, square]] += slope
                for i in range(_TIPS[shape]):
                    square = first + _TIP[shape, i]
                    to_code[now, 2, codes[n, square]] += slope
                    to_reach[now, 2, reached[n, square]] += slope
    return loss, hits
