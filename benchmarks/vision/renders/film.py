"""Film of a whole game: each position is traced once, and between them a hand moves at ten frames a second.

Frames of one position differ by the sensor's noise and by a small drift of the light.
"""

from __future__ import annotations

import json
import math
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.generators import BOARDS
from benchmarks.vision.renders.passing import Pixel, passing
from benchmarks.vision.renders.placing import HandPlacing
from benchmarks.vision.renders.shapes.hand import hand
from benchmarks.vision.renders.shapes.patch import patch
from benchmarks.vision.renders.shapes.room import clutter, sky, table
from benchmarks.vision.renders.still import RISING_RADIANS, Label, RenderedBoard, upright
from benchmarks.vision.renders.tracing.camera import RenderCamera
from benchmarks.vision.renders.tracing.materials import ScenePart
from benchmarks.vision.renders.tracing.sensor import Light, Sensor, bent, developed, jpeg, metered
from benchmarks.vision.renders.tracing.sprite import Sprite, sprite
from benchmarks.vision.renders.tracing.tracer import RenderScene, RenderStage
from benchmarks.vision.renders.turns import FilmTurn, turns
from fourth_seat.games import AnyState, find

FRAME_RATE_HZ = 10
STEADY_FRAMES = 8  # of each position before the next hand comes
HIDDEN_SHARE = 0.1  # of a pixel; one of the board is hidden where a hand covers more of it
LIGHT_DRIFT_LOG = 0.015  # standard deviation, approximately; the light drifts as an autoregressive process
Frame = tuple[NDArray[np.uint8], int, dict[str, Any]]
"""A picture, its JPEG quality, and its label."""


@dataclass(frozen=True)
class LitFrame:
    """The pieces in a frame, and its light: with overscan, without lens distortion."""

    pieces: Sequence[ScenePart]
    light: Light


@dataclass(frozen=True)
class Studio:
    """Equipment to film a game: the board in a room, the camera, the players' hands."""

    game: str
    board: RenderedBoard
    camera: RenderCamera
    stage: RenderStage
    placing: HandPlacing
    hands: Sequence[Sprite]
    samples: int

    def first(self, state: AnyState, seed: int) -> LitFrame:
        """Return the first position, traced completely."""
        pieces = self.board.pieces(state, self.placing)
        return LitFrame(pieces, self.stage.light(pieces, self.samples, seed))

    def then(self, before: LitFrame, state: AnyState, seed: int) -> LitFrame:
        """Return a later position, traced only where it differs from the one before."""
        pieces = self.board.pieces(state, self.placing)
        light = before.light
        if where := patch(before.pieces, pieces, self.camera):
            light = light.copy()
            light[where.inside] = self.stage.light(pieces, self.samples, seed, where)
        return LitFrame(pieces, light)

    def at(self, cell: str) -> Pixel:
        """Return the pixel of the finger tips of a hand at a cell, in the undistorted picture with its overscan."""
        x, y = self.camera.straight(np.array([self.board.reach(cell)], np.float64))[0] + self.camera.overscan
        return float(x), float(y)


def studio(game: str, rng: np.random.Generator, size: tuple[int, int], samples: int) -> Studio:
    """Return a random set of a game in a random room, with a camera and a hand for each player."""
    board = BOARDS[game](rng)
    camera = board.camera(rng, size)
    around = sky(rng)
    parts = [*board.parts(), table(rng, board.ground, board.cm), *clutter(rng, board.keep, board.ground, board.cm)]
    stands = upright(board)
    colours = len(find(game).sides(board.options))
    sides = (0.0, 0.0 if stands else math.pi, 0.4, -0.4)[:colours]
    hands = [_hand(board, camera, around, side + rng.normal(0, 0.3), stands, rng) for side in sides]
    stage = RenderStage(RenderScene(parts, around), camera)
    return Studio(game, board, camera, stage, HandPlacing(_seed(rng)), hands, samples)


