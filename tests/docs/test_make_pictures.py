from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from PIL import Image

from docs.make_pictures import CHOSEN, MOST, NoScreenshot, make, small
from fourth_seat.games import game_names


def test_every_game_has_a_picture() -> None:
    assert {"start", "phones", "phone-pages", *game_names()} == set(CHOSEN)


def test_pictures_are_made_small(tmp_path: Path) -> None:
    shots, pictures = tmp_path / "shots", tmp_path / "pictures"
    shots.mkdir()
    gradient = Image.radial_gradient("L").resize((1280, 800)).convert("RGB")
    gradient.save(shots / "a.png")
    assert make({"one": "a"}, shots, pictures) == [pictures / "one.png"]
    assert (pictures / "one.png").stat().st_size <= MOST
    with Image.open(pictures / "one.png") as image:
        assert image.width >= 800
        assert image.width / image.height == pytest.approx(1.6, abs=0.01)


def test_plain_pictures_keep_their_size_and_colours() -> None:
    plain = Image.new("RGB", (1280, 800), "#005fb8")
    with Image.open(io.BytesIO(small(plain))) as image:
        assert image.size == (1280, 800)
        assert image.convert("RGB").getpixel((5, 5)) == (0, 0x5F, 0xB8)


def test_a_missing_screenshot_is_said_and_nothing_is_written(tmp_path: Path) -> None:
    Image.new("RGB", (900, 500)).save(tmp_path / "a.png")
    with pytest.raises(NoScreenshot, match=r"b\.png is missing: first run"):
        make({"one": "a", "two": "b"}, tmp_path, tmp_path / "pictures")
    assert not (tmp_path / "pictures").exists()


@pytest.mark.slow
def test_noise_cannot_be_made_small() -> None:
    noise = Image.frombytes("RGB", (800, 500), random.Random(1).randbytes(800 * 500 * 3))
    with pytest.raises(NoScreenshot, match="120 KB"):
        small(noise)
