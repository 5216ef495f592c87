"""Why a serial port cannot be used, and the advice that people get."""

from __future__ import annotations

import errno
import os
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from fourth_seat.hardware.serial_errors import PortFailure, failure_text, port_failure


@pytest.fixture
def port() -> Iterator[str]:
    """Yield a port that exists."""
    ours, theirs = os.openpty()
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (PermissionError(errno.EACCES, "denied"), PortFailure.DENIED),
        (OSError(errno.EBUSY, "busy"), PortFailure.BUSY),
        (serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"), PortFailure.BUSY),
        (FileNotFoundError(errno.ENOENT, "no such file"), PortFailure.ABSENT),
        (OSError(errno.ENXIO, "no such device"), PortFailure.ABSENT),
        (termios.error(5, "Input/output error"), PortFailure.FAILED),
        (ValueError("Not a valid baudrate"), PortFailure.FAILED),
    ],
)
def test_the_failure_is_told_by_the_error(error: Exception, failure: PortFailure, port: str) -> None:
    assert port_failure(port, error) is failure
    assert port in str(failure_text(port, error))


def test_a_port_that_has_gone_is_absent_whatever_the_error() -> None:
    assert port_failure("/dev/ttyNOPE", termios.error(5, "Input/output error")) is PortFailure.ABSENT
    assert "plug the device in" in str(failure_text("/dev/ttyNOPE", OSError()))
    assert port_failure("socket://localhost:1", OSError()) is PortFailure.FAILED


def test_a_name_that_no_file_can_have_is_absent_too() -> None:
    name = f"/dev/{'x' * 300}"
    assert port_failure(name, OSError(errno.ENAMETOOLONG, "File name too long")) is PortFailure.ABSENT


def test_a_file_or_a_folder_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "letter").touch()
    for path, error in ((tmp_path / "letter", termios.error(25, "Inappropriate ioctl")), (tmp_path, IsADirectoryError())):
        said = str(failure_text(str(path), error))
        assert said == f"{path} is a file or a folder, not a serial port: choose a port such as /dev/ttyUSB0"


def test_windows_denies_access_to_a_port_that_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    denied = serial.SerialException("could not open port 'COM3': PermissionError(13, 'Access is denied.', None, 5)")
    assert port_failure("COM3", denied) is PortFailure.BUSY
    missing = serial.SerialException("could not open port 'COM9': FileNotFoundError(2, 'not found', None, 2)")
    assert port_failure("COM9", missing) is PortFailure.ABSENT


def test_the_group_to_join_is_the_one_that_owns_the_port(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    denied = PermissionError(errno.EACCES, "denied")
    monkeypatch.setattr(Path, "group", lambda _: "uucp")
    monkeypatch.setattr("getpass.getuser", lambda: "ann")
    assert "sudo usermod -aG uucp ann" in str(failure_text(port, denied))
    monkeypatch.setattr(Path, "group", lambda _: "root")
    assert "ask the administrator" in str(failure_text(port, denied))