def _hand(
    board: RenderedBoard, camera: RenderCamera, around: Light, towards: float, stands: bool, rng: np.random.Generator
) -> Sprite:
    """Return a player's hand over the middle of the board."""
    tip = board.must.mean(0) + np.array([0, 0, 0.3])
    parts = hand(rng, tip, towards, board.cm, RISING_RADIANS if stands else 0.0)
    back = tip + np.array([-math.sin(towards), math.cos(towards), -1.0 if stands else 0.3]) * 25 / board.cm
    return sprite(parts, around, camera, tip, back, not stands, _seed(rng))


# -- one game --------------------------------------------------------------------------------------------------------------


def film(game: str, folder: Path, size: tuple[int, int], samples: int, most: int | None, rng: np.random.Generator) -> None:
    """Store a game as a folder: numbered JPEG frames, `game.jsonl` with a line for each, `label.json` of the first one."""
    draft = folder.with_name(f".{folder.name}.{os.getpid()}")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    made = studio(game, rng, size, samples)
    lines = []
    played = turns(game, made.board.options, rng, most)
    for n, (image, quality, line) in enumerate(_frames(made, played, rng)):
        file = f"{n:05d}.jpg"
        (draft / file).write_bytes(jpeg(image, quality))
        lines.append(json.dumps({"file": file, "t": round(n / FRAME_RATE_HZ, 2), **line}))
    (draft / "game.jsonl").write_text("\n".join(lines) + "\n")
    (draft / "label.json").write_text(json.dumps(_label(made, played[0].before, size), indent=1))
    draft.replace(folder)


def _label(made: Studio, start: AnyState, size: tuple[int, int]) -> Label:
    """Return the label of the first frame."""
    label = made.board.label(start, made.camera, made.board.pieces(start, made.placing))
    return {**label, "options": str(made.board.options), "file": "00000.jpg", "size": list(size)}


def _frames(made: Studio, played: Sequence[FilmTurn], rng: np.random.Generator) -> Iterator[Frame]:
    state = played[0].before
    text = find(made.game).position
    before = made.first(state, _seed(rng))
    sensor = metered(rng, bent(before.light, made.camera))
    inside = _inside(made)
    glow = 0.0

    def shot(light: Light, line: dict[str, Any]) -> Frame:
        nonlocal glow
        glow = 0.9 * glow + float(rng.normal(0, LIGHT_DRIFT_LOG * 0.4))
        return developed(bent(light, made.camera), _brighter(sensor, glow), rng), sensor.quality, line

    def steady() -> Iterator[Frame]:
        entry = {"before": text(state), "after": text(state), "moves": [], "hand": False}
        return (shot(before.light, entry) for _ in range(STEADY_FRAMES))

    for turn in played:
        yield from steady()
        after = made.then(before, turn.after, _seed(rng))
        entry = {"before": text(turn.before), "after": text(turn.after), "moves": list(turn.moves)}
        player = made.hands[(turn.mover - 1) % len(made.hands)]
        places = [made.at(cell) for cell in turn.touched]
        for light, cover in passing(places, player, before.light, after.light):
            yield shot(light, {**entry, "hand": bool((cover[inside] > HIDDEN_SHARE).any())})
        state, before = turn.after, after
    yield from steady()


def _inside(made: Studio) -> NDArray[np.bool_]:
    """Return a mask of the board in the undistorted picture with its overscan."""
    corners = made.camera.straight(made.board.must) + made.camera.overscan
    width, height = (n + 2 * made.camera.overscan for n in made.camera.size)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.round(corners).astype(np.int32)), 1)
    return mask > 0


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(2**31))


def _brighter(sensor: Sensor, glow: float) -> Sensor:
    """Return the sensor with its gain changed by the drift of the light, a natural logarithm."""
    red, green, blue = (gain * math.exp(glow) for gain in sensor.gain)
    return replace(sensor, gain=(red, green, blue))
