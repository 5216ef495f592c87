"""Why a camera of this machine cannot be used: what the system reports, in one sentence each."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fourth_seat.vision.camera.devices import (
    CAPABILITIES,
    LINUX,
    cameras,
    device_file,
    holders,
    number_of,
    open_failure,
    silence_reason,
    takes_pictures,
)
from fourth_seat.vision.camera.open_source import open_source
from fourth_seat.vision.errors import CameraError

linux = pytest.mark.skipif(not LINUX, reason="only Linux has these files")


def refusing(code: int) -> Callable[[Path, int], int]:
    def opened(path: Path, _: int) -> int:
        raise OSError(code, os.strerror(code), str(path))

    return opened


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (errno.ENOENT, "the camera .*video7 is not connected, nor is any other"),
        (errno.ENODEV, "the camera .*video7 is not connected, nor is any other"),
        (errno.EACCES, "no permission to use the camera .*usermod -aG video"),
        (errno.EBUSY, "camera .*video7 is in use by another program: close that program first"),
        (errno.EIO, "cannot be opened: "),
    ],
)
def test_what_the_system_says_is_told(tmp_path: Path, code: int, sentence: str) -> None:
    path = tmp_path / "video7"
    reason = open_failure(path, refusing(code))
    assert re.search(sentence, str(reason))


@linux
def test_other_cameras_are_named(tmp_path: Path) -> None:
    for name in ("video0", "video12", "video2", "vbi0"):
        (tmp_path / name).touch()
    drivers = tmp_path / "drivers"
    (drivers / "video2").mkdir(parents=True)
    (drivers / "video2" / "name").write_text("HD Webcam\n")
    assert list(cameras(tmp_path, drivers)) == [0, 2, 12]
    assert cameras(tmp_path, drivers)[2] == "HD Webcam"
    assert "choose one of 0 (" in str(open_failure(tmp_path / "video1"))


@pytest.mark.parametrize(
    ("can", "camera"), [(0x04200001, True), (0x04201000, True), (0x04A00000, False), (0x04208000, False)]
)
def test_what_takes_no_pictures_is_no_camera(tmp_path: Path, can: int, camera: bool) -> None:
    """A webcam, one with several planes, its metadata device, a codec: `device_caps` as Linux gives them."""
    answer = CAPABILITIES.pack(b"uvcvideo", b"HD Webcam", b"usb", 0, 0x84A00001, can)
    assert takes_pictures(tmp_path / "video0", lambda _: answer) == camera
    assert takes_pictures(tmp_path / "video0")  # it cannot be queried


@linux
def test_the_program_that_holds_a_camera_is_named(tmp_path: Path) -> None:
    path = tmp_path / "video0"
    path.touch()
    assert "is not sending any pictures: unplug it" in str(silence_reason(path))
    hold = "import sys; held = open(sys.argv[1]); print(flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", hold, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        assert holders(path) == (Path(f"/proc/{other.pid}/comm").read_text().strip(),)
        assert f"is in use by {holders(path)[0]}: close it first" in str(silence_reason(path))
        other.communicate()
    assert holders(path) == ()


@linux
@pytest.mark.parametrize("text", ["97", "/dev/video97", " 97 "])
def test_no_such_camera(text: str) -> None:
    with pytest.raises(CameraError, match="the camera /dev/video97 is not connected"):
        open_source(text)


def test_what_names_a_camera() -> None:
    assert [number_of(text) for text in ("0", "12", "/dev/video3", "video3", "-1", "", "3.mp4")] == [
        0,
        12,
        3,
        None,
        None,
        None,
        None,
    ]


@linux
def test_a_camera_is_a_character_device_whatever_its_name(tmp_path: Path) -> None:
    link, lost, film, loop = (tmp_path / f"usb-046d_C920-{name}" for name in ("index0", "index1", "film", "loop"))
    link.symlink_to("/dev/null")
    lost.symlink_to("/dev/video99")
    film.write_bytes(b"")
    loop.symlink_to(loop)
    assert device_file(str(link)) == link and device_file(str(lost)) == lost
    assert device_file("0") == device_file("/dev/video0") == Path("/dev/video0")
    assert device_file("/dev/v4l/by-id/usb-that-is-unplugged") is not None
    assert [device_file(text) for text in (str(film), str(loop), "film.mp4", "x" * 5000, "")] == [None] * 5
    with pytest.raises(CameraError, match="index1 is not connected"):
        open_source(str(lost))
