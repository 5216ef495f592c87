"""Films of one set: a still position, or a game played on it by a hand; in the form of rendered films."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.composites.disturbances import Disturbance
from benchmarks.vision.composites.hand import drawn_hand
from benchmarks.vision.composites.photos import Photo, stored
from benchmarks.vision.composites.playing import PlayedSet
from benchmarks.vision.renders.film import FRAME_RATE_HZ
from benchmarks.vision.renders.passing import passing
from benchmarks.vision.renders.still import Label, rounded
from benchmarks.vision.renders.tracing.sensor import Light, jpeg
from benchmarks.vision.renders.tracing.sprite import Sprite
from benchmarks.vision.renders.turns import FilmTurn
from fourth_seat.games import AnyState
from fourth_seat.vision.protocols import Image

STEADY_FRAMES = 14  # of each position before the next hand comes
FIRST_FRAMES = 35  # of the first one
PALM_SHARE = 0.2  # of the board's size: a hand's width
HIDDEN_SHARE = 0.1  # a pixel of the board of which a hand covers this much is hidden
LIGHT_DRIFT_LOG, LIGHT_DRIFT_KEPT = 0.006, 0.9  # of the light from frame to frame, and the part of it that stays
SHOT_NOISE_VARIANCE = 4e-4  # at full scale, linear

Line = dict[str, Any]


@dataclass
class FilmCamera:
    """A camera that turns the light of a scene into pictures, one after another."""

    photo: Photo
    disturbance: Disturbance
    rng: np.random.Generator
    resting: Sprite | None = None
    _glow: float = 0.0
    _number: int = 0
    _noise: NDArray[np.float32] = field(init=False)

    def __post_init__(self) -> None:
        width, height = self.photo.size
        self._noise = self.rng.standard_normal((height + 64, width + 64, 3), np.float32)

    def take(self, light: Light) -> bytes:
        """Return the next picture's file."""
        t = self.disturbance.taken_at(self._number)
        self._number += 1
        if self.resting:
            light, _ = self.resting.over(light, self._rim())
        if self.disturbance.change:
            light = self.disturbance.change(light, self.photo, t)
        if not self.disturbance.exact:
            x, y = self.rng.normal(0, self.disturbance.shake, 2)
            self._glow = LIGHT_DRIFT_KEPT * self._glow + float(self.rng.normal(0, LIGHT_DRIFT_LOG))
            matrix = np.array([[1, 0, x], [0, 1, y]])
            size = light.shape[1], light.shape[0]
            moved = cv2.warpAffine(light, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
            light = np.maximum(moved * math.exp(self._glow), 0)
            row, column = self.rng.integers(0, 64, 2)
            noise = self._noise[row : row + light.shape[0], column : column + light.shape[1]]
            light = np.maximum(light + noise * np.sqrt(light * SHOT_NOISE_VARIANCE + SHOT_NOISE_VARIANCE / 40), 0)
        return jpeg(stored(light), self.disturbance.quality)

    def see(self, light: Light) -> Image:
        """Return the next picture, as it is read from its file."""
        return np.asarray(cv2.imdecode(np.frombuffer(self.take(light), np.uint8), cv2.IMREAD_COLOR), np.uint8)

    def _rim(self) -> tuple[float, float]:
        """Return the place of the finger tips of a hand that rests on the rim: where its arm crosses it."""
        assert self.resting
        middle = self.photo.corners.mean(axis=0)
        away = np.array(self.resting.away)
        far = 0.0
        while cv2.pointPolygonTest(self.photo.outline, tuple((middle + away * far).tolist()), measureDist=False) >= 0:
            far += 2.0
        x, y = middle + away * (far - 3.0)
        return float(x), float(y)


def filmed(
    folder: Path, photo: Photo, camera: FilmCamera, shots: Iterator[tuple[Light, Line]], *, position_given: bool
) -> None:
    """Store a film: numbered pictures, `game.jsonl` with a line for each, `label.json`; `position_given`: whether the
    program is given the first position.
    """
    folder.mkdir(parents=True)
    lines = []
    for n, (light, line) in enumerate(shots):
        file = f"{n:05d}.jpg"
        (folder / file).write_bytes(camera.take(light))
        lines.append(json.dumps({"file": file, "t": round(camera.disturbance.taken_at(n), 2), **line}))
    (folder / "game.jsonl").write_text("\n".join(lines) + "\n")
    label: Label = {
        "game": photo.game.name,
        "options": str(photo.options),
        "corners": rounded(photo.corners),
        "size": list(photo.size),
        "told": position_given,
    }
    (folder / "label.json").write_text(json.dumps(label))


def camera_of(photo: Photo, disturbance: Disturbance, rng: np.random.Generator) -> FilmCamera:
    """Return a camera in front of a set, under a disturbance."""
    return FilmCamera(photo, disturbance, rng, hand_of(photo, rng) if disturbance.resting else None)


def still(photo: Photo, seconds: float) -> Iterator[tuple[Light, Line]]:
    """Show the photographed board for a time; nothing happens."""
    line: Line = {"before": photo.position, "after": photo.position, "moves": [], "hand": False}
    return ((photo.light, line) for _ in range(round(seconds * FRAME_RATE_HZ)))


def played(
    board: PlayedSet, game: Sequence[FilmTurn], rng: np.random.Generator, rest: int = STEADY_FRAMES
) -> Iterator[tuple[Light, Line]]:
    """Show a game, turn by turn; `rest`: pictures of a position before the next hand comes."""
    photo = board.photo
    hands = [hand_of(photo, rng) for _ in photo.game.sides(photo.options)]
    inside = np.zeros(photo.light.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(photo.corners).astype(np.int32), 1)
    board_pixels = inside > 0
    text = photo.game.position

    def steady(state: AnyState, light: Light, frames: int) -> Iterator[tuple[Light, Line]]:
        line = {"before": text(state), "after": text(state), "moves": [], "hand": False}
        return ((light, line) for _ in range(frames))

    before = board.light(game[0].before.cells())
    for n, turn in enumerate(game):
        yield from steady(turn.before, before, rest if n else FIRST_FRAMES)
        after = board.light(turn.after.cells())
        line = {"before": text(turn.before), "after": text(turn.after), "moves": list(turn.moves)}
        places = [board.at(cell) for cell in turn.touched if cell in board.geometry]
        player = hands[(turn.mover - 1) % len(hands)]
        for light, cover in passing(places, player, before, after):
            yield light, {**line, "hand": bool((cover[board_pixels] > HIDDEN_SHARE).any())}
        before = after
    yield from steady(game[-1].after, before, rest + 10)


def hand_of(photo: Photo, rng: np.random.Generator) -> Sprite:
    """Return a hand of the right size for a set, in its light."""
    white = float(np.percentile(photo.light.max(axis=2), 95))
    return drawn_hand(rng, photo.size, PALM_SHARE * float(np.sqrt(cv2.contourArea(photo.outline))), white)
