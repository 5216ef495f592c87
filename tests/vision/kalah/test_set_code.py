"""The code of a set, as stored in an appearance."""

from __future__ import annotations

import json

import numpy as np
import pytest

from fourth_seat.vision.kalah import seed_counter
from fourth_seat.vision.kalah.set_code import SetCode, key


def test_it_is_kept_in_an_appearance() -> None:
    code = SetCode(np.linspace(-1, 2, seed_counter.CODE_SIZE, dtype=np.float32), 3)
    kept = SetCode.of(json.loads(json.dumps(code.stored())))
    assert kept is not None
    assert kept.looks == 3
    assert np.allclose(kept.numbers, code.numbers, atol=1e-3)
    assert SetCode.of({}) is None
    assert SetCode.of({"code-00000000": code.stored()[key()]}) is None  # of different weights


@pytest.mark.parametrize("stored", [[], [1], [0, *8 * [0]], [1, *7 * [0], float("nan")], [1, *7 * [0], 1e9]])
def test_what_is_no_code_is_refused(stored: list[float]) -> None:
    with pytest.raises(ValueError, match=r"code|unpack"):
        SetCode.of({key(): stored})
