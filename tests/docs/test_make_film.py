"""The README's film meets its bars, and the script that makes it works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from docs.film.captions import CAPTIONS
from docs.film.reel import FADE_FRAMES, FRAME_S, HEIGHT, PICTURE, WIDTH, Reel, along, frames_of, with_finger
from docs.make_film import FILM, LEAST_S, MAX_BYTES, MIN_TEXT_PX, MOST_S, ROOT
from fourth_seat.table.settings.language import named
from fourth_seat.words.catalogue import languages


def moving(reel: Reel) -> Reel:
    """Film two scenes: a disc that stays, and one that moves."""
    reel.begin("one", "A headline", "and a line")
    reel.show(disc(100), 2.0)
    reel.begin("two", "Another one", "and a line")
    reel.glide(lambda part: disc(100 + 300 * part), 1.5)
    return reel


def disc(x: float) -> Image.Image:
    picture = Image.new("RGB", PICTURE, "#e9e4da")
    ImageDraw.Draw(picture).ellipse((x, 150, x + 90, 240), "#1c62b9")
    return picture


def test_the_film_in_readme_keeps_to_its_bars() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert re.search(r"^!\[[^]]{40,}]\(docs/pictures/film\.webp\)$", readme, re.M), "README tells what it shows"
    assert FILM.stat().st_size <= MAX_BYTES
    frames = list(frames_of(FILM))
    assert {picture.size for picture, _ in frames} == {(WIDTH, HEIGHT)}
    assert WIDTH == 640
    assert LEAST_S <= sum(seconds for _, seconds in frames) <= MOST_S
    with Image.open(FILM) as film:
        assert film.info["loop"] == 0, "it plays over and over"


@pytest.mark.parametrize("language", sorted(CAPTIONS))
def test_captions_have_room_and_are_large(language: str) -> None:
    assert set(CAPTIONS[language]) == set(CAPTIONS["en"])
    assert language in languages()
    reel = Reel(named(language).right_to_left)
    for name, caption in CAPTIONS[language].items():
        reel.begin(name, *caption)
        reel.show(disc(0))
    assert len(reel.texts) >= 2 * len(reel.scenes)
    assert min(reel.texts)[0] >= MIN_TEXT_PX


def test_a_caption_without_room_is_refused() -> None:
    reel = Reel()
    reel.begin("one", "so many words that they are never to be read " * 3, "")
    with pytest.raises(ValueError, match="too long"):
        reel.show(disc(0))


def test_a_film_has_the_same_bytes_and_the_seconds_that_were_filmed(tmp_path: Path) -> None:
    reel = moving(Reel())
    assert reel.webp() == moving(Reel()).webp()
    (tmp_path / "film.webp").write_bytes(reel.webp())
    frames = list(frames_of(tmp_path / "film.webp"))
    assert sum(seconds for _, seconds in frames) == pytest.approx(reel.seconds, abs=0.05)
    assert reel.seconds == pytest.approx(2.0 + 1.5 + FADE_FRAMES * FRAME_S, abs=FRAME_S)
    first, last = frames[0][0], frames[-1][0]
    assert first.getpixel((145, 195)) != last.getpixel((145, 195))
    assert last.getpixel((445, 195)) == pytest.approx((0x1C, 0x62, 0xB9), abs=8)


def test_a_finger_is_seen_where_it_points() -> None:
    plain = Image.new("RGB", PICTURE, "#808080")
    for pressed in (False, True):
        picture = with_finger(plain, (320, 200), pressed)
        assert picture.getpixel((320, 200)) == (255, 255, 255)
        assert picture.getpixel((40, 40)) == plain.getpixel((40, 40))
    assert along([(0, 0), (10, 0), (10, 10)], 0.75) == (10, 5)


@pytest.mark.slow
def test_it_is_made_in_another_language(tmp_path: Path) -> None:
    film = tmp_path / "film.webp"
    command = [sys.executable, "-m", "docs.make_film", "--language", "de", "--to", str(film)]
    made = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, timeout=600, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    assert " hat gewonnen!" in made.stdout
