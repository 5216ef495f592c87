"""From drawn pictures to reported lines: the board is found, recalled, followed when the camera moves, shown by hand,
rotated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from fourth_seat.calibration.camera import load_camera, load_cameras, rename_camera
from fourth_seat.games import AnyState, find
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadNotation
from fourth_seat.inference.evidence import Evidence
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.protocols import REFERENCE_KEY, Image
from fourth_seat.vision.track.picture_flip import Flip
from fourth_seat.vision.track.unsteady_picture import SHADOW
from fourth_seat.vision.worker.messages import plain
from fourth_seat.vision.worker.session import VisionSession
from tests.vision.board_phone import CORNERS, SIZE, drawn, noisy
from tests.vision.detect.test_markers import PLACES, photo, table
from tests.vision.drawings import ScriptedClassifier

GAME = find("connect4")
NEAR = 0.02 * 7 * 64  # pixels: a fiftieth of the board


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))


class FakeCamera:
    """Shows a session what is drawn, ten pictures a second."""

    def __init__(self, **settings: Any) -> None:
        start = GAME.position(GAME.start(GAME.options()))
        self.session = VisionSession({"game": "connect4", "position": start, **settings})
        self.t, self.number = 0.0, 0
        self._chance = np.random.default_rng(1)

    def sees(self, image: Image, seconds: float = 1.0) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = []
        for _ in range(round(10 * seconds)):
            events = self.session.see(CameraFrame(noisy(image, self._chance), self.t, self.number))
            lines += [line for line in events if line.get("event") != "visibility"]  # test_self_test covers these
            self.t, self.number = self.t + 0.1, self.number + 1
        return lines


def events(lines: list[dict[str, Any]]) -> list[str]:
    return [line.get("event", "move" if "move" in line else "ask") for line in lines]


def after(*columns: str) -> AnyState:
    state: AnyState = GAME.start(GAME.options())
    for column in columns:
        (move,) = GAME.parse(state, column)
        state = state.play(move)
    return state


def off(corners: Any, wanted: Any) -> float:
    return float(np.linalg.norm(np.array(corners) - np.array(wanted), axis=1).max())


@pytest.mark.slow
def test_found_fits_and_follows() -> None:
    camera = FakeCamera()
    lines = camera.sees(drawn({}))
    assert events(lines) == ["found", "fits"]
    assert off(lines[0]["corners"], CORNERS) < NEAR
    assert events(camera.sees(drawn(after("4").cells(), hand=True))) == []
    (move,) = camera.sees(drawn(after("4").cells()), 3)
    assert (move["moves"], move["position"]) == (["4"], GAME.position(after("4")))


def test_what_was_played_before_the_first_look_is_not_learned_as_empty() -> None:
    camera = FakeCamera()
    lines = camera.sees(drawn(after("4").cells()), 2.0)
    assert [line["move"] for line in lines if "move" in line] == ["4"]
    assert events(lines)[-1] == "fits"


@pytest.mark.slow
def test_what_was_kept_serves_again() -> None:
    camera = FakeCamera(source="0")
    camera.sees(drawn({}))
    camera.session.handle_command("keep", "")
    lines = FakeCamera(kept=True).sees(drawn({}))
    assert events(lines) == ["found", "fits"] and lines[0]["kept"]
    # Another scene: it is searched for again.
    lines = FakeCamera(kept=True).sees(drawn({}, shift=(30, 12)))
    assert events(lines) == ["found", "fits"] and "kept" not in lines[0]


@pytest.mark.slow
def test_each_of_several_sets_is_recognised_where_it_lies() -> None:
    places = (0, 0), (30, 12), (-24, 8)
    for shift in places:
        camera = FakeCamera(source="0", kept=True)
        assert "kept" not in camera.sees(drawn({}, shift=shift))[0]
        camera.session.handle_command("keep", "")
        camera.session.handle_command("keep", "")  # the same once more
    assert len(load_cameras(GAME.name)) == len(places)
    for shift in places:
        camera = FakeCamera(source="0", kept=True)
        lines = camera.sees(drawn({}, shift=shift))
        assert lines[0]["kept"] and np.allclose(lines[0]["corners"], np.add(CORNERS, shift), atol=NEAR)
        camera.session.handle_command("keep", "")
        newest, *others = load_cameras(GAME.name)
        assert np.allclose(newest.corners, np.add(CORNERS, shift), atol=NEAR) and len(others) == len(places) - 1


@pytest.mark.slow
def test_a_set_that_is_searched_for_anew_is_kept_beside_the_one_that_was_recognised() -> None:
    first = FakeCamera(source="0")
    first.sees(drawn({}))
    first.session.handle_command("keep", "")
    rename_camera(GAME.name, load_cameras(GAME.name)[0], "the old one")
    camera = FakeCamera(source="0", kept=True)
    assert camera.sees(drawn({}))[0]["kept"]
    camera.session.handle_command("find", "")
    camera.sees(drawn({}, shift=(30, 12)), 2)
    camera.session.handle_command("keep", "")
    newest, old = load_cameras(GAME.name)
    assert (newest.name, old.name) == ("", "the old one")
    assert off(newest.corners, np.add(CORNERS, (30, 12))) < NEAR and off(old.corners, CORNERS) < NEAR


def test_what_passes_is_not_kept() -> None:
    camera = FakeCamera(source="0")
    camera.sees(drawn({}))
    move_tracker = camera.session.move_tracker
    assert move_tracker is not None
    move_tracker.appearance = {**move_tracker.appearance, REFERENCE_KEY: {"stone": 1}}
    camera.session.handle_command("keep", "")
    kept = load_camera(GAME.name)
    assert kept is not None
    assert set(kept.appearance) == set(move_tracker.appearance) - {REFERENCE_KEY}


@pytest.mark.slow
def test_a_moved_camera_is_followed() -> None:
    camera = FakeCamera()
    camera.sees(drawn({}), 2)
    lines = camera.sees(drawn({}, shift=(9, -6)), 3)
    assert "moved" in events(lines)
    (moved,) = [line for line in lines if line.get("event") == "moved"]
    assert off(moved["corners"], np.add(CORNERS, (9, -6))) < NEAR
    (move,) = camera.sees(drawn(after("4").cells(), shift=(9, -6)), 2)
    assert move["moves"] == ["4"]


@pytest.mark.slow
def test_a_board_that_is_gone_is_lost_and_found_again() -> None:
    camera = FakeCamera(shown=True)
    camera.sees(drawn({}), 2)
    wall = np.full((480, 640, 3), 190, np.uint8)
    lines = camera.sees(wall, 6)
    assert any(line.get("sight") == "lost" for line in lines)
    assert not any("move" in line or "ask" in line for line in lines)
    lines = camera.sees(drawn({}, shift=(25, 10)), 4)
    assert "found" in events(lines) or "moved" in events(lines)
    assert off(camera.session.corners, np.add(CORNERS, (25, 10))) < NEAR


@pytest.mark.slow
def test_a_board_that_is_seen_again_where_it_was_is_outlined_again() -> None:
    camera = FakeCamera(shown=True)
    camera.sees(drawn({}), 2)
    assert any(line.get("sight") == "lost" for line in camera.sees(np.full((480, 640, 3), 190, np.uint8), 6))
    assert "view" in events(camera.sees(drawn({}), 4))


def test_corners_by_hand() -> None:
    camera = FakeCamera()
    camera.sees(np.full((480, 640, 3), 190, np.uint8), 0.3)
    with pytest.raises(BadNotation):
        camera.session.handle_command("corners", "1,2 3,4")
    camera.sees(drawn({}), 0.1)
    shown = " ".join(f"{x},{y}" for x, y in CORNERS)
    camera.session.handle_command("corners", shown)
    assert "fits" in events(camera.sees(drawn({})))
    assert plain(np.array(CORNERS, float)) == plain(camera.session.corners)  # type: ignore[arg-type]


@pytest.mark.slow
def test_corners_by_hand_hold_through_pictures_of_other_sizes() -> None:
    camera = FakeCamera(corners=CORNERS, shown=True)
    assert "fits" in events(camera.sees(drawn({})))
    wall = camera.sees(np.full((600, 600, 3), 190, np.uint8), 2)
    assert any(line.get("sight") == "lost" for line in wall)
    assert "fits" in events(camera.sees(drawn({})))
    assert off(camera.session.corners, CORNERS) < NEAR
    empty, one = (
        np.asarray(cv2.resize(drawn(cells), None, fx=1.5, fy=1.5), np.uint8) for cells in ({}, {"d1": Content(1)})
    )
    assert "fits" in events(camera.sees(empty))
    assert off(camera.session.corners, np.multiply(CORNERS, 1.5)) < 1.5 * NEAR
    (move,) = [line for line in camera.sees(one, 3) if "move" in line]
    assert move["moves"] == ["4"]


def test_a_place_in_pictures_of_another_size_is_not_taken_for_one_in_these() -> None:
    camera = FakeCamera()
    camera.sees(drawn({}))
    camera.sees(np.full((600, 600, 3), 190, np.uint8), 0.5)
    for command in ("turn", "mirror", "learn", "test"):
        with pytest.raises(BadNotation, match="the board has not been found yet: mark its corners"):
            camera.session.handle_command(command, "")
    camera.session.handle_command("keep", "")  # where it was seen
    kept = load_camera(GAME.name)
    assert kept and kept.size == (640, 480) and off(kept.corners, CORNERS) < NEAR
    assert "fits" in events(camera.sees(drawn({}), 2))
    camera.session.handle_command("turn", "")


@pytest.mark.slow
def test_turned_and_mirrored() -> None:
    state = after(*"112123")
    from_behind = {"gfedcba"["abcdefg".index(name[0])] + name[1]: content for name, content in state.cells().items()}
    camera = FakeCamera(position=GAME.position(state))
    assert "fits" not in events(camera.sees(drawn(from_behind), 2))
    camera.session.handle_command("mirror", "")
    assert "fits" in events(camera.sees(drawn(from_behind), 2))
    camera.session.handle_command("turn", "")
    assert "fits" not in events(camera.sees(drawn(from_behind), 2))


@pytest.mark.slow
@pytest.mark.parametrize("flip", [0, 1])
def test_of_a_mirrored_picture_it_is_said_what_to_do(flip: int) -> None:
    state = after("1", "1", "2", "4", "2", "1")
    camera = FakeCamera(position=GAME.position(state))
    seen = np.asarray(cv2.flip(drawn(state.cells()), flip), np.uint8)
    lines = camera.sees(seen, 6)
    assert events(lines)[:2] == ["found", "wrong"]
    assert "mirror the grid." in lines[1]["reason"]
    assert lines[1]["differences"] == []
    camera.session.handle_command("mirror", "")
    assert "fits" in events(camera.sees(seen, 2))


@pytest.mark.slow
@pytest.mark.parametrize("columns", ["", "112421"], ids=["from the start", "in mid-game"])
def test_a_camera_may_hang_upside_down(columns: str) -> None:
    state = after(*columns)
    camera = FakeCamera(position=GAME.position(state))
    upside_down = [np.asarray(np.rot90(drawn(each.cells()), 2), np.uint8) for each in (state, after(*columns, "7"))]
    assert events(camera.sees(upside_down[0], 2)) == ["found", "fits"]
    lines = camera.sees(upside_down[1], 3)
    assert [line["moves"] for line in lines if "move" in line] == [["7"]]
    right_way_up = np.array(SIZE) - 1 - CORNERS  # so it is kept
    assert camera.session.corners is not None and off(camera.session.corners, right_way_up) < NEAR
    assert events(lines)[:1] == (["move"] if columns else ["found"])


@pytest.mark.slow
@pytest.mark.parametrize(("dark_s", "event"), [(0.0, "moved"), (1.0, "found")], ids=["at once", "while it was covered"])
@pytest.mark.parametrize("flip", [0, 1])
def test_a_picture_that_is_mirrored_in_mid_game_is_followed(flip: int, dark_s: float, event: str) -> None:
    state = after(*"1124215")
    camera = FakeCamera(position=GAME.position(state))
    assert "fits" in events(camera.sees(drawn(state.cells(), shift=(40, 0)), 2))
    camera.sees(np.zeros((*SIZE[::-1], 3), np.uint8), dark_s)
    moved = state.play(GAME.parse(state, "7")[0])
    lines = camera.sees(np.asarray(cv2.flip(drawn(moved.cells(), shift=(40, 0)), flip), np.uint8), 9)
    assert [line["move"] for line in lines if "move" in line] == ["7"]
    assert event in events(lines) and not any("Mark its corners" in line.get("reason", "") for line in lines)


@pytest.mark.slow
def test_a_hand_over_the_board_while_the_picture_is_flipped_is_no_part_of_it() -> None:
    state = after(*"1124215")
    camera = FakeCamera(position=GAME.position(state))
    assert "fits" in events(camera.sees(drawn(state.cells(), shift=(40, 0)), 2))
    hand = drawn(state.cells(), hand=True, shift=(40, 0))
    camera.sees(hand, 0.6)
    moved = drawn(state.play(GAME.parse(state, "7")[0]).cells(), shift=(40, 0))
    lines = [*camera.sees(Flip.SIDEWAYS.image(hand), 1.0), *camera.sees(Flip.SIDEWAYS.image(moved), 2)]
    assert [event for event in events(lines) if event in ("moved", "move", "lost")] == ["moved", "move"]


def test_places_in_pictures_of_other_sizes_are_flipped_too() -> None:
    corners = np.add(CORNERS, (40, 0))
    camera = FakeCamera(corners=corners.tolist())
    small = drawn({}, shift=(40, 0))
    large = np.asarray(cv2.resize(small, None, fx=1.5, fy=1.5), np.uint8)
    for picture in (small, large, small, Flip.SIDEWAYS.image(small), Flip.SIDEWAYS.image(large)):
        camera.sees(picture, 1.2)
    assert camera.session.corners is not None
    expected = 1.5 * corners
    expected[:, 0] = 1.5 * SIZE[0] - 1 - expected[:, 0]
    assert off(camera.session.corners, expected) < 1.5 * NEAR


@pytest.mark.slow
def test_a_second_board_that_is_laid_there_later_is_noticed_and_one_can_change_back() -> None:
    state = after(*"112421")
    idle, empty = drawn(state.cells()), drawn({}, shift=(0, 5))[:, :60]
    bare = np.broadcast_to(empty[:, :1], idle.shape).copy()
    seven = state.play(GAME.parse(state, "7")[0])
    camera = FakeCamera(position=GAME.position(state), shown=True)
    camera.sees(np.hstack([idle, empty, bare]), 6)
    lines = camera.sees(np.hstack([idle, empty, idle]), 22)
    assert [line["sight"] for line in lines if "sight" in line][-1] == "two"
    lines = camera.sees(np.hstack([idle, empty, drawn(seven.cells())]), 6)
    assert [line["move"] for line in lines if "move" in line] == ["7"]
    assert [line["sight"] for line in lines if "sight" in line][-1] == "two"


def test_the_second_board_is_followed_in_a_flipped_picture_too() -> None:
    state = after(*"112421")
    idle, empty = drawn(state.cells()), drawn({}, shift=(0, 5))[:, :60]
    played = drawn(state.play(GAME.parse(state, "7")[0]).cells())
    camera = FakeCamera(position=GAME.position(state), shown=True)
    lines = camera.sees(np.hstack([idle, empty, idle]), 6)
    assert [line["sight"] for line in lines if "sight" in line][-1] == "two" and camera.session.corners is not None
    on_the_left = camera.session.corners[:, 0].mean() < 640
    camera.sees(Flip.UPSIDE_DOWN.image(np.hstack([idle, empty, idle])), 2)
    both = [idle, empty, played] if on_the_left else [played, empty, idle]
    lines = camera.sees(Flip.UPSIDE_DOWN.image(np.hstack(both)), 4)
    assert [line["move"] for line in lines if "move" in line] == ["7"]


def test_a_board_that_a_person_has_shown_is_not_looked_for_elsewhere() -> None:
    state = after(*"1124215")
    camera = FakeCamera(position=GAME.position(state))
    seen = np.asarray(cv2.flip(drawn(state.cells(), shift=(40, 0)), 1), np.uint8)
    camera.sees(seen, 0.1)
    elsewhere = [(x - 64, y) for x, y in CORNERS]
    camera.session.handle_command("corners", " ".join(f"{x},{y}" for x, y in elsewhere))
    assert "found" not in events(camera.sees(seen, 8))


@pytest.mark.slow
def test_of_two_boards_that_is_followed_on_which_a_move_is_made() -> None:
    state = after(*"112421")
    idle, empty = drawn(state.cells()), drawn({}, shift=(0, 5))[:, :60]
    played = drawn(state.play(GAME.parse(state, "7")[0]).cells())
    for first in (True, False):  # the one that was found, and the other one
        camera = FakeCamera(position=GAME.position(state), shown=True)
        lines = camera.sees(np.hstack([idle, empty, idle]), 6)
        assert camera.session.move_tracker is not None
        found = camera.session.move_tracker.view.corners((0, 0, 7, 6))
        assert [line["sight"] for line in lines if "sight" in line][-1] == "two"
        on_the_left = (found[0][0] < 640) == first
        lines = camera.sees(np.hstack([played, empty, idle] if on_the_left else [idle, empty, played]), 4)
        assert [line["move"] for line in lines if "move" in line] == ["7"]
        now = camera.session.move_tracker.view.corners((0, 0, 7, 6))
        assert (off(now, found) < NEAR) == first
        sights = [line["sight"] for line in lines if "sight" in line]
        assert sights[-1:] in (["clear"], []) if first else sights[-1] == "two"  # one can change back


@pytest.mark.slow
def test_after_four_seconds_it_is_said_what_keeps_the_board_from_being_read() -> None:
    camera = FakeCamera(shown=True)
    camera.sees(drawn({}))
    board, lines = drawn(after("4").cells()), []
    for n in range(60):
        shadow = 1 - 0.6 * np.exp(-(((np.arange(640) - 320 - 200 * np.sin(0.9 * n)) / 90) ** 2))
        lines += camera.sees((board * shadow[None, :, None]).astype(np.uint8), 0.1)
    said = [line for line in lines if line.get("event") == "unseen"]
    assert [line["reason"] for line in said] == [str(SHADOW)]
    assert 4.0 <= said[0]["t"] - 1.0 <= 5.0
    assert [line["sight"] for line in lines if "sight" in line][-1] == "unread"
    lines = camera.sees(board, 2)
    assert [line["move"] for line in lines if "move" in line] == ["4"]
    assert [line["sight"] for line in lines if "sight" in line][-1] == "clear"


@pytest.mark.slow
def test_a_given_position_that_lies_nowhere_on_the_board_is_doubted() -> None:
    camera = FakeCamera()
    camera.sees(drawn({}), 2)
    camera.session.handle_command("position", GAME.position(after(*"112421")))
    (doubt,) = camera.sees(drawn({}), 7)
    assert doubt["event"] == "unseen" and "does not look the way it should in this game" in doubt["reason"]


@pytest.mark.slow
def test_orientations_are_compared_once_nothing_lies_over_the_board_in_any_and_the_start_comes_first() -> None:
    game = find("backgammon")
    start = game.start(game.options()).cells()
    mirrored = {name: start[str(25 - int(name))] for name in map(str, range(1, 25)) if str(25 - int(name)) in start}
    camera = FakeCamera(game="backgammon", position=None)
    camera.sees(drawn({}), 0.1)
    camera.session.handle_command("outline", " ".join(f"{x},{y}" for x, y in CORNERS))
    usual = camera.session.move_trackers[0]
    for move_tracker in camera.session.move_trackers:
        board, strange = (start, frozenset({"1", "2", "3", "4"})) if move_tracker is usual else (mirrored, frozenset[str]())
        move_tracker.classifier = ScriptedClassifier(game, game.options(), boards=[board] * 256, strange=strange)
    lines = camera.sees(drawn({}), 4)
    assert "began" in events(lines) and camera.session.move_trackers == [usual]
    assert camera.session.state == game.start(game.options())


def test_a_move_on_a_board_that_looks_the_same_both_ways_decides_though_it_fits_neither_at_first() -> None:
    game = find("kalah")
    start = game.start(game.options())
    moved = start.play(game.parse(start, "a")[0])
    wrong_way = {name.swapcase(): content for name, content in moved.cells().items()}
    camera = FakeCamera(game="kalah", position=game.position(start))
    camera.sees(drawn({}), 0.1)
    camera.session.handle_command("outline", " ".join(f"{x},{y}" for x, y in CORNERS))
    # Turned by mistake, the board is read a little less surely, so that it seems to be less wrong.
    for move_tracker, board, unsure in zip(
        camera.session.move_trackers, (moved.cells(), wrong_way), (9.0, 3.0), strict=True
    ):
        move_tracker.classifier = ScriptedClassifier(
            game, game.options(), boards=[start.cells()] * 140 + [board] * 116, unsure=unsure
        )
    assert "fits" in events(camera.sees(np.full((480, 640, 3), 100, np.uint8), 2))
    camera.sees(drawn({}, hand=True), 0.3)
    (move,) = [line for line in camera.sees(np.full((480, 640, 3), 180, np.uint8), 3) if "move" in line]
    assert move["move"] == "a"


@pytest.mark.slow
def test_a_window_is_told_where_cells_are_and_what_they_look_like() -> None:
    camera = FakeCamera(shown=True)
    lines = camera.sees(drawn({}))
    (view,) = [line for line in lines if line.get("event") == "view"]
    assert view["size"] == [640, 480] and view["known"] and len(view["cells"]) == 42
    middle = np.mean(view["cells"]["a1"], axis=0)
    assert off([middle], [(95 + 32, 62 + 5.5 * 64)]) < NEAR
    camera.session.handle_command("diagnose", "on")
    lines = camera.sees(drawn(after("4").cells()), 2)
    last = [line for line in lines if line.get("event") == "evidence"][-1]
    colour, count, probability = last["cells"]["d1"]
    assert (colour, count) == (1, 1) and probability > 0.9
    sights = [line["sight"] for line in camera.sees(drawn({}, hand=True, dark=True)) if "sight" in line]
    assert sights[-1] == "dark"


@pytest.mark.slow
def test_wrong_and_right_again() -> None:
    camera = FakeCamera()
    camera.sees(drawn({}))
    camera.session.handle_command("expect", "4")
    (wrong,) = camera.sees(drawn({"a1": Content(1)}), 3)
    assert wrong["event"] == "wrong" and set(wrong["cells"]) == {"a1", "d1"}
    assert ["a1", [1, 1, []], None] in wrong["differences"]
    assert events(camera.sees(drawn({}), 2)) == ["right"]
    assert events(camera.sees(drawn(after("4").cells()), 2)) == ["set"]


@pytest.mark.slow
def test_of_several_wrong_discs_none_shows_that_the_camera_hangs_upside_down() -> None:
    camera = FakeCamera()
    camera.sees(drawn({}), 2)
    lines = camera.sees(drawn({name: Content(2) for name in ("a1", "b1", "d1")}), 6)
    assert events(lines) == ["wrong"] and set(lines[0]["cells"]) == {"a1", "b1", "d1"}


@pytest.mark.slow
def test_an_emptied_board_is_called_so() -> None:
    state = after(*"44512")
    camera = FakeCamera(position=GAME.position(state))
    assert "fits" in events(camera.sees(drawn(state.cells()), 2))
    (wrong,) = camera.sees(drawn({}), 3)
    assert wrong["reason"] == "the board is empty" and len(wrong["cells"]) == 5 and wrong["confidence"] > 0.95


def test_a_move_that_is_expected_before_the_board_is_found() -> None:
    camera = FakeCamera()
    camera.session.handle_command("expect", "4")
    camera.sees(drawn({}))
    assert events(camera.sees(drawn(after("4").cells()), 2)) == ["set"]


class DoubtfulClassifier(ScriptedClassifier):
    """Two discs in the fourth column, or two in the fifth."""

    def classify(self, *args: Any) -> Evidence:
        half = {cell: {None: -7.0, Content(colour): 0.0} for cell, colour in (("d1", 1), ("e1", 1), ("d2", 2), ("e2", 2))}
        return Evidence(half)


def test_a_question_is_answered_as_it_was_told() -> None:
    camera = FakeCamera(corners=CORNERS)
    camera.sees(drawn({}))
    move_tracker = camera.session.move_tracker
    assert move_tracker
    move_tracker.classifier = DoubtfulClassifier(GAME, GAME.options())
    (question,) = camera.sees(drawn({}), 3)
    assert set(question["ask"]) == {"4 4", "5 5"}
    camera.session.handle_command("play", "5 5")
    assert camera.session.state == after("5", "5")


def test_a_corner_marker_that_is_not_seen_is_named() -> None:
    (line,) = FakeCamera().sees(photo(table(without=2), PLACES["from above"]), 0.1)
    assert line["event"] == "unseen"
    assert line["reason"].startswith("The bottom right corner marker is not visible. Make sure that")


def test_unknown_commands_are_refused() -> None:
    with pytest.raises(BadNotation, match="dance"):
        FakeCamera().session.handle_command("dance", "")
