"""A film of still pictures: frames with captions below them, a finger, fades, and the resulting animated WebP."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from itertools import groupby, pairwise
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from fourth_seat.ui.theme.typeface import PACKAGE
from fourth_seat.words.direction import in_visual_order

WIDTH, HEIGHT = 640, 504
PICTURE = 640, 432  # of a frame, above its caption
FRAME_S = 0.06  # of a frame in which something moves
FADE_FRAMES = 3  # between two scenes
QUALITY, METHOD = 85, 4  # of WebP
PAPER, INK, MUTED, LINE = "#ffffff", "#1b1b1b", "#5b5b5b", "#e4e2dc"
HEADLINE_PX, MIN_HEADLINE_PX, LINE_PX, MIN_LINE_PX = 24, 20, 17, 15
CAPTION_MARGIN_PX = 16
FINE = 4  # the hand is drawn this many times as large as shown
HAND_PX, HAND_TILT = 124, 14  # from the tip of its finger to the point farthest from it; degrees from upright
HAND, HAND_EDGE = "#ffffff", "#26292d"
RING_PX, RING_COLOUR = 26, (0, 95, 184, 255)

Point = tuple[float, float]


@dataclass(slots=True)
class Scene:
    """A scene: its name, its caption, and its length in seconds."""

    name: str
    headline: str
    line: str
    seconds: float = 0.0


@dataclass(slots=True)
class Reel:
    """The frames of a film.

    Attributes:
        right_to_left: whether captions are.
        scenes: those begun so far.
        texts: the height in pixels of each visible text, with its words.
    """

    right_to_left: bool = False
    scenes: list[Scene] = field(default_factory=list)
    texts: list[tuple[float, str]] = field(default_factory=list)
    _frames: list[tuple[Image.Image, float]] = field(default_factory=list)
    _fading: bool = False

    def begin(self, name: str, headline: str, line: str) -> None:
        """Begin a scene: its first frame fades in over the last one of the scene before."""
        self.scenes.append(Scene(name, headline, line))
        self._fading = bool(self._frames)

    def show(self, picture: Image.Image, seconds: float = FRAME_S) -> None:
        """Show a picture for a while."""
        picture = picture.crop((0, 0, *PICTURE))
        if self._fading:
            self._fading = False
            last = self._frames[-1][0].crop((0, 0, *PICTURE))
            for n in range(1, FADE_FRAMES + 1):
                self._add(Image.blend(last, picture, n / (FADE_FRAMES + 1)), FRAME_S)
        self._add(picture, seconds)

    def glide(self, pictures: Callable[[float], Image.Image], seconds: float) -> None:
        """Show pictures of a motion that begins and ends gently: `pictures` draws one for each part of the way, 0 to 1."""
        count = round(seconds / FRAME_S)
        for n in range(1, count + 1):
            self.show(pictures(eased(n / count)))

    @property
    def seconds(self) -> float:
        return sum(scene.seconds for scene in self.scenes)

    def webp(self) -> bytes:
        """Return the film, which repeats endlessly."""
        frames, lengths = [], []
        for picture, same in groupby(self._frames, key=lambda frame: frame[0]):
            frames.append(picture)
            lengths.append(round(1000 * sum(seconds for _, seconds in same)))
        buffer = io.BytesIO()
        frames[0].save(
            buffer,
            "WEBP",
            save_all=True,
            append_images=frames[1:],
            duration=lengths,
            loop=0,
            quality=QUALITY,
            method=METHOD,
        )
        return buffer.getvalue()

    def _add(self, picture: Image.Image, seconds: float) -> None:
        self._frames.append((self._with_caption(picture), seconds))
        self.scenes[-1].seconds += seconds

    def _with_caption(self, picture: Image.Image) -> Image.Image:
        frame = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
        frame.paste(picture, (0, 0))
        draw = ImageDraw.Draw(frame)
        draw.line((0, PICTURE[1], WIDTH, PICTURE[1]), LINE)
        scene = self.scenes[-1]
        self._write(draw, PICTURE[1] + 27, scene.headline, (HEADLINE_PX, MIN_HEADLINE_PX), "SemiBold", INK)
        self._write(draw, PICTURE[1] + 54, scene.line, (LINE_PX, MIN_LINE_PX), "Regular", MUTED)
        return frame

    def _write(
        self, draw: ImageDraw.ImageDraw, y: int, text: str, sizes: tuple[int, int], weight: str, colour: str
    ) -> None:
        """Write a line around the middle, as large as possible.

        Raises:
            ValueError: there is no room for it even if it is small.
        """
        words = in_visual_order(text, self.right_to_left)
        for size in range(sizes[0], sizes[1] - 1, -1):
            face = typeface(size, weight)
            if face.getlength(words) <= WIDTH - 2 * CAPTION_MARGIN_PX:
                draw.text((WIDTH / 2, y), words, colour, face, anchor="mm")
                self.texts.append((size, text))
                return
        raise ValueError(f"a caption is too long: {text}")


@lru_cache
def typeface(size: int, weight: str) -> ImageFont.FreeTypeFont:
    """Return the program's typeface in a size and a weight, such as `SemiBold`."""
    file = next(typeface_folder().glob("OpenSans[[]*.ttf"))
    # Basic layout: letters are already in display order.
    face = ImageFont.truetype(str(file), size, layout_engine=ImageFont.Layout.BASIC)
    face.set_variation_by_name(weight)
    return face


