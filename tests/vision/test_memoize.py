"""What is asked for twice in a row is worked out once."""

from __future__ import annotations

import numpy as np

from vision.memoize import memoize_last


def test_the_same_objects_are_not_worked_on_twice() -> None:
    asked: list[float] = []

    @memoize_last
    def whole(image: np.ndarray, by: float) -> float:
        asked.append(by)
        return float(image.sum()) * by

    one, other = np.ones(3), np.ones(3)
    assert [whole(one, 2.0), whole(one, 2.0)] == [6.0, 6.0]
    first = len(asked)
    assert whole(other, 2.0) == 6.0, "equal, but another picture"
    assert whole(one, 2.0) == 6.0, "only the latest is kept"
    assert first == 1
    assert len(asked) == 3
