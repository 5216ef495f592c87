"""The reader against drawn boards: light and dark ones, in coloured light, with corners a little off, and no board at
all."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.options import Options
from fourth_seat.inference.evidence import Evidence
from fourth_seat.vision.blokus import VISION
from fourth_seat.vision.protocols import Appearance, Image
from tests.vision.blokus.drawings import PLASTIC, BlokusPicture, picture, random_cells

CORNERS = np.array([(380.0, 70.0), (910.0, 95.0), (985.0, 640.0), (300.0, 610.0)])
SIZE = (1280, 720)
CLASSIC, DUO = find("blokus").options(), find("blokus").options("variant=duo")


def view_of(options: Options, corners: Points) -> View:
    return View.of_corners(corners, find("blokus").geometry(options).area, SIZE)


def read(seen: BlokusPicture, options: Options, look: Appearance | None = None, corners: Points | None = None) -> Evidence:
    view = view_of(options, seen.corners if corners is None else corners)
    return VISION.classifier.classify(seen.image, view, look or {}, options)


def refusal(image: Image, options: Options = CLASSIC, corners: Points = CORNERS) -> str:
    reason = VISION.classifier.rejection_reason(image, view_of(options, corners), {}, options)
    return reason.key if reason else ""


def right(evidence: Evidence, cells: Cells) -> int:
    best = evidence.best()
    return sum(best.get(name) == cells.get(name) for name in evidence.cells)


@pytest.mark.sample(9)
@pytest.mark.parametrize("board", [235, 140, 60])
@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.6, 0.85, 1.0), (1.0, 0.85, 0.75)])
@pytest.mark.parametrize("pieces", [0, 4, 60])
def test_every_square(board: int, light: tuple[float, float, float], pieces: int) -> None:
    cells = random_cells(CLASSIC, pieces, pieces)
    seen = picture(CLASSIC, cells, CORNERS, board=board, light=light)
    evidence = read(seen, CLASSIC)
    assert len(evidence.cells) == 400
    assert right(evidence, cells) == 400
    assert not refusal(seen.image)


def test_duo() -> None:
    cells = random_cells(DUO, 3, 20)
    assert cells
    seen = picture(DUO, cells, CORNERS)
    evidence = read(seen, DUO)
    assert right(evidence, cells) == len(evidence.cells) == 196
    assert not refusal(seen.image, DUO)


def test_the_order_of_play_names_the_colours() -> None:
    options = find("blokus").options("colours=gryb")
    cells = random_cells(options, 5)
    assert right(read(picture(options, cells, CORNERS), options), cells) == 400


def test_corners_a_little_off() -> None:
    cells = random_cells(CLASSIC, 7, 60)
    off = np.random.default_rng(1).uniform(-4, 4, (4, 2))
    assert right(read(picture(CLASSIC, cells, CORNERS), CLASSIC, corners=CORNERS + off), cells) >= 399


def test_a_colour_is_read_by_what_was_learned() -> None:
    """A set whose green is nearly blue is read wrongly at first, and correctly once a known position has been seen."""
    odd = dict(PLASTIC)
    try:
        PLASTIC["green"] = (150, 140, 30)
        PLASTIC["blue"] = (150, 60, 75)
        known, later = random_cells(CLASSIC, 1, 12), random_cells(CLASSIC, 2, 6)
        first = picture(CLASSIC, known, CORNERS)
        look = VISION.classifier.learn(first.image, view_of(CLASSIC, CORNERS), {}, known, CLASSIC)
        seen = picture(CLASSIC, later, CORNERS, light=(0.9, 0.95, 1.0))
        assert right(read(seen, CLASSIC, look), later) == 400
        assert read(seen, CLASSIC, look).sureness() > read(seen, CLASSIC).sureness()
    finally:
        PLASTIC.update(odd)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_nearly_full_board_in_warm_light(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear blue pieces are as grey as bare squares on other boards, and outnumber the bare squares here."""
    monkeypatch.setitem(PLASTIC, "blue", (170, 105, 95))
    cells = covered(45, seed)
    assert right(read(picture(CLASSIC, cells, CORNERS, light=(0.72, 0.85, 0.9)), CLASSIC), cells) == 400


def covered(bare: int, seed: int) -> Cells:
    """Return all but this many squares covered, in random colours."""
    rng = np.random.default_rng(seed)
    names = [cell.name for cell in find("blokus").geometry(CLASSIC).cells if cell.zone == "board"]
    order = [names[k] for k in rng.permutation(len(names))[bare:]]
    return {name: Content(k % 4 + 1) for k, name in enumerate(order)}


LOW = np.array([(440.0, 150.0), (840.0, 150.0), (1040.0, 560.0), (240.0, 560.0)])
TALL = 0.42  # of a square: the height of pieces


