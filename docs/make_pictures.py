"""The pictures of README and docs, from the screenshots that the tests of window and page leave in `build/screenshots`.

python -m uv run --group dev python -m docs.make_pictures
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from PIL import Image

from fourth_seat.games import game_names

ROOT = Path(__file__).resolve().parents[1]
SCREENSHOTS = ROOT / "build" / "screenshots"
PICTURES = ROOT / "docs" / "pictures"
# A picture's name, and the screenshot from which it is made.
OF_PAGES = {"phones": "phones", "phone-pages": "phone-pages"}
CHOSEN = {"start": "start-light-1280", **OF_PAGES, **{name: f"{name}-picture" for name in game_names()}}
MOST = 120 * 1024  # bytes
WIDTHS = (1280, 1120, 960, 800)
COLOURS = (256, 128, 64)


class NoScreenshot(Exception):
    """A screenshot that is missing, or too detailed to be made small."""


def make(chosen: Mapping[str, str] = CHOSEN, screenshots: Path = SCREENSHOTS, pictures: Path = PICTURES) -> list[Path]:
    """Make all pictures and return their files; nothing is written unless all can be made.

    Raises:
        NoScreenshot: with the remedy.
    """
    made = {}
    for name, source in chosen.items():
        path = screenshots / f"{source}.png"
        if not path.exists():
            raise NoScreenshot(f"{path.name} is missing: first run pytest tests/ui tests/page")
        with Image.open(path) as image:
            made[pictures / f"{name}.png"] = small(image)
    pictures.mkdir(parents=True, exist_ok=True)
    for path, data in made.items():
        path.write_bytes(data)
    return list(made)


def small(image: Image.Image) -> bytes:
    """Return the picture as a PNG of at most `MOST` bytes: as wide, and with as many colours, as that allows."""
    for data in _smaller_and_smaller(image.convert("RGB")):
        if len(data) <= MOST:
            return data
    raise NoScreenshot(f"the picture stays larger than {MOST // 1024} KB, whatever is done")


def _smaller_and_smaller(image: Image.Image) -> Iterator[bytes]:
    for width in WIDTHS:
        if width > image.width:
            continue
        size = width, round(image.height * width / image.width)
        scaled = image if size == image.size else image.resize(size, Image.Resampling.LANCZOS)
        for colours in COLOURS:
            buffer = io.BytesIO()
            scaled.quantize(colours, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
            yield buffer.getvalue()


def main() -> int:
    try:
        made = make()
    except NoScreenshot as error:
        print(error, file=sys.stderr)
        return 1
    for path in made:
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
