"""Squares are compared with how they looked when they were empty: pale pieces are seen, and shadows do not count as
pieces."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.contents import Cells, Content
from fourth_seat.inference.evidence import Evidence
from fourth_seat.vision.blokus import VISION
from fourth_seat.vision.blokus.appearance import BlokusReference
from fourth_seat.vision.protocols import REFERENCE_KEY, Appearance
from tests.vision.blokus.drawings import PLASTIC, BlokusPicture, picture, random_cells

CORNERS = np.array([(380.0, 70.0), (910.0, 95.0), (985.0, 640.0), (300.0, 610.0)])
OPTIONS = find("blokus").options()
LYING = random_cells(OPTIONS, 6, 20)
FREE = [name for name in ("j10", "k10", "l10", "l11") if name not in LYING]


def view(corners: Points = CORNERS) -> View:
    return View.of_corners(corners, find("blokus").geometry(OPTIONS).area, (1280, 720))


def blended(cells: Cells, share: float, lying: Cells = LYING) -> BlokusPicture:
    """Return the contents of the board, with only a fraction of the pieces' colour on these squares."""
    bare, with_them = picture(OPTIONS, lying, CORNERS, seed=1), picture(OPTIONS, {**lying, **cells}, CORNERS, seed=1)
    return replace(bare, image=np.asarray(cv2.addWeighted(with_them.image, share, bare.image, 1 - share, 0), np.uint8))


def learned() -> Appearance:
    return VISION.classifier.learn(picture(OPTIONS, LYING, CORNERS).image, view(), {}, LYING, OPTIONS)


def forgetful(look: Appearance) -> Appearance:
    return {key: value for key, value in look.items() if key != REFERENCE_KEY}


def read(seen: BlokusPicture, look: Appearance) -> Evidence:
    return VISION.classifier.classify(seen.image, view(), look, OPTIONS)


@pytest.mark.parametrize("colour", [1, 2, 3, 4])
def test_a_pale_piece_is_seen(colour: int) -> None:
    """The rules show whose it is."""
    assert len(FREE) == 4
    pale = {name: Content(colour) for name in FREE}
    look, seen = learned(), blended(pale, 0.15)
    now, alone = read(seen, look), read(seen, forgetful(look))
    for name, content in pale.items():
        assert now.of(name, content) - now.of(name, None) > 1
        assert alone.of(name, content) - alone.of(name, None) < 0
    others = [name for name in now.cells if name not in pale]
    assert all(now.best().get(name) == LYING.get(name) for name in others)
    since = VISION.classifier.learn(seen.image, view(), look, {**LYING, **pale}, OPTIONS)
    assert read(seen, since).best() == {**LYING, **pale}  # it stays a piece,
    assert read(picture(OPTIONS, LYING, CORNERS, seed=2), since).best() == LYING  # until it is taken away


@pytest.mark.parametrize("colour", [1, 2, 3, 4])
def test_light_that_a_piece_throws_on_a_square_beside_it_is_no_piece(colour: int) -> None:
    """A tenth of what the piece's own squares show, which might be a pale piece if it were alone."""
    *piece, beside = FREE
    content = Content(colour)
    seen = read(blended({beside: content}, 0.1, {**LYING, **dict.fromkeys(piece, content)}), learned())
    assert all(seen.of(name, content) == 0 for name in piece)
    assert seen.of(beside, None) - seen.of(beside, content) > 0


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.85, 0.9, 0.95), (0.95, 0.9, 0.85)])
def test_in_other_light_empty_squares_are_empty(light: tuple[float, float, float]) -> None:
    seen = read(picture(OPTIONS, LYING, CORNERS, light=light, seed=2), learned())
    assert seen.best() == LYING
    assert min(-seen.of(name, Content(colour)) for name in FREE for colour in (1, 2, 3, 4)) > 5


def test_a_coloured_shadow_is_no_piece() -> None:
    look, seen = learned(), picture(OPTIONS, LYING, CORNERS, seed=2)
    dark = seen.image.astype(np.float32)
    outline = view().pixels(np.array([(8.0, 8.0), (13.0, 7.0), (14.0, 12.0), (9.0, 13.0)])).round().astype(np.int32)
    cover = cv2.GaussianBlur(cv2.fillConvexPoly(np.zeros(dark.shape[:2], np.float32), outline, 1.0), (0, 0), 4)[..., None]
    shaded = dark * (1 - cover) + dark * (0.6, 0.57, 0.55) * cover  # cooler than the lamp that it blocks
    evidence = read(replace(seen, image=np.clip(shaded, 0, 255).astype(np.uint8)), look)
    assert evidence.best() == LYING


def test_it_is_kept_in_a_look_for_a_board_seen_from_there() -> None:
    look = learned()
    memory = BlokusReference.of(look[REFERENCE_KEY])
    assert memory is not None
    again = BlokusReference.of(memory.stored())
    assert again is not None and np.array_equal(again.tints, memory.tints) and np.array_equal(again.colours, memory.colours)
    assert (memory.colours > 0).sum() == len(LYING)
    assert BlokusReference.of({}) is None
    elsewhere = view(CORNERS + 60)
    image = picture(OPTIONS, LYING, CORNERS + 60).image
    seen, unknown = (VISION.classifier.classify(image, elsewhere, each, OPTIONS) for each in (look, forgetful(look)))
    assert np.array_equal(seen.cells.matrix, unknown.cells.matrix)


def test_many_pieces_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Around most squares everything has changed: that is not a change of the light."""
    monkeypatch.setitem(PLASTIC, "blue", (190, 130, 120))
    bare = picture(OPTIONS, {}, CORNERS).image
    look = VISION.classifier.learn(bare, view(), {}, {}, OPTIONS)
    names = sorted(cell.name for cell in find("blokus").geometry(OPTIONS).cells if cell.zone == "board")
    later = {names[k]: Content(int(k) % 4 + 1) for k in np.random.default_rng(4).permutation(len(names))[100:]}
    assert read(picture(OPTIONS, later, CORNERS, seed=2), look).best() == later