def standing(cells: Cells, corners: Points) -> BlokusPicture:
    """Return pieces with their sides, on a board that is seen from a low angle."""
    view, geometry = view_of(CLASSIC, corners), find("blokus").geometry(CLASSIC)
    seen = picture(CLASSIC, {}, corners, noise=0.0).image
    for name, content in sorted(cells.items(), key=lambda item: geometry[item[0]].polygon[0][1]):
        (left, top), (edge, low) = np.min(geometry[name].polygon, axis=0), np.max(geometry[name].polygon, axis=0)
        front = view.pixels(np.array([(left, low), (edge, low)]))
        above = view.pixels(np.array([(left, top), (edge, top), (edge, low), (left, low)]), TALL)
        colour = PLASTIC[find("blokus").sides(CLASSIC)[content.colour - 1].hue]
        for outline, share in ((np.concatenate([above[2:], front]), 0.5), (above, 1.0)):
            places = np.round(outline * 16).astype(np.int32)
            cv2.fillPoly(seen, [places], tuple(share * v for v in colour), shift=4, lineType=cv2.LINE_AA)
    return BlokusPicture(np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.8), np.uint8), corners)


def test_pieces_whose_sides_run_into_the_squares_before_them() -> None:
    cells = {f"{c}{r}": Content((k + r) % 4 + 1) for k, c in enumerate("cdghklopst") for r in range(2, 20, 2)}
    assert right(read(standing(cells, LOW), CLASSIC), cells) == 400


def test_where_a_lamp_is_reflected_nothing_is_sure() -> None:
    cells = covered(150, 3)
    seen = picture(CLASSIC, cells, CORNERS)
    middle = view_of(CLASSIC, CORNERS).pixels(np.array([(8.0, 9.0)]))[0]
    y, x = np.mgrid[: SIZE[1], : SIZE[0]]
    spot = 600 * np.exp(-((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * 45**2))
    dazzled = np.clip(seen.image + spot[..., None], 0, 255).astype(np.uint8)
    evidence = read(BlokusPicture(dazzled, CORNERS), CLASSIC)
    best = evidence.best()
    wrong = [name for name in evidence.cells if best.get(name) != cells.get(name)]
    assert len(wrong) > 3
    assert sum(evidence.confidence(name) < 0.9 or name in evidence.strange for name in wrong) >= 0.9 * len(wrong)


def test_beside_the_edge_of_a_shadow_squares_are_as_sure_as_elsewhere() -> None:
    cells = random_cells(CLASSIC, 5, 16)
    seen = picture(CLASSIC, cells, CORNERS, board=235)
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    lit = np.clip((700 + 0.2 * y - x) / 60, 0, 1)  # the left half
    shadowed = (seen.image * (0.45 + 0.55 * lit)[..., None]).astype(np.uint8)
    evidence = read(BlokusPicture(shadowed, CORNERS), CLASSIC)
    assert right(evidence, cells) == 400
    empty = [name for name in evidence.cells if name not in cells]
    assert np.mean([evidence.confidence(name) > 0.9 for name in empty]) > 0.93


def test_the_first_piece_of_an_unusual_colour() -> None:
    """The other colours have been seen often, and look much alike; that says little about this one."""
    cells = {name: content for name, content in random_cells(CLASSIC, 6, 24).items() if content.colour != 4}
    cells |= {"a1": Content(4), "a2": Content(4)}
    seen = picture(CLASSIC, cells, CORNERS)
    for name in ("a1", "a2"):
        outline = view_of(CLASSIC, CORNERS).pixels(np.array(find("blokus").geometry(CLASSIC)[name].polygon, np.float64))
        cv2.fillConvexPoly(seen.image, np.round(outline).astype(np.int32), (172, 180, 3))  # hardly any red
    evidence = read(seen, CLASSIC)
    assert right(evidence, cells) == 400


def test_what_hides_the_board_is_strange() -> None:
    cells = random_cells(CLASSIC, 4, 30)
    seen = picture(CLASSIC, cells, CORNERS)
    covered = seen.image.copy()
    view = view_of(CLASSIC, CORNERS)
    arm = view.pixels(np.array([(6.0, 21), (6, 12), (10, 12), (10, 21)])).astype(np.int32)
    cv2.fillPoly(covered, [arm], (125, 150, 205))
    evidence = read(BlokusPicture(covered, CORNERS), CLASSIC)
    hidden = {f"{column}{row}" for column in "ghij" for row in range(1, 9)}
    assert len(evidence.strange & hidden) >= 0.8 * len(hidden)
    assert len(evidence.strange - hidden) <= 12  # the arm's edge
    shown = [name for name in evidence.cells if name not in hidden and name not in evidence.strange]
    best = evidence.best()
    assert sum(best.get(name) != cells.get(name) for name in shown) <= 4


def test_refusals() -> None:
    cells = random_cells(CLASSIC, 4, 30)
    seen = picture(CLASSIC, cells, CORNERS)
    assert refusal((seen.image * 0.08).astype(np.uint8)) == "It is too dark to see the board."
    assert "between these corners" in refusal(np.full_like(seen.image, 180))
    noise = np.random.default_rng(0).integers(0, 256, seen.image.shape, dtype=np.uint8)
    assert "between these corners" in refusal(np.asarray(cv2.GaussianBlur(noise, (0, 0), 7), np.uint8))
    assert "between these corners" in refusal(picture(DUO, random_cells(DUO, 3, 20), CORNERS).image)
    assert "between these corners" in refusal(seen.image, DUO)
