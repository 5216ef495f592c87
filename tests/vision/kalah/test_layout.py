"""Places of a set's pits, as they are kept."""

from __future__ import annotations

import numpy as np
import pytest

from vision.kalah.layout import PitLayout


def test_a_layout_is_kept() -> None:
    layout = PitLayout(np.linspace(-0.3, 0.3, 24).reshape(2, 6, 2))
    again = PitLayout.of(layout.stored(), 6)
    assert again and np.abs(again.offsets - layout.offsets).max() < 0.001
    assert PitLayout.of(layout.stored(), 5) is None, "a board with fewer pits"


@pytest.mark.parametrize(
    "kept", ["x", [[1, 2], [3]], [[["a", 0]] * 6] * 2, [[[0, 2]] * 6] * 2, [[[0, 0]] * 6] * 3, {}, 1e400]
)
def test_what_is_no_layout_is_none(kept: object) -> None:
    assert PitLayout.of({"layout": kept}, 6) is None