def typeface_folder() -> Path:
    """Return the folder of the program's typeface."""
    spec = find_spec(PACKAGE)
    assert spec and spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0], "files")


def eased(part: float) -> float:
    """Return the progress of a motion that begins and ends gently, after a part of its time."""
    return part * part * (3 - 2 * part)


def between(one: Point, other: Point, part: float) -> Point:
    """Return a place on the way from one to another."""
    return one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])


def along(places: list[Point], part: float) -> Point:
    """Return the place on a way through places that takes equally long to each."""
    legs = list(pairwise(places))
    number = min(int(part * len(legs)), len(legs) - 1)
    return between(*legs[number], part * len(legs) - number)


def with_finger(picture: Image.Image, tip: Point, pressed: bool = False) -> Image.Image:
    """Return a picture with a hand over it that points to a place, or presses there."""
    shown = picture.convert("RGB")
    if pressed:
        _ring(shown, tip)
    hand, shadow = _hand()
    x, y = round(tip[0]) - hand.width // 2, round(tip[1]) - hand.height // 2
    lift = 3 if pressed else 8
    shown.paste("black", (x + lift // 2, y + lift), shadow)
    shown.paste(hand, (x, y), hand)
    return shown


def _ring(picture: Image.Image, tip: Point) -> None:
    """Draw a ring around a pressed place."""
    side = 2 * RING_PX + 8
    ring = Image.new("RGBA", (side * FINE, side * FINE))
    box = 4 * FINE, 4 * FINE, (side - 4) * FINE, (side - 4) * FINE
    ImageDraw.Draw(ring).ellipse(box, (255, 255, 255, 90), RING_COLOUR, 3 * FINE)
    small = ring.resize((side, side), Image.Resampling.LANCZOS)
    picture.paste(small, (round(tip[0]) - side // 2, round(tip[1]) - side // 2), small)


@lru_cache
def _hand() -> tuple[Image.Image, Image.Image]:
    """Return the picture of a hand, with the fingertip in its middle, and its shadow."""
    side = 2 * HAND_PX * FINE
    shape, lines = Image.new("L", (side, side)), Image.new("L", (side, side))
    draw, middle = ImageDraw.Draw(shape), side / 2

    def block(left: float, top: float, right: float, bottom: float, radius: float) -> None:
        box = [middle + FINE * each for each in (left, top, right, bottom)]
        draw.rounded_rectangle(box, FINE * radius, 255)

    block(-9, -7, 9, 62, 9)
    for left, top in ((10, 30), (25, 34), (40, 40)):  # the fingers that are curled
        block(left, top, left + 14, 76, 7)
    block(-9, 50, 54, 100, 17)
    thumb = [(middle + FINE * x, middle + FINE * y) for x, y in ((-21, 50), (0, 78))]
    draw.line(thumb, 255, 16 * FINE)
    for x, y in thumb:
        draw.ellipse((x - 8 * FINE, y - 8 * FINE, x + 8 * FINE, y + 8 * FINE), 255)
    for x in (9.5, 24.5, 39.5):  # between them
        ImageDraw.Draw(lines).line(
            [middle + FINE * x, middle + FINE * 38, middle + FINE * x, middle + FINE * 64], 255, 2 * FINE
        )
    around = shape.filter(ImageFilter.MaxFilter(4 * FINE + 1))
    hand = Image.new("RGBA", (side, side))
    hand.paste(HAND_EDGE, (0, 0), around)
    hand.paste(HAND, (0, 0), shape)
    hand.paste(HAND_EDGE, (0, 0), lines)
    turned = hand.rotate(HAND_TILT, Image.Resampling.BICUBIC)
    small = turned.resize((side // FINE, side // FINE), Image.Resampling.LANCZOS)
    shadow = small.getchannel("A").point(lambda value: value * 80 // 255).filter(ImageFilter.GaussianBlur(4))
    return small, shadow


def frames_of(film: Path) -> Iterator[tuple[Image.Image, float]]:
    """Yield the frames of a finished film, each with its seconds."""
    with Image.open(film) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            picture = image.convert("RGB")  # which makes its time known
            yield picture, image.info["duration"] / 1000
