"""How well a camera sees a table: films of rendered boards in all games, unchanged and spoilt in various ways."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from fourth_seat.games import AnyState, find, game_names
from fourth_seat.inference.evidence import Evidence
from fourth_seat.vision.board_reading import view_of_board
from fourth_seat.vision.camera.files import read_picture
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.protocols import Image
from fourth_seat.vision.registry import board_vision
from fourth_seat.vision.self_test import INTERVAL_S, ROUNDS, SelfTest, Visibility
from fourth_seat.vision.worker.message_forms import read_message
from fourth_seat.vision.worker.session import VisionSession

PICTURES = Path(__file__).resolve().parents[1] / "data" / "vision"
POSITIONS = {  # of GAME_0002.jpg
    "backgammon": "XGID=-AAA-AB---bAbE---B-eab-c-A:0:0:0:00:0:0:0:0:10",
    "blokus": "c15,d15,d16 a17,b17,c17,a18 b19,c19,a20,b20,c20 / q17,o18,p18,q18 s18,r19,s19,t19,t20 n19,n20,o20 / "
    "t1,s2,t2 n2,m3,n3,o3 r3,p4,q4,r4,s4 / a1,c1,a2,b2,c2 e2,f2,d3,e3,f3 / turn 1",
    "connect4": "7/7/7/7/4R2/4YR1",
    "kalah": "0,0,0,1,12,0,19/3,0,0,1,0,0,12/s",
    "tridice": "32R1/4,44B3/4 R3,B3 R",
}


def spoilt(image: Image, weight: np.ndarray, blur: float) -> Image:
    """Return the picture, blurred where the weight is 1 and sharp where it is 0."""
    soft = cv2.GaussianBlur(image, (0, 0), blur)
    return np.asarray(image * (1 - weight[..., None]) + soft * weight[..., None], np.uint8)


def film(game: str, spoil: Callable[[Image, np.ndarray], Image] = lambda image, _: image) -> list[dict[str, Any]]:
    """Return the messages of a session that sees the board for eight seconds."""
    corners = json.loads((PICTURES / f"{game}_0002.json").read_text())["corners"]
    image = spoil(read_picture(PICTURES / f"{game}_0002.jpg"), np.array(corners))
    random = np.random.default_rng(1)
    session = VisionSession({"game": game, "corners": corners, "position": POSITIONS[game]})
    lines: list[dict[str, Any]] = []
    for number in range(80):
        noisy = np.asarray((image + random.normal(0, 2, image.shape)).clip(0, 255), np.uint8)
        lines += session.see(CameraFrame(noisy, number / 10, number))
    return lines


def visibility(lines: list[dict[str, Any]]) -> dict[str, Any]:
    events = [line.get("event") for line in lines]
    assert events.count("visibility") == 1 and events.index("fits") < events.index("visibility")
    (rating,) = [line for line in lines if line.get("event") == "visibility"]
    assert read_message(json.dumps(rating)) == rating
    return rating


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("game", game_names())
def test_a_board_that_is_seen_well(game: str) -> None:
    rating = visibility(film(game))
    assert rating["good"] and rating["share"] > 0.98, rating
    assert rating["reason"].startswith("Your camera sees this board well: ")


@pytest.mark.slow
def test_a_far_row_that_is_blurred() -> None:
    def far(image: Image, corners: np.ndarray) -> Image:
        top, bottom = corners[:, 1].min(), corners[:, 1].max()
        down = (np.arange(image.shape[0]) - top) / (bottom - top)
        return spoilt(image, np.repeat(np.clip(1.7 - 4 * down, 0, 1)[:, None], image.shape[1], 1), 4.0)

    rating = visibility(film("backgammon", far))
    assert not rating["good"] and rating["reason"].startswith("The far row is hard to see: tilt the camera down"), rating
    assert rating["weak"] and rating["share"] < 0.98


class PartlyBlind:
    """Reads a board, but calls some cells empty or full when they are not."""

    def __init__(self, game: str, state: AnyState, wrong: frozenset[str]) -> None:
        self._cells, self._wrong = state.cells(), wrong
        self._names = [cell.name for cell in find(game).geometry(state.options).cells if cell.zone == "board"]

    def classify(self, *_: Any) -> Evidence:
        contents = {None, *self._cells.values()}
        likely = {
            name: {
                content: 0.0 if (content == self._cells.get(name)) != (name in self._wrong) else -8.0
                for content in contents
            }
            for name in self._names
        }
        return Evidence(likely)


def rated(game_name: str, wrong: frozenset[str], spoil: Callable[[Image], Image] = lambda image: image) -> Visibility:
    game, options = find(game_name), find(game_name).options()
    state = game.parse_position(POSITIONS[game_name], options)
    corners = np.array(json.loads((PICTURES / f"{game_name}_0002.json").read_text())["corners"])
    image = spoil(read_picture(PICTURES / f"{game_name}_0002.jpg"))
    view = view_of_board(corners, game, options, image)
    vision = replace(board_vision(game), classifier=PartlyBlind(game_name, state, wrong))  # type: ignore[arg-type]
    test = SelfTest(game, options, vision)
    *before, result = (test.see(image, view, {}, state, 0.3 * number) for number in range(ROUNDS))
    assert not any(before) and result
    return result


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("", "Your camera sees this board well: it reads 100 %"),
        ("5 20", "Hard to see: 5, 20. Check for glare"),
        ("13 15 17 19 21 23", "The far row is hard to see: tilt the camera down"),
        ("2 4 6 8 10", "The part of the board near the camera is hard to see"),
        ("11 12 13 14", "The left side of the picture is hard to see"),
        ("1 2 23 24", "The right side of the picture is hard to see"),
        ("3 6 9 12 15 18 21 24", "Much of the board is hard to see"),
    ],
)
def test_where_it_is_hard_to_see(wrong: str, says: str) -> None:
    rating = rated("backgammon", frozenset(wrong.split()))
    assert rating.good == (not wrong) and str(rating.text).startswith(says), str(rating.text)
    assert f"{round(100 * rating.share)} %" in str(rating.text) and set(rating.weak) == set(wrong.split())


def test_the_whole_board_in_bad_light() -> None:
    wrong = frozenset(str(point) for point in range(1, 25, 3))
    rating = rated("backgammon", wrong, lambda image: np.asarray(image * 0.2 + 20, np.uint8))
    assert str(rating.text).startswith("The board is hard to see in this light: switch on a lamp.")


def test_pictures_in_quick_succession_are_not_all_looked_at() -> None:
    game = find("connect4")
    state = game.start(game.options())
    test = SelfTest(game, game.options(), board_vision(game))
    image = read_picture(PICTURES / "connect4_0002.jpg")
    corners = np.array(json.loads((PICTURES / "connect4_0002.json").read_text())["corners"])
    view = view_of_board(corners, game, game.options(), image)
    first = next(number for number in range(200) if test.see(image, view, {}, state, number / 25))
    assert (ROUNDS - 1) * INTERVAL_S <= first / 25 < 2 * ROUNDS * INTERVAL_S
