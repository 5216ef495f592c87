"""Show the program our own pictures that are hard to read, and write its messages below each into docs/camera.

    python -m benchmarks.vision.shortcomings [--check | --render]

Each picture is shown to the program according to its label: once, as an unknown photo (`look`), or for some seconds, as a
camera's picture of a table whose position is known (`watch`). The messages, and silent errors of reading, go into the page
below the picture. `--check` changes nothing; the exit status is 1 if the page differs. `--render` makes the pictures again
(dependency group `renders`).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.vision.composites.disturbances import DISTURBANCES
from benchmarks.vision.composites.film import camera_of
from benchmarks.vision.composites.photos import Photo, photo_of
from benchmarks.vision.labels import Labelled, load
from benchmarks.vision.renders.batch import render
from benchmarks.vision.renders.film import FRAME_RATE_HZ
from benchmarks.vision.renders.tracing.tracer import NoTracer, mitsuba
from benchmarks.vision.single import labelled_cells
from fourth_seat.games import find
from fourth_seat.games.contents import CellDifference, natural_order
from fourth_seat.inference.messages import differences_text
from fourth_seat.vision.board_photo import doubts
from fourth_seat.vision.board_reading import read_board
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.protocols import Image
from fourth_seat.vision.setup.camera import CameraSetup
from fourth_seat.vision.worker.session import VisionSession
from fourth_seat.words import Text, say

PAGE_FOLDER = Path(__file__).resolve().parents[2] / "docs" / "camera"
PAGE_NAME = "README.md"
PICTURE_SIZE, SAMPLES_PER_PIXEL = (960, 540), 16  # of the pictures; light paths
MAX_PICTURE_BYTES = 48 * 1024
SHOWN_S = 8.0  # for which a camera shows a table
MAX_NAMED_CELLS = 6  # in a sentence of the page; the program lists them all
SILENCE_SENTENCE = "It says nothing"
PRINT_SHARE, PRINT_MARGIN_PX = 0.75, 14  # of the picture that a print takes on a table, and its white margin
QUOTE = re.compile(r"(!\[[^\]]*\]\((?P<file>[^)]+)\)\n\n)(?:>[^\n]*\n)*")


@dataclass(frozen=True)
class Recipe:
    """A recipe for a picture.

    Attributes:
        game, seed: of the render.
        under: the disturbance.
        table: whether the position is known, as at a table; otherwise it is an unknown photo.
        printed: whether, instead of the board, a print of the picture is shown, on the table of the render of this seed of
            `refuse`.
    """

    game: str
    seed: int
    under: str = "fair"
    table: bool = False
    printed: int | None = None


RECIPES = {
    "kalah-heaps": Recipe("kalah", 101),
    "kalah-shadow": Recipe("kalah", 103, "shadow", table=True),
    "kalah-glare": Recipe("kalah", 102, "glare", table=True),
    "kalah-dark": Recipe("kalah", 101, "dark-70", table=True),
    "connect4-glare": Recipe("connect4", 102, "glare"),
    "connect4-low": Recipe("connect4", 103, table=True),
    "backgammon-shadow": Recipe("backgammon", 101, "shadow"),
    "backgammon-glare": Recipe("backgammon", 102, "glare", table=True),
    "backgammon-dark": Recipe("backgammon", 102, "dark-70"),
    "blokus-clear": Recipe("blokus", 100, "glare", table=True),
    "blokus-glare": Recipe("blokus", 101, "glare"),
    "blokus-print": Recipe("blokus", 101, printed=0),
}
"""The pictures by name."""


def said(picture: Labelled) -> tuple[str, ...]:
    """Return the program's messages about a picture of the page, and its errors without a message."""
    return tuple(_of_table(picture) if picture.label["table"] else _of_photo(picture))


def _of_photo(picture: Labelled) -> Iterator[str]:
    game = find(picture.game)
    reading = read_board(picture.image(), game, picture.options)
    if isinstance(reading, Text) or reading.rejection:
        yield str(reading if isinstance(reading, Text) else reading.rejection)
        return
    unsure = {doubt.cell for doubt in doubts(reading.evidence)}
    if unsure:
        yield str(say("not certain: {cells}", cells=_abridged(sorted(unsure, key=natural_order))))
    if picture.label.get("refuse"):
        yield f"*{SILENCE_SENTENCE}: it mistakes this for a board.*"
        return
    assert picture.cells is not None
    found, names = reading.evidence.best(), labelled_cells(game.geometry(picture.options), picture.ignored)
    wrong = [
        CellDifference(name, found.get(name), picture.cells.get(name))
        for name in sorted(names - unsure, key=natural_order)
        if found.get(name) != picture.cells.get(name)
    ]
    if wrong:
        yield f"*{SILENCE_SENTENCE} about this: {differences_text(game, picture.options, wrong)}.*"


