"""The page about what the camera has trouble seeing: below each picture is what the program now says about it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.vision.labels import Labelled, load
from benchmarks.vision.shortcomings import PAGE_FOLDER, PAGE_NAME, QUOTE, RECIPES, said, written

PICTURES = list(load(PAGE_FOLDER))
MAX_KB = 60


def page() -> str:
    return (PAGE_FOLDER / PAGE_NAME).read_text("utf-8")


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.path.stem)
def test_the_page_says_what_the_program_says(picture: Labelled) -> None:
    match = next(match for match in QUOTE.finditer(page()) if match["file"] == picture.path.name)
    quoted = match[0][len(match[1]) :].splitlines()
    assert [line[2:] for line in quoted if line != ">"] == list(said(picture))


def test_every_picture_is_on_the_page_and_small() -> None:
    shown = [match["file"] for match in QUOTE.finditer(page())]
    files = sorted(path.name for path in PAGE_FOLDER.glob("*.jpg"))
    assert sorted(shown) == files == sorted(f"{name}.jpg" for name in RECIPES)
    assert files == sorted(picture.path.name for picture in PICTURES)
    assert max((PAGE_FOLDER / file).stat().st_size for file in files) <= MAX_KB * 1024


def test_another_sentence_is_replaced(tmp_path: Path) -> None:
    for name in ("blokus-print.jpg", "labels.json"):
        shutil.copy(PAGE_FOLDER / name, tmp_path)
    before = "# A\n\n![B](blokus-print.jpg)\n\n> The board cannot be found.\n\nC\n"
    sentence = "*It says nothing: it mistakes this for a board.*"
    assert written(before, tmp_path) == before.replace("The board cannot be found.", sentence)
