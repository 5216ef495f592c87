"""Pictures of states, side by side with those of another checkout."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from benchmarks.window.pictures import GAP_PX, ROOT, beside, take


def test_what_was_is_left_and_what_is_right(tmp_path: Path) -> None:
    red, blue = tmp_path / "red.png", tmp_path / "blue.png"
    Image.new("RGB", (40, 30), "red").save(red)
    Image.new("RGB", (40, 30), "blue").save(blue)
    both = beside(red, blue)
    assert both.size == (80 + GAP_PX, 30)
    assert both.getpixel((5, 5)) == (255, 0, 0) and both.getpixel((75 + GAP_PX, 5)) == (0, 0, 255)
    alone = beside(tmp_path / "none.png", blue)
    assert alone.getpixel((5, 5)) == (255, 255, 255) and alone.getpixel((75 + GAP_PX, 5)) == (0, 0, 255)


@pytest.mark.slow
def test_each_state_of_a_view_is_taken(tmp_path: Path) -> None:
    take(ROOT, tmp_path, "1024x600", "en", "medium", "light", "seats connect4")
    pictures = [Image.open(path) for path in tmp_path.glob("seats-connect4*.png")]
    assert len(pictures) > 2 and all(picture.size == (1024, 600) for picture in pictures)
    assert all(len(picture.convert("RGB").getcolors(1_000_000) or ()) > 50 for picture in pictures)
