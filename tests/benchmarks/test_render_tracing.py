"""Light traced in a tiny picture, if the renderer is installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.vision.renders.batch import render
from benchmarks.vision.renders.tracing.tracer import NoTracer, mitsuba


@pytest.fixture(scope="module", autouse=True)
def renderer() -> None:
    try:
        mitsuba()
    except NoTracer as error:
        pytest.skip(f"nothing can be traced here: {error}")


def test_a_picture_depends_on_its_seed_alone(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        render("dice", tmp_path / name, (96, 54), 2, 0.0, 3)
    render("dice", tmp_path / "two", (96, 54), 2, 0.0, 4)
    one, two = tmp_path / "one" / "dice_0003.jpg", tmp_path / "two" / "dice_0003.jpg"
    assert one.read_bytes() == two.read_bytes() != (tmp_path / "two" / "dice_0004.jpg").read_bytes()
    label = json.loads(one.with_suffix(".json").read_text())
    assert label["file"] == "dice_0003.jpg" and label["size"] == [96, 54]
