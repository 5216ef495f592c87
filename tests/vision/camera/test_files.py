"""Videos, folders of pictures and scripts: every picture once, in order, with its time; for anything else there is a
sentence."""

from __future__ import annotations

from pathlib import Path

import cv2
import PIL.Image
import pytest
from PIL import ExifTags

from fourth_seat.vision.camera.files import read_picture
from fourth_seat.vision.camera.formats import PICTURE_FORMATS
from fourth_seat.vision.camera.open_source import open_source
from fourth_seat.vision.camera.source import CameraFrame, FrameSource
from fourth_seat.vision.errors import CameraError
from tests.vision.camera.phone import jpeg, number_in, numbered, write_video


def all_of(source: FrameSource) -> list[CameraFrame]:
    frames = []
    while not source.over:
        if frame := source.read():
            frames.append(frame)
    source.close()
    return frames


@pytest.mark.parametrize(("name", "code"), [("a.avi", "MJPG"), ("a b ü.mkv", "MJPG"), ("a.mp4", "mp4v")])
def test_a_video_is_read_in_its_own_time(tmp_path: Path, name: str, code: str) -> None:
    source = open_source(str(write_video(tmp_path / name, 12, 8.0, code)))
    assert not source.live
    frames = all_of(source)
    assert [number_in(frame.image) for frame in frames] == list(range(12))
    assert [frame.number for frame in frames] == list(range(12))
    assert [frame.t for frame in frames] == pytest.approx([number / 8 for number in range(12)])
    assert source.read() is None


def test_a_folder_is_read_by_name_at_the_given_rate(tmp_path: Path) -> None:
    for number in (3, 1, 2):
        cv2.imwrite(str(tmp_path / f"{number}.{'png' if number == 2 else 'JPG'}"), numbered(number))
    (tmp_path / "notes.txt").write_text("no picture")
    frames = all_of(open_source(str(tmp_path), rate=4))
    assert [number_in(frame.image) for frame in frames] == [1, 2, 3]
    assert [frame.t for frame in frames] == [0.0, 0.25, 0.5]


@pytest.mark.parametrize("form", PICTURE_FORMATS)
def test_a_picture_of_any_format_stands_upright(tmp_path: Path, form: str) -> None:
    picture, turned = PIL.Image.new("RGB", (80, 40), "white"), PIL.Image.Exif()
    picture.paste("red", (0, 0, 20, 40))
    turned[ExifTags.Base.Orientation] = 6  # to be rotated clockwise by a quarter turn
    if form == "BMP":  # which has no such data
        picture = picture.rotate(-90, expand=True)
    picture.save(tmp_path / "photo", form, **({} if form == "BMP" else {"exif": turned.tobytes()}))
    seen = read_picture(tmp_path / "photo")
    assert seen.shape == (80, 40, 3)
    assert (abs(seen[5, 20].astype(int) - (0, 0, 255)) < 30).all() and seen[60, 20].min() > 230


def test_a_heic_picture_is_told_by_its_brands(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    for own, others, heic in ((b"heic", b"mif1", True), (b"mif1", b"heic", True), (b"mif1", b"avif", False)):
        path.write_bytes((24).to_bytes(4) + b"ftyp" + own + bytes(4) + others + bytes(4))
        with pytest.raises(CameraError, match="HEIC" if heic else "is not a readable picture"):
            read_picture(path)


def test_a_damaged_picture_is_told_and_passed_over(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(jpeg(1))
    (tmp_path / "2.jpg").write_bytes(b"")
    (tmp_path / "3.jpg").write_bytes(jpeg(3))
    source = open_source(str(tmp_path))
    assert source.read()
    with pytest.raises(CameraError, match=r"2\.jpg is not a readable picture"):
        source.read()
    frame = source.read()
    assert frame and number_in(frame.image) == 3 and source.over


def test_a_script_plays_pictures_gaps_and_failures(tmp_path: Path) -> None:
    (tmp_path / "a one.jpg").write_bytes(jpeg(1))
    (tmp_path / "b.jpg").write_bytes(jpeg(2))
    script = tmp_path / "script.txt"
    script.write_text("every 0.5  # seconds\nshow a one.jpg 2\ngap 3\nfail the cable is out\n\nshow b.jpg\n")
    source = open_source(f"fake:{script}")
    assert source.live
    seen = []
    while not source.over:
        frame = source.read()
        seen.append((number_in(frame.image) if frame else None, frame.t if frame else None, str(source.trouble or "")))
    assert seen == [
        (1, 0.0, ""),
        (1, 0.5, ""),
        (None, None, ""),
        (None, None, "the cable is out"),
        (2, 4.0, ""),
    ]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("film.mp4", b"this is no film", "film.mp4 is not a readable video: use MP4, AVI or MKV"),
        ("film.avi", b"", "is not a readable video"),
        ("problem.zip", b"PK\3\4", "is not a recording made by this program"),
        ("missing.mp4", None, "missing.mp4 is not a camera: give a number"),
        ("empty/", None, "there is no picture in the folder"),
    ],
)
def test_what_is_no_source_is_told(tmp_path: Path, name: str, content: bytes | None, sentence: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    elif name.endswith("/"):
        path.mkdir()
    with pytest.raises(CameraError, match=sentence) as error:
        open_source(str(path))
    assert isinstance(error.value, OSError) and "\n" not in str(error.value)


@pytest.mark.parametrize("line", ["shew a.jpg", "gap soon", "every", "show"])
def test_a_bad_line_of_a_script_is_named(tmp_path: Path, line: str) -> None:
    script = tmp_path / "script.txt"
    script.write_text(f"gap 1\n{line}\n")
    with pytest.raises(CameraError, match=r"line 2 of .*script|is a folder"):
        open_source(f"fake:{script}")
    with pytest.raises(CameraError, match="cannot be read"):
        open_source("fake:nowhere.txt")
