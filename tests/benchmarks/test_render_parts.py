"""The parts of renders, without tracing any light: cameras, sensors, labels, seeds, a hand laid over a picture."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.vision.labels import load
from benchmarks.vision.renders.generators import BOARDS, MAX_MOVES
from benchmarks.vision.renders.placing import HandPlacing
from benchmarks.vision.renders.positions import random_position
from benchmarks.vision.renders.shapes.hand import hand
from benchmarks.vision.renders.shapes.isosurface import isosurface
from benchmarks.vision.renders.shapes.patch import patch
from benchmarks.vision.renders.shapes.piles import settled
from benchmarks.vision.renders.shapes.solids import Solid
from benchmarks.vision.renders.tracing.camera import MARGIN_SHARE, above, looking
from benchmarks.vision.renders.tracing.sensor import bent, developed, jpeg, metered
from benchmarks.vision.renders.tracing.sprite import FIELD_RATIO, Sprite
from benchmarks.vision.renders.turns import turns
from fourth_seat.calibration.lens import Lens
from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.vision.protocols import Image

SIZE = (640, 360)
RENDERS = Path(__file__).parents[1] / "data" / "vision"


def volume(solid: Solid) -> float:
    a, b, c = (solid.vertices[solid.faces[:, k]] for k in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize("seed", range(6))
def test_a_camera_above_sees_all_that_it_must(seed: int) -> None:
    must = np.array([(0, 0, 0), (20, 0, 0), (20, 11, 0.5), (0, 11, 0.5)], np.float64)
    camera = above(np.random.default_rng(seed), must, SIZE)
    pixels = camera.pixels(must)
    assert (pixels > MARGIN_SHARE * SIZE[0] - 1e-6).all() and (pixels < np.array(SIZE)).all()
    assert 39 < camera.elevation <= 90.01
    far, near = pixels[:2].mean(0), pixels[2:].mean(0)
    assert far[1] < near[1] and pixels[0, 0] < pixels[1, 0]  # y runs downwards in the picture, x to the right


def test_the_label_s_corners_place_all_of_the_board() -> None:
    area = (0.0, 0.0, 20.0, 20.0)
    lens = Lens(600.0, (320, 180))
    camera = looking((10.0, 32.0, 24.0), (10.0, 10.0, 0.0), 0.05, lens, SIZE)
    corners = camera.pixels(np.array([(0, 0, 0), (20, 0, 0), (20, 20, 0), (0, 20, 0)], np.float64))
    points = np.random.default_rng(2).uniform(0, 20, (30, 2))
    view = View.of_corners(corners, area, SIZE, lens)
    for height in (0.0, 1.5):
        seen = camera.pixels(np.column_stack([points, np.full(30, height)]))
        assert view.pixels(points, height) == pytest.approx(seen, abs=1e-3)


def test_the_lens_bends_what_was_traced_straight() -> None:
    camera = looking((0.0, 9.0, 9.0), (0.0, 0.0, 0.0), 0.0, Lens(500.0, (320, 180), -0.1, 0.01), SIZE)
    beyond = camera.overscan
    points = np.random.default_rng(3).uniform(-2, 2, (8, 2))
    spots = np.column_stack([points, np.zeros(8)])
    light = np.zeros((SIZE[1] + 2 * beyond, SIZE[0] + 2 * beyond, 3), np.float32)
    for x, y in camera.straight(spots) + beyond:
        cv2.circle(light, (round(x * 16 - 8), round(y * 16 - 8)), 3 * 16, (1.0, 1.0, 1.0), -1, shift=4)
    picture = bent(light, camera)
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    for x, y in camera.pixels(spots):
        assert picture[round(y - 0.5), round(x - 0.5), 0] > 0.9


def test_a_sensor_adds_noise_of_its_own_and_stores_what_it_took() -> None:
    light = np.full((90, 160, 3), 0.3, np.float32)
    sensor = metered(np.random.default_rng(0), light)

    def shot(seed: int, share: float = 1.0) -> Image:
        return developed(light * np.float32(share), sensor, np.random.default_rng(seed))

    assert (shot(1) == shot(1)).all() and (shot(1) != shot(2)).any()
    assert shot(1, 0.01).mean() < 0.3 * shot(1).mean()
    stored = cv2.imdecode(np.frombuffer(jpeg(shot(1), 90), np.uint8), cv2.IMREAD_COLOR)
    assert stored is not None and abs(float(stored.mean()) - float(shot(1).mean())) < 2


@pytest.mark.sample(5)
@pytest.mark.parametrize("game", sorted(BOARDS))
@pytest.mark.parametrize("seed", [1, 2])
def test_labels_tell_what_lies_there(game: str, seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    board = BOARDS[game](rng)
    state = random_position(game, board.options, rng, MAX_MOVES[game])
    camera = board.camera(rng, SIZE)
    label = board.label(state, camera, board.pieces(state, HandPlacing(1)))
    (tmp_path / "one.json").write_text(json.dumps({**label, "file": "one.jpg", "size": SIZE}))
    (read,) = load(tmp_path)
    geometry = find(game).geometry(board.options)
    seen = {"board", "store", "bar"}
    lying = {name: content for name, content in state.cells().items() if geometry[name].zone in seen}
    assert read.cells == {name: Content(content.colour, content.count) for name, content in lying.items()}
    view = read.view()
    assert view is not None and (view.corners(geometry.area) == pytest.approx(np.array(label["corners"]), abs=0.5))


def test_seeds_come_to_rest_beside_each_other() -> None:
    radius = 0.1

    def walls(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        back = 1 / np.maximum(np.hypot(x, y) / 0.35, 1)
        return x * back, y * back

    middles = settled(np.random.default_rng(5), 9, radius, 1.0, lambda x, y: 0.8 * (x**2 + y**2), walls, (0.2, 0.2))
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2) + np.eye(9)
    assert apart.min() > 1.7 * radius
    assert (np.hypot(middles[:, 0], middles[:, 1]) < 0.36).all()
    assert middles[:, 2].max() < 0.5


def test_things_lie_still_unless_touched() -> None:
    board = BOARDS["backgammon"](np.random.default_rng(4))
    *_, turn = turns("backgammon", board.options, np.random.default_rng(4), 2)
    one, two = (board.pieces(turn.before, HandPlacing(7)) for _ in range(2))
    assert all((a.solid.vertices == b.solid.vertices).all() for a, b in zip(one, two, strict=True))
    before, after = (board.pieces(state, HandPlacing(7))[0].solid.vertices for state in (turn.before, turn.after))
    light = {tuple(vertex) for vertex in before.round(6)}
    kept = sum(tuple(vertex) in light for vertex in after.round(6)) / len(after)
    assert 0.7 < kept <= 1


def test_an_isosurface_is_closed_and_where_it_should_be() -> None:
    step = 0.1
    axis = -1.5 + step * np.arange(31)
    x, y, z = np.meshgrid(axis, axis, axis, indexing="ij")
    ball = isosurface(np.sqrt(x**2 + y**2 + z**2) - 1.0, np.full(3, -1.5), step)
    assert np.linalg.norm(ball.vertices, axis=1) == pytest.approx(1.0, abs=0.02)
    assert abs(volume(ball)) == pytest.approx(4 / 3 * np.pi, rel=0.02)


def test_a_hand_reaches_what_it_is_told_to() -> None:
    flesh, sleeve = (part.solid.vertices for part in hand(np.random.default_rng(1), (5.0, 3.0, 0.2), 0.0, 4.0))
    assert np.linalg.norm(flesh - (5.0, 3.0, 0.2), axis=1).min() < 0.5  # two centimetres
    assert sleeve[:, 1].mean() > 6  # the arm comes from the near side


def test_a_hand_is_laid_over_a_picture() -> None:
    height, width = 60, 80
    light, cover = np.zeros((height, width, 3), np.float32), np.zeros((height, width, 1), np.float32)
    shade = np.ones((height, width, 1), np.float32)
    light[25:35, 35:45], cover[25:35, 35:45], shade[25:35, 45:55] = 0.7, 1.0, 0.5
    sprite = Sprite(light, cover, shade, (width / 2, height / 2), (0.0, 1.0))
    picture, covered = sprite.over(np.full((height, width, 3), 0.2, np.float32), (width / 2 + 10, height / 2 - 4))
    assert picture[26, 50] == pytest.approx(0.7) and covered[26, 50] == 1
    assert picture[26, 50 + 10 * FIELD_RATIO - 4] == pytest.approx(0.1) and covered[26, 66] == 0
    assert picture[26, 20] == pytest.approx(0.2) and picture[55, 50] == pytest.approx(0.2)
    assert covered.sum() == pytest.approx(100 * FIELD_RATIO**2, rel=0.1)


def test_the_committed_renders_are_small_and_readable() -> None:
    pictures = [picture for picture in load(RENDERS) if picture.path.exists()]
    assert {picture.game for picture in pictures if not picture.refuse} == {*BOARDS, "dice"}
    assert {"box art", "dark", "no board"} <= {picture.refuse for picture in pictures}
    assert sum(picture.path.stat().st_size for picture in pictures) < 1_000_000
    for picture in pictures:
        height, width = picture.image().shape[:2]
        assert [width, height] == picture.label["size"]


@pytest.mark.parametrize("game", sorted(BOARDS))
def test_a_film_s_turns_follow_each_other(game: str) -> None:
    options = find(game).options()
    films = [turns(game, options, np.random.default_rng(seed), 3) for seed in range(6)]
    assert {film[0].before == find(game).start(options) for film in films} == {True, False}  # some come in later
    geometry = find(game).geometry(options)
    for film in films:
        assert all(one.after == two.before for one, two in pairwise(film))
        assert sum(bool(turn.touched) for turn in film) == 3
        for turn in film:
            assert turn.moves and turn.before.cells() != turn.after.cells()
            assert all(cell in geometry for cell in turn.touched)


def test_only_what_has_changed_is_traced_again() -> None:
    board = BOARDS["blokus"](np.random.default_rng(4))
    camera = board.camera(np.random.default_rng(4), (640, 360))
    rules = find("blokus")
    empty = rules.start(board.options)
    move = next(iter(empty.legal()))
    one = empty.play_unchecked(move)
    before, after = (board.pieces(state, HandPlacing(7)) for state in (empty, one))
    where = patch(before, after, camera)
    assert where is not None and where.width * where.height < 0.2 * 640 * 360
    (cell,) = rules.steps(empty, move)[-1].cells[:1]
    x, y = camera.straight(np.array([board.reach(cell)]))[0] + camera.overscan
    assert where.left < x < where.left + where.width and where.top < y < where.top + where.height
    assert patch(after, after, camera) is None
