"""Films of real sets show what they claim: any position laid out with the photo's own pieces is read as that position."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision.composites.boards.blokus import blokus_pieces
from benchmarks.vision.composites.disturbances import DISTURBANCES, Disturbance
from benchmarks.vision.composites.film import camera_of
from benchmarks.vision.composites.photos import Photo, linear, photo_of, stored
from benchmarks.vision.composites.playing import PlayedSet
from benchmarks.vision.labels import labelled
from fourth_seat.games import find
from fourth_seat.vision.board_reading import view_of_board
from fourth_seat.vision.kalah.layout import places
from fourth_seat.vision.protocols import Image
from fourth_seat.vision.registry import board_vision
from tests.vision.blokus.drawings import picture, random_cells

BLOKUS = find("blokus")
OPTIONS = BLOKUS.options()
CORNERS = np.array([(400.0, 100), (930, 110), (925, 640), (395, 625)])


def photo() -> Photo:
    """Return a drawn board in place of a photo, so that it is nobody's picture."""
    cells = random_cells(OPTIONS, 3, 70)
    seen = picture(OPTIONS, cells, CORNERS)
    view = view_of_board(CORNERS, BLOKUS, OPTIONS, seen.image)
    return Photo("drawn", BLOKUS, OPTIONS, linear(seen.image), view, cells, None, kept=False)


def read(image: Image, photo: Photo) -> dict[str, int]:
    best = board_vision(BLOKUS).classifier.classify(image, photo.view, {}, OPTIONS).best()
    return {name: content.colour for name, content in best.items()}


def test_a_position_laid_with_a_photos_own_pieces_is_read_as_that_position() -> None:
    board = photo()
    pieces = blokus_pieces(board)
    assert pieces
    played = PlayedSet(board, pieces, Disturbance())
    for moves in (0, 12, 30):
        cells = random_cells(OPTIONS, 8, moves)
        shown = stored(played.light(cells))
        assert read(shown, board) == {name: content.colour for name, content in cells.items()}


def test_a_camera_that_turns_still_has_the_board_in_its_picture() -> None:
    for name in ("turned-10", "turned-30", "small"):
        seen = DISTURBANCES[name].seen(photo())
        assert seen.corners.min() > 0
        assert (seen.corners.max(axis=0) < seen.size).all()


def test_pictures_are_identical_where_they_are_said_to_be() -> None:
    board = photo()
    for name, same in (("identical", True), ("fair", False)):
        camera = camera_of(board, DISTURBANCES[name], np.random.default_rng(1))
        one, other = camera.take(board.light), camera.take(board.light)
        assert (one == other) is same
        image = cv2.imdecode(np.frombuffer(one, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        assert image.shape == board.light.shape


def test_a_folding_board_with_labelled_pits_is_as_wide_as_its_pits_and_its_fold(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "folding.png"), np.zeros((500, 960, 3), np.uint8))
    pits = 90 * places(6).reshape(-1, 2) + (100, 120)
    pits[pits[:, 0] > 460, 0] += 54  # wood between the halves
    label = {"game": "kalah", "file": "folding.png", "size": [960, 500], "pit_centres": pits.tolist()}
    folding = photo_of(labelled(tmp_path, label))
    assert folding
    assert np.abs(folding.corners - [(100, 120), (874, 120), (874, 300), (100, 300)]).max() < 1
