"""`calibrate lens`: the sheet is written; pictures of it from several sides show the distortion of the lens, which is
kept."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from fourth_seat.calibration.lens import load_lens
from fourth_seat.commands import run
from tests.vision.detect.test_lens_sheet import LENS, SIDES, SIZE, seen


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))


def shown(folder: Path, sides: int) -> Path:
    """Return a folder with pictures of the sheet, among them one twice and one without it."""
    folder.mkdir()
    pictures = [seen(*side) for side in SIDES[:sides]]
    for n, picture in enumerate([np.zeros_like(pictures[0]), pictures[0], *pictures]):
        cv2.imwrite(str(folder / f"{n:02}.png"), picture)
    return folder


def test_the_sheet_is_written(tmp_path: Path) -> None:
    assert run(["calibrate", "lens", "--sheet", str(tmp_path / "lens.pdf")]) == 0
    assert (tmp_path / "lens.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.slow
def test_the_lens_is_found_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shown(tmp_path / "pictures", len(SIDES))
    assert run(["calibrate", "lens", "--source", str(folder), "--camera", "/dev/video1"]) == 0
    out = capsys.readouterr().out
    assert "Show the sheet from 8 more angles" in out
    assert "saved: 1280 x 720 pixels" in out
    lens = load_lens("1", SIZE)
    assert lens is not None
    assert load_lens(str(folder), SIZE) is None
    assert lens.focal == pytest.approx(LENS.focal, rel=0.02)


@pytest.mark.slow
def test_too_few_sides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shown(tmp_path / "pictures", 3)
    assert run(["calibrate", "lens", "--source", str(folder), "--camera", "0"]) == 1
    assert "The pictures stopped too soon: Show the sheet from 5 more angles" in capsys.readouterr().err
    assert load_lens("0", SIZE) is None


def test_a_damaged_picture_is_reported_and_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shown(tmp_path / "pictures", 2)
    (folder / "01.png").write_bytes(b"damaged")
    assert run(["calibrate", "lens", "--source", str(folder), "--camera", "0"]) == 1
    err = capsys.readouterr().err
    assert "01.png is not a readable picture" in err and "Show the sheet from 6 more angles" in err


def test_pictures_in_files_need_the_name_of_their_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "lens", "--source", str(shown(tmp_path / "pictures", 1))]) == 1
    assert "which camera took its pictures: specify the camera, for example with --camera" in capsys.readouterr().err


def test_a_picture_of_another_size_is_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shown(tmp_path / "pictures", 3)
    for name in ("03.png", "04.png"):
        image = cv2.imread(str(folder / name))
        assert image is not None
        cv2.imwrite(str(folder / name), cv2.resize(image, None, fx=0.75, fy=0.75))
    assert run(["calibrate", "lens", "--source", str(folder), "--camera", "0"]) == 1
    err = capsys.readouterr().err
    assert err.count("All pictures of the sheet must be the same size") == 1
    assert "Show the sheet from 7 more angles" in err
