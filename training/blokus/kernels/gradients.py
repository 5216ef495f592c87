"""The gradients by which the weights of the prior are fitted."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.blokus.kernels.board import MAX_PLACEMENTS
from fourth_seat.engines.blokus.kernels.shapes import COVERED, EDGE, EDGES, ON_BOARD, PIECE_OF, SHAPE_BIT, SIZE, TIP, TIPS
from fourth_seat.engines.jit.kernels import summing

_COVERED, _SIZE, _EDGE, _EDGES, _TIP, _TIPS, _PIECE = (
    table.astype(np.int64) for table in (COVERED, SIZE, EDGE, EDGES, TIP, TIPS, PIECE_OF)
)


@summing
def add_gradients(
    chosen,
    codes,
    reached,
    phase,
    seen,
    begin,
    placements,
    targets,
    code_weights,
    reach_weights,
    piece_weights,
    place_weights,
    code_gradients,
    reach_gradients,
    piece_gradients,
    place_gradients,
    with_gradients,
):
    """Return the loss over some positions and how often the likeliest placement is the search's choice; with
    `with_gradients`, add the gradients of the loss to those given.
    """
    loss, hits = 0.0, 0
    sums = np.empty(MAX_PLACEMENTS)
    for n in chosen:
        a, b, stage = begin[n], begin[n + 1], phase[n]
        for k in range(a, b):
            shape, first = placements[k] >> SHAPE_BIT, placements[k] & ON_BOARD
            total = piece_weights[stage, _PIECE[shape]]
            for i in range(_SIZE[shape]):
                square = first + _COVERED[shape, i]
                total += (
                    code_weights[stage, 0, codes[n, square]]
                    + reach_weights[stage, 0, reached[n, square]]
                    + place_weights[stage, seen[n, square]]
                )
            for i in range(_EDGES[shape]):
                square = first + _EDGE[shape, i]
                total += code_weights[stage, 1, codes[n, square]] + reach_weights[stage, 1, reached[n, square]]
            for i in range(_TIPS[shape]):
                square = first + _TIP[shape, i]
                total += code_weights[stage, 2, codes[n, square]] + reach_weights[stage, 2, reached[n, square]]
            sums[k - a] = total
        most = sums[: b - a].max()
        logarithm = most + np.log(np.exp(sums[: b - a] - most).sum())
        hits += np.argmax(sums[: b - a]) == np.argmax(targets[a:b])
        for k in range(a, b):
            loss -= targets[k] * (sums[k - a] - logarithm)
            if with_gradients:
                gradient = np.exp(sums[k - a] - logarithm) - targets[k]
                shape, first = placements[k] >> SHAPE_BIT, placements[k] & ON_BOARD
                piece_gradients[stage, _PIECE[shape]] += gradient
                for i in range(_SIZE[shape]):
                    square = first + _COVERED[shape, i]
                    code_gradients[stage, 0, codes[n, square]] += gradient
                    reach_gradients[stage, 0, reached[n, square]] += gradient
                    place_gradients[stage, seen[n, square]] += gradient
                for i in range(_EDGES[shape]):
                    square = first + _EDGE[shape, i]
                    code_gradients[stage, 1, codes[n, square]] += gradient
                    reach_gradients[stage, 1, reached[n, square]] += gradient
                for i in range(_TIPS[shape]):
                    square = first + _TIP[shape, i]
                    code_gradients[stage, 2, codes[n, square]] += gradient
                    reach_gradients[stage, 2, reached[n, square]] += gradient
    return loss, hits
