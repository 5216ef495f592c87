"""Each disturbance does to a picture what its name says, by as much as it says."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.vision.composites.disturbances import (
    BANDS,
    BANDS_SHARE,
    DISTURBANCES,
    GLARE_LIGHT,
    GROUPS,
    MIDDLE_S,
    SHADOW_SHARE,
    SHEEN_LIGHT,
    SWEEP_S,
    SWEEP_SHARE,
    Disturbance,
)
from benchmarks.vision.composites.film import HIDDEN_SHARE, camera_of
from benchmarks.vision.composites.photos import Photo, linear, stored
from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.vision.protocols import Image

GAME = find("blokus")
OPTIONS = GAME.options()
SIZE = 1280, 720
CORNERS = np.array([(460.0, 180), (820, 180), (820, 540), (460, 540)])
GREY = 120


def board(grey: int = GREY) -> Photo:
    """Return a plain grey picture, with a board supposed to be in its middle."""
    view = View.of_corners(CORNERS, GAME.geometry(OPTIONS).area, SIZE)
    even = np.full((SIZE[1], SIZE[0], 3), grey, np.uint8)
    return Photo("even", GAME, OPTIONS, linear(even), view, None, None, kept=False)


@cache
def clouded() -> Photo:
    """Return the same with soft, irregular clouds, which show where things move."""
    noise = np.random.default_rng(7).normal(0, 1, (SIZE[1], SIZE[0])).astype(np.float32)
    clouds = cv2.GaussianBlur(noise, (0, 0), 8)
    grey = np.clip(128 + 40 * clouds / clouds.std(), 0, 255).astype(np.uint8)
    return replace(board(), light=linear(np.repeat(grey[..., None], 3, axis=2)))


def changed(name: str, photo: Photo, t: float = 0.0) -> NDArray[np.float64]:
    """Return the stored values of a photo under a disturbance of its light."""
    change = DISTURBANCES[name].change
    assert change
    return stored(change(photo.light, photo, t)).astype(np.float64)


def taken(disturbance: Disturbance, photo: Photo) -> Image:
    """Return the first picture of a film under a disturbance."""
    seen = disturbance.seen(photo)
    data = camera_of(seen, disturbance, np.random.default_rng(3)).take(seen.light)
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def inside(values: NDArray[np.float64], left: float, right: float) -> float:
    """Return the mean of a part of the board between two shares of its width."""
    x, y = CORNERS[0]
    side = CORNERS[1, 0] - x
    return float(values[round(y) : round(y + side), round(x + left * side) : round(x + right * side)].mean())


@pytest.mark.parametrize(("name", "share"), [("dark-40", 0.6), ("dark-70", 0.3)])
def test_darkness_leaves_the_share_it_says_everywhere(name: str, share: float) -> None:
    for grey in (40, GREY, 240):
        assert np.abs(changed(name, board(grey)) - share * grey).max() <= 1


def test_a_shadow_covers_the_right_half_and_leaves_the_left_as_it_is() -> None:
    shaded = changed("shadow", board())
    assert abs(inside(shaded, 0, 0.3) - GREY) <= 1
    assert abs(inside(shaded, 0.7, 1) - SHADOW_SHARE * GREY) <= 1
    dark = shaded[..., 0] < (1 + SHADOW_SHARE) / 2 * GREY
    over = dark[180:540, 460:820].mean()
    assert 0.45 < over < 0.55  # of the board
    edge = dark.argmax(axis=1)
    assert edge[180] - edge[539] == pytest.approx(0.25 * 359, abs=2)  # it leans


def test_glare_is_a_bright_spot_on_a_quarter_of_the_board_and_nowhere_else() -> None:
    photo = board(40)
    lit = changed("glare", photo)[..., 0]
    x, y = photo.at(_place(0.3, 0.3))
    assert lit[round(y), round(x)] == 255
    blind = lit[180:540, 460:820] > 250
    assert 0.01 < blind.mean() < 0.06 and not blind[:, 180:].any() and not blind[180:].any()
    assert abs(lit[:100].mean() - 40) < 1 and abs(lit[-100:].mean() - 40) < 1
    assert lit.max() <= 255 and GLARE_LIGHT > 1  # white, whatever was there


def test_a_reflection_wanders_over_the_board_and_back() -> None:
    photo = board(90)
    places = []
    for t in (0.0, 4.0, 10.0, 20.0, 40.0, 55.0):
        added = changed("glossy", photo, t)[..., 0] - 90
        assert added.min() >= -1
        peak = np.unravel_index(added.argmax(), added.shape)
        light = linear(np.array([round(added.max() + 90)], np.uint8))[0]
        assert light - linear(np.array([90], np.uint8))[0] == pytest.approx(SHEEN_LIGHT, abs=0.01)
        places.append((int(peak[1]) - 460) / 360)
    assert max(places) - min(places) > 0.3 and all(0 < place < 1 for place in places)
    assert places[1] > places[0] and places[-1] < max(places)  # it turns around


@pytest.mark.parametrize(("name", "warmer"), [("warm", True), ("cold", False)])
def test_a_lamp_has_a_colour(name: str, warmer: bool) -> None:
    blue, _, red = changed(name, board()).mean(axis=(0, 1))
    assert (red > 1.25 * blue) if warmer else (blue > 1.25 * red)
    assert min(blue, red) < GREY < max(blue, red)


@pytest.mark.parametrize(("name", "degrees"), [("turned-10", 10), ("turned-30", 30)])
def test_the_picture_turns_by_so_many_degrees_and_keeps_its_size(name: str, degrees: float) -> None:
    photo = clouded()
    seen = DISTURBANCES[name].seen(photo)
    assert seen.size == SIZE and seen.light.shape == photo.light.shape
    x, y = seen.corners[1] - seen.corners[0]
    assert math.degrees(math.atan2(y, x)) == pytest.approx(degrees, abs=0.01)
    assert _moved_along(photo, seen)


def test_a_small_picture_fits_into_640_by_480_and_shows_all() -> None:
    photo = clouded()
    seen = DISTURBANCES["small"].seen(photo)
    assert seen.size == (640, 360)
    assert np.allclose(seen.corners, photo.corners / 2, atol=0.5)
    assert taken(DISTURBANCES["small"], photo).shape == (360, 640, 3)
    assert _moved_along(photo, seen)


def test_a_picture_of_quality_30_has_fewer_bytes_and_is_coarser() -> None:
    photo, rng = clouded(), np.random.default_rng(5)
    light = photo.light * rng.uniform(0.7, 1.3, photo.light.shape[:2]).astype(np.float32)[..., None]
    clean = stored(light).astype(np.float64)
    sizes, off = [], []
    for name in ("fair", "jpeg-30"):
        data = camera_of(photo, replace(DISTURBANCES[name], exact=True), np.random.default_rng(1)).take(light)
        sizes.append(len(data))
        seen = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert seen is not None
        off.append(float(np.abs(seen - clean).mean()))
    assert sizes[1] < 0.5 * sizes[0] and off[1] > 1.3 * off[0]


def test_a_camera_shakes_by_as_many_pixels_as_it_says() -> None:
    photo = clouded()
    grey = cv2.cvtColor(stored(photo.light), cv2.COLOR_BGR2GRAY).astype(np.float32)
    window = cv2.createHanningWindow(SIZE, cv2.CV_32F)
    for name, sigma in (("fair", 0.12), ("shaken", 0.5)):
        camera = camera_of(photo, DISTURBANCES[name], np.random.default_rng(2))
        shifts = []
        for _ in range(12):
            image = cv2.imdecode(np.frombuffer(camera.take(photo.light), np.uint8), cv2.IMREAD_GRAYSCALE)
            assert image is not None
            shifts.append(cv2.phaseCorrelate(grey, image.astype(np.float32), window)[0])
        assert 0.6 * sigma < np.std(shifts) < 1.5 * sigma


def test_a_hand_that_rests_lies_on_the_rim_and_leaves_the_middle_free() -> None:
    photo = board()
    camera = camera_of(photo, replace(DISTURBANCES["resting"], exact=True), np.random.default_rng(3))
    assert camera.resting
    image = cv2.imdecode(np.frombuffer(camera.take(photo.light), np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    off = np.abs(image.astype(np.float64) - GREY).max(axis=2) > 12
    assert off.mean() > HIDDEN_SHARE / 4  # a hand and an arm
    assert off[181:539, 461:819].any() and not off[270:450, 550:730].any()  # its fingers on the rim, not on the middle
    free = camera_of(photo, replace(DISTURBANCES["fair"], exact=True), np.random.default_rng(3))
    assert not free.resting


def test_bands_roll_down_the_picture() -> None:
    profiles = [changed("flicker", board(), t)[..., 0].mean(axis=1) / GREY for t in (0.0, 0.1)]
    for profile in profiles:
        assert abs(profile.max() - 1 - BANDS_SHARE) < 0.02 and abs(profile.min() - 1 + BANDS_SHARE) < 0.02
        assert (np.diff(profile > 1.001) != 0).sum() in (int(2 * BANDS), int(2 * BANDS) + 1)
    assert np.abs(profiles[0] - profiles[1]).max() > BANDS_SHARE


def test_a_shadow_sweeps_over_the_whole_board() -> None:
    places = []
    for t in np.arange(0, SWEEP_S, 0.25):
        row = changed("sweeping", board(), float(t))[360, :, 0]
        assert row.min() >= SWEEP_SHARE * GREY - 1
        places += list(np.flatnonzero(row < 0.7 * GREY))
    assert set(range(460, 820)) <= set(places)


def test_a_picture_is_mirrored_or_turned_in_the_middle_of_the_film() -> None:
    photo = clouded()
    before = stored(photo.light)
    for name, later in (("mirrored-later", before[:, ::-1]), ("turned-later", before[::-1, ::-1])):
        assert (changed(name, photo, MIDDLE_S - 0.1) == before).all()
        assert (changed(name, photo, MIDDLE_S) == later).all()


def test_a_camera_held_upright_sees_the_board_between_two_parts_of_the_table() -> None:
    seen = DISTURBANCES["upright"].seen(clouded())
    assert seen.size == (720, 1280) == seen.light.shape[1::-1]
    assert np.allclose(np.ptp(seen.corners, axis=0), np.ptp(CORNERS, axis=0) * 720 / 1280, atol=0.5)
    assert _moved_along(clouded(), seen)


def test_a_tiny_picture_fits_into_320_by_240() -> None:
    assert taken(DISTURBANCES["tiny"], clouded()).shape == (180, 320, 3)


def test_of_two_boards_the_other_one_stays_as_it_was() -> None:
    photo, disturbance = clouded(), DISTURBANCES["two-boards"]
    first = disturbance.seen(photo)
    dark = disturbance.seen(replace(photo, light=photo.light * 0.5), first.light)
    changed_columns = np.flatnonzero((first.light != dark.light).any(axis=(0, 2)))
    assert first.light.shape[1] == 2 * 720 and len(changed_columns) == 720
    x = dark.corners[:, 0]
    assert changed_columns[0] <= x.min() and x.max() <= changed_columns[-1]


def test_a_stream_stands_still_again_and_again() -> None:
    times = [DISTURBANCES["paused"].taken_at(number) for number in range(100)]
    gaps = np.diff(times)
    assert np.allclose(sorted(set(gaps.round(6))), [0.1, 2.6]) and (gaps > 1).sum() == 3


@pytest.mark.slow
def test_no_two_disturbances_show_the_same() -> None:
    assert set(GROUPS["all"]) == set(DISTURBANCES) == {"fair", *GROUPS["gate"], *GROUPS["play"], *GROUPS["silence"]}
    at_once = DISTURBANCES.keys() - {"mirrored-later", "turned-later", "paused"}
    assert len({taken(DISTURBANCES[name], clouded()).tobytes() for name in at_once}) == len(at_once)


def _place(x: float, y: float) -> tuple[float, float]:
    left, top, right, bottom = GAME.geometry(OPTIONS).area
    return left + x * (right - left), top + y * (bottom - top)


def _moved_along(photo: Photo, seen: Photo) -> bool:
    """Return whether the same light is seen at places of the board in both photos."""
    before, after = stored(photo.light)[..., 0], stored(seen.light)[..., 0]
    places = [_place(x, y) for x in np.linspace(0.06, 0.94, 9) for y in (0.2, 0.5, 0.8)]
    pixels = [(photo.at(place), seen.at(place)) for place in places]
    one, other = (
        np.array([float(image[round(y), round(x)]) for x, y in column])
        for image, column in zip((before, after), zip(*pixels, strict=True), strict=True)
    )
    return bool(np.std(one) > 20 and np.abs(one - other).max() < 20)
