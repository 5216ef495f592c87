"""A camera's password is in the system's keyring, or, if there is none, in a file that nobody else may read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import keyring
import numpy as np
import pytest
from keyring.backend import KeyringBackend

from fourth_seat.boundary.addresses import Login, join_login, split_login
from fourth_seat.calibration.camera import CameraCalibration, load_camera, save_camera
from fourth_seat.calibration.camera_settings import CameraSettings, load_camera_settings, save_camera_settings
from fourth_seat.calibration.lens import Lens, load_lens, save_lens

ADDRESS = "http://ann:s%3Ac%40ret@phone:8080/video?q=1"


class MemoryKeyring(KeyringBackend):
    """A keyring that lasts as long as the test; `open` says whether its owner has unlocked it."""

    priority = 5

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.passwords: dict[tuple[str, str], str] = {}
        self.open = True

    def get_password(self, service: str, username: str) -> str | None:
        if not self.open:
            raise keyring.errors.KeyringLocked
        return self.passwords.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if not self.open:
            raise keyring.errors.KeyringLocked
        self.passwords[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.passwords[service, username]


@pytest.fixture
def memory_keyring() -> Iterator[MemoryKeyring]:
    """Yield the system's keyring."""
    before = keyring.get_keyring()
    found = MemoryKeyring()
    keyring.set_keyring(found)
    yield found
    keyring.set_keyring(before)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    return tmp_path


def test_the_password_goes_into_the_keyring(home: Path, memory_keyring: MemoryKeyring) -> None:
    save_camera_settings("connect4", CameraSettings(ADDRESS, True))
    assert "ret" not in (home / "calibration.toml").read_text("utf-8")
    assert list(memory_keyring.passwords.values()) == ["s:c@ret"]
    assert load_camera_settings("connect4") == CameraSettings(ADDRESS, True)
    memory_keyring.passwords.clear()
    assert load_camera_settings("connect4").source == "http://ann@phone:8080/video?q=1"


def test_a_locked_keyring_leaves_the_password_in_the_file(home: Path, memory_keyring: MemoryKeyring) -> None:
    memory_keyring.open = False
    save_camera_settings("connect4", CameraSettings(ADDRESS, True))
    assert load_camera_settings("connect4").source == ADDRESS
    assert "s%3Ac%40ret" in (home / "calibration.toml").read_text("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="a user's folder on Windows is closed to others already")
def test_without_a_keyring_nobody_else_may_read_the_file(home: Path) -> None:
    (home / "calibration.toml").write_text("# mine\n")
    (home / "calibration.toml").chmod(0o644)
    save_camera_settings("connect4", CameraSettings(ADDRESS, True))
    assert load_camera_settings("connect4").source == ADDRESS
    assert (home / "calibration.toml").stat().st_mode & 0o777 == 0o600


def test_lens_and_corners_are_kept_without_the_password(home: Path) -> None:
    lens = Lens(1000.0, (640.0, 360.0))
    save_lens(ADDRESS, (1280, 720), lens)
    save_camera("connect4", CameraCalibration(ADDRESS, (1280, 720), np.zeros((4, 2))))
    assert "ret" not in (home / "calibration.toml").read_text("utf-8")
    kept = load_camera("connect4")
    assert kept is not None
    assert load_lens(kept.source, (1280, 720)) == load_lens(ADDRESS, (1280, 720)) == lens


@pytest.mark.parametrize(
    ("address", "shown", "login"),
    [
        ("http://phone/video", "http://phone/video", None),
        ("http://ann@phone/video", "http://phone/video", Login("ann")),
        ("rtsp://ann:@phone:554/", "rtsp://phone:554/", Login("ann", "")),
        (ADDRESS, "http://phone:8080/video?q=1", Login("ann", "s:c@ret")),
        ("/dev/video0", "/dev/video0", None),
        ("0", "0", None),
        ("game@home.mp4", "game@home.mp4", None),
        ("", "", None),
    ],
)
def test_addresses(address: str, shown: str, login: Login | None) -> None:
    assert split_login(address) == (shown, login)
    if login:
        assert split_login(join_login(shown, login)) == (shown, login)


def test_an_address_that_is_none_shows_no_password() -> None:
    assert "secret" not in split_login("http://ann:secret@[phone/video")[0]


def test_a_login_that_is_not_utf_8() -> None:
    shown, login = split_login("http://\udcff:\udcfe@phone/video")
    assert login == Login("\ufffd", "\ufffd")
    assert split_login(join_login(shown, login)) == (shown, login)


def test_what_is_shown_has_no_second_login() -> None:
    shown, _ = split_login("cam://a:b@c:@//d:secret@e")
    assert split_login(shown) == (shown, None)
