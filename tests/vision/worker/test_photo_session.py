"""A picture of a board about which nothing is known: read, read again when somebody says where and how it lies, refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fourth_seat.calibration.camera import CameraCalibration, save_camera
from fourth_seat.games import find, game_names
from fourth_seat.games.errors import BadNotation
from fourth_seat.inference.packing import pack_content, unpack_content
from fourth_seat.vision.board_photo import DOUBT_PROBABILITY, BoardPhoto, read_photo
from fourth_seat.vision.board_reading import view_of_board
from fourth_seat.vision.camera.files import read_picture
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.protocols import lasting, size_of
from fourth_seat.vision.registry import board_vision
from fourth_seat.vision.worker.message_forms import _is_photo
from fourth_seat.vision.worker.messages import read_corners
from fourth_seat.vision.worker.photo_session import PhotoSession
from fourth_seat.words import Text

PICTURES = Path(__file__).resolve().parents[2] / "data" / "vision"


def session(game: str, picture: str | None = None) -> tuple[PhotoSession, Any]:
    watcher = PhotoSession({"game": game})
    image = read_picture(PICTURES / (picture or f"{game}_0002.jpg"))
    (line,) = watcher.see(CameraFrame(image, 0.0, 0))
    assert list(watcher.see(CameraFrame(image, 0.1, 1))) == []  # the first picture is the one
    return watcher, line["photo"]


@pytest.mark.parametrize("game", game_names())
def test_every_game(game: str) -> None:
    watcher, photo = session(game)
    assert _is_photo(photo) and photo["text"] is None and watcher.known["game"] == game
    zones = {cell.name: cell.zone for cell in find(game).geometry(watcher.options).cells}
    assert set(photo["contents"]) <= set(zones) and "dice" not in {zones[cell] for cell in photo["contents"]}
    for cell, offered in photo["doubts"]:
        assert photo["contents"][cell] == offered[0] and offered[0] != offered[1]
    for name, rest in (("turn", ""), ("find", ""), ("corners", _corners(photo)), ("outline", _corners(photo))):
        again = watcher.handle_command(name, rest)["photo"]
        assert _is_photo(again) and again["text"] is None
        assert again["known"] == (name in ("turn", "corners"))


def test_a_board_that_lies_turned() -> None:
    watcher, photo = session("blokus")
    turned = watcher.handle_command("turn", "")["photo"]
    assert photo["contents"]["t20"] is not None
    assert turned["contents"]["a20"] == photo["contents"]["t20"]  # what was at the top right is at the top left
    for _ in range(3):
        again = watcher.handle_command("turn", "")["photo"]
    assert sum(again["contents"][cell] != content for cell, content in photo["contents"].items()) <= 2
    mirrored = watcher.handle_command("mirror", "")["photo"]
    assert mirrored["contents"]["a20"] == again["contents"]["t20"]


def test_a_board_is_read_where_a_camera_saw_it() -> None:
    _, found = session("kalah")
    half_turned = " ".join(_corners(found).split()[2:] + _corners(found).split()[:2])
    image = read_picture(PICTURES / "kalah_0002.jpg")
    for given, known in (("corners", True), ("outline", False)):
        (line,) = PhotoSession({"game": "kalah", given: half_turned}).see(CameraFrame(image, 0.0, 0))
        assert line["photo"]["known"] == known
    (line,) = PhotoSession({"game": "kalah", "corners": half_turned}).see(CameraFrame(image, 0.0, 0))
    assert line["photo"]["contents"]["store"] == found["contents"]["STORE"] != found["contents"]["store"]


def test_a_set_that_a_camera_has_learned_is_read_by_how_it_looks() -> None:
    image, game = read_picture(PICTURES / "kalah_0002.jpg"), find("kalah")
    _, found = session("kalah")
    corners = _corners(found)
    view = view_of_board(read_corners(corners), game, game.options(), image)
    cells = {cell: content for cell, packed in found["contents"].items() if (content := unpack_content(packed))}
    learned = lasting(board_vision(game).classifier.learn(image, view, {}, cells, game.options()))
    unusable = dict.fromkeys(learned, "none")
    width, height = size_of(image)
    for appearance, known, scale in (({}, False, 1), (learned, True, 1), (unusable, False, 1), (learned, True, 2)):
        seen = scale * read_corners(corners)  # the picture may be smaller than the camera's
        save_camera("kalah", CameraCalibration("0", (scale * width, scale * height), seen, appearance=appearance))
        watcher = PhotoSession({"game": "kalah", "corners": corners})
        (line,) = watcher.see(CameraFrame(image, 0.0, 0))
        assert line["photo"]["text"] is None and isinstance(watcher._photo, BoardPhoto)
        assert watcher._photo.evidence.provisional != known


def test_what_is_no_board_of_this_game_is_refused() -> None:
    watcher, photo = session("blokus", "kalah_0001.jpg")
    assert set(photo) == {"text"} and _is_photo(photo)
    for name in ("turn", "mirror", "corners 1,2 3,4", "nothing"):
        command, _, rest = name.partition(" ")
        with pytest.raises(BadNotation):
            watcher.handle_command(command, rest)


def test_doubts_are_the_cells_that_cannot_be_read_for_certain() -> None:
    game = find("kalah")
    photo = read_photo(read_picture(PICTURES / "kalah_0002.jpg"), game, game.options())
    assert isinstance(photo, BoardPhoto)
    sure = {cell: photo.evidence.confidence(cell) for cell in photo.contents}
    assert [doubt.cell for doubt in photo.doubts] == sorted(
        (cell for cell, each in sure.items() if each < DOUBT_PROBABILITY), key=lambda cell: sure[cell]
    )
    assert {"store", "STORE", "e"} <= {doubt.cell for doubt in photo.doubts}  # a dozen seeds or more in each


def test_a_grey_picture() -> None:
    game = find("connect4")
    assert isinstance(read_photo(np.full((480, 640, 3), 128, np.uint8), game, game.options()), Text)


def test_contents_cross_unchanged() -> None:
    for content in (None, *find("kalah").start(find("kalah").options()).cells().values()):
        assert unpack_content(pack_content(content)) == content


def _corners(photo: Any) -> str:
    return " ".join(f"{x},{y}" for x, y in photo["corners"])
