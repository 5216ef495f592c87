"""What is kept about a camera is read back unchanged, and nothing is left of an older calibration."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import numpy as np
import pytest

from fourth_seat.calibration import store
from fourth_seat.calibration.camera import (
    MAX_CALIBRATIONS,
    MAX_NAME_CHARS,
    CameraCalibration,
    forget_camera,
    load_camera,
    load_cameras,
    rename_camera,
    save_camera,
)
from fourth_seat.calibration.lens import Lens, load_lens, save_lens
from fourth_seat.calibration.orientation import Orientation, load_orientation, save_orientation
from fourth_seat.calibration.store import path

CORNERS = np.array([(10, 20), (110.5, 21), (112, 99), (8, 98.25)])


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))


def test_kept_and_loaded() -> None:
    save_orientation("blokus", Orientation(1))
    kept = CameraCalibration("0", (1280, 720), CORNERS, {"tone": "dark", "discs": {"a": [1.5]}})
    save_camera("blokus", kept)
    loaded = load_camera("blokus")
    assert loaded is not None
    assert loaded.corners == pytest.approx(CORNERS)
    assert (loaded.source, loaded.size, loaded.appearance) == (kept.source, kept.size, kept.appearance)
    assert load_orientation("blokus") == Orientation(1)
    assert load_camera("kalah") is None


def test_a_new_calibration_leaves_nothing_of_the_old() -> None:
    save_camera("kalah", CameraCalibration("0", (640, 480), CORNERS, {"seeds": [1, 2]}))
    save_camera("kalah", CameraCalibration("1", (640, 480), CORNERS))
    loaded = load_camera("kalah")
    assert loaded is not None
    assert (loaded.source, loaded.appearance) == ("1", {})


def test_several_are_kept_the_newest_first_and_one_in_the_place_of_another() -> None:
    first, *later = (
        CameraCalibration(str(n), (640, 480), CORNERS + n, {"tints": {"a": [n]}}) for n in range(MAX_CALIBRATIONS + 2)
    )
    save_camera("kalah", first)
    for each in later:
        save_camera("kalah", each)
    newest = [str(n) for n in range(MAX_CALIBRATIONS + 1, 1, -1)]
    assert [each.source for each in load_cameras("kalah")] == newest
    again = load_cameras("kalah")[2]
    assert again.appearance == {"tints": {"a": [int(again.source)]}}
    save_camera("kalah", CameraCalibration("moved", (640, 480), CORNERS + 50), again)
    assert [each.source for each in load_cameras("kalah")] == ["moved", *(each for each in newest if each != again.source)]
    assert load_cameras("blokus") == ()


def test_a_board_keeps_its_name_when_it_is_seen_again() -> None:
    first = CameraCalibration("0", (640, 480), CORNERS, used=date(2026, 11, 23))
    other = CameraCalibration("1", (640, 480), CORNERS)
    for each in (first, other):
        save_camera("kalah", each)
    rename_camera("kalah", first, "  Grandmother's\n ")
    assert [(each.name, each.used) for each in load_cameras("kalah")] == [("", None), ("Grandmother's", date(2026, 11, 23))]
    save_camera("kalah", CameraCalibration("0", (640, 480), CORNERS + 5, used=date(2026, 11, 24)), first)
    newest = load_cameras("kalah")[0]
    assert (newest.name, newest.used) == ("Grandmother's", date(2026, 11, 24))
    rename_camera("kalah", newest, "x" * 99)
    assert load_cameras("kalah")[0].name == "x" * MAX_NAME_CHARS
    rename_camera("kalah", newest, "")
    assert load_cameras("kalah")[0].name == ""
    forget_camera("kalah", newest)
    assert [each.source for each in load_cameras("kalah")] == ["1"]
    forget_camera("kalah", other)
    assert load_cameras("kalah") == ()


def test_one_that_cannot_be_used_hides_no_other() -> None:
    save_camera("kalah", CameraCalibration("0", (640, 480), CORNERS))
    save_camera("kalah", CameraCalibration("1", (640, 480), CORNERS + 9))
    path().write_text(path().read_text().replace("size = [640, 480]", "size = 7", 1) + "\n")
    assert [each.source for each in load_cameras("kalah")] == ["0"]
    path().write_text("[kalah.camera]\nothers = 3\n")
    assert load_cameras("kalah") == ()


def test_what_cannot_be_used_is_as_nothing() -> None:
    path().write_text("[kalah.camera]\nsource = '0'\nsize = [640]\ncorners = 'here'\n")
    assert load_camera("kalah") is None


def test_a_lens_belongs_to_a_camera_and_a_size_of_pictures() -> None:
    lens = Lens(900.0, (640, 360), -0.1, 0.02)
    save_lens("http://phone:8080/video", (1280, 720), lens)
    assert load_lens("http://phone:8080/video", (1280, 720)) == lens
    assert load_lens("http://phone:8080/video", (640, 480)) is None
    assert load_lens("0", (1280, 720)) is None


def test_a_lens_is_known_by_either_name_of_its_camera() -> None:
    lens, other = Lens(900.0, (640, 360), -0.1, 0.02), Lens(800.0, (640, 360))
    save_lens("/dev/video2", (1280, 720), lens)
    assert load_lens("2", (1280, 720)) == load_lens("/dev/video2", (1280, 720)) == lens
    save_lens("2", (1280, 720), other)
    assert load_lens("/dev/video2", (1280, 720)) == other


def test_a_lens_that_was_saved_by_the_name_of_its_device_is_still_known() -> None:
    values = {"size": [1280, 720], "focal": 900.0, "centre": [640, 360], "k1": 0.0, "k2": 0.0}
    store.save("lens", "/dev/video2", values)
    assert load_lens("/dev/video2", (1280, 720)) == Lens(900.0, (640, 360))
