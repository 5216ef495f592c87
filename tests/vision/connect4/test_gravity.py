"""Column by column, the sums over all fillings equal what counting them one by one gives."""

from __future__ import annotations

import itertools

import numpy as np

from fourth_seat.vision.connect4.gravity import heights, marginals


def test_marginals_count_every_filling() -> None:
    logs = np.random.default_rng(2).normal(0, 2, (42, 3))
    likely = np.exp(marginals(logs))
    for column in range(7):
        holes = [column + 7 * (5 - up) for up in range(6)]  # from the foot
        total, each = 0.0, np.zeros((6, 3))
        for filled in range(7):
            for colours in itertools.product((1, 2), repeat=filled):
                contents = [*colours, *[0] * (6 - filled)]
                weight = np.exp(sum(logs[at, content] for at, content in zip(holes, contents, strict=True)))
                weight *= 0.5**filled  # both colours are equally likely
                total += weight
                for up, content in enumerate(contents):
                    each[up, content] += weight
        np.testing.assert_allclose(likely[holes], each / total, rtol=1e-9)


def test_heights_of_several_tables_at_once() -> None:
    logs = np.random.default_rng(3).normal(0, 2, (4, 42, 3))
    together = heights(logs)
    assert together.shape == (4, 7, 7)
    np.testing.assert_allclose(together[2], heights(logs[2]))