def _abridged(cells: list[str]) -> tuple[str, ...]:
    if len(cells) <= MAX_NAMED_CELLS:
        return tuple(cells)
    return (*cells[:MAX_NAMED_CELLS], f"... ({len(cells)} in all)")


def _of_table(picture: Labelled) -> Iterator[str]:
    image, photo = picture.image(), _photo(picture)
    session = VisionSession(
        {"game": picture.game, "options": str(photo.options), "position": photo.position, "shown": True}
    )
    setup = CameraSetup(lambda _command: None)
    sentences: list[str] = []
    for number in range(round(SHOWN_S * FRAME_RATE_HZ)):
        for line in session.see(CameraFrame(image, number / FRAME_RATE_HZ, number)):
            setup.handle_event(line)
            if line.get("event") in ("visibility", "wrong") or (line.get("event") == "sight" and line["sight"] != "clear"):
                sentences.append(line["reason"])
            elif "ask" in line:
                choices = " / ".join(move or str(say("Nothing was played")) for move in line["ask"])
                sentences.append(f"{say('What was played?')} {choices}")
    yield from dict.fromkeys([*sentences, str(setup.message)])


def _photo(picture: Labelled) -> Photo:
    photo = photo_of(picture)
    assert photo is not None
    return photo


def written(page: str, folder: Path) -> str:
    """Return the page with the messages below each of its pictures."""
    pictures = {picture.path.name: picture for picture in load(folder)}

    def quoted(match: re.Match[str]) -> str:
        lines = "\n>\n".join(f"> {line}" for line in said(pictures[match["file"]]))
        return f"{match[1]}{lines}\n"

    return QUOTE.sub(quoted, page)


# -- making the pictures ---------------------------------------------------------------------------------------------------


def make(folder: Path) -> None:
    """Make all pictures and their labels."""
    labels = []
    with tempfile.TemporaryDirectory() as made:
        for name, recipe in RECIPES.items():
            image, label = _made(recipe, Path(made))
            (folder / f"{name}.jpg").write_bytes(_small(image))
            labels.append({**label, "file": f"{name}.jpg", "table": recipe.table})
    (folder / "labels.json").write_text(json.dumps({"photos": labels}, indent=1) + "\n")


def _made(recipe: Recipe, folder: Path) -> tuple[Image, dict[str, Any]]:
    render(recipe.game, folder, PICTURE_SIZE, SAMPLES_PER_PIXEL, 0.0, recipe.seed)
    path = folder / f"{recipe.game}_{recipe.seed:04d}.json"
    label = json.loads(path.read_text())
    picture = next(each for each in load(folder) if each.path.stem == path.stem)
    disturbance = DISTURBANCES[recipe.under]
    photo = _photo(picture)
    image = camera_of(photo, disturbance, np.random.default_rng(recipe.seed)).see(photo.light)
    if recipe.printed is None:
        return image, label
    render("refuse", folder, PICTURE_SIZE, SAMPLES_PER_PIXEL, 0.0, recipe.printed)
    table = np.asarray(cv2.imread(str(folder / f"refuse_{recipe.printed:04d}.jpg")), np.uint8)
    shape = {key: label[key] for key in ("game", "options", "size") if key in label}
    return _laid(image, table), {**shape, "refuse": "print"}


def _laid(image: Image, table: Image) -> Image:
    """Return a picture of a table on which a print of an image lies, seen from straight above."""
    height, width = image.shape[:2]
    small = cv2.resize(image, None, fx=PRINT_SHARE, fy=PRINT_SHARE, interpolation=cv2.INTER_AREA)
    wide = PRINT_MARGIN_PX
    paper = cv2.copyMakeBorder(small, wide, wide, wide, wide, cv2.BORDER_CONSTANT, value=(235, 238, 238))
    top, left = (height - paper.shape[0]) // 2, (width - paper.shape[1]) // 2
    out = table.copy()
    out[top : top + paper.shape[0], left : left + paper.shape[1]] = paper
    return out


def _small(image: Image) -> bytes:
    """Return the file of an image in the best quality that `MAX_PICTURE_BYTES` allows."""
    for quality in range(88, 20, -4):
        data = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, quality))[1].tobytes()
        if len(data) <= MAX_PICTURE_BYTES:
            return data
    raise ValueError(f"the picture stays larger than {MAX_PICTURE_BYTES} bytes")


def main() -> int:
    """Write the page, or compare with it; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.vision.shortcomings",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    do = parser.add_mutually_exclusive_group()
    do.add_argument("--check", action="store_true", help="compare with the page only")
    do.add_argument("--render", action="store_true", help="make the pictures anew")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.render:
        try:
            mitsuba()
        except NoTracer as error:
            print(error, file=sys.stderr)
            return 1
        make(PAGE_FOLDER)
    before = (PAGE_FOLDER / PAGE_NAME).read_text("utf-8")
    after = written(before, PAGE_FOLDER)
    if args.check:
        return int(before != after)
    (PAGE_FOLDER / PAGE_NAME).write_text(after, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
