"""Network cameras: a real server on this machine, streaming, asked picture by picture, killed and started again."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

import pytest

from fourth_seat.vision.camera import live as live_source
from fourth_seat.vision.camera.open_source import open_source
from fourth_seat.vision.camera.source import CameraFrame, FrameSource
from fourth_seat.vision.errors import CameraError
from tests.vision.camera.phone import number_in, phone

LONG = 20.0  # seconds that anything may take on a busy machine


def until(source: FrameSource, wanted: Callable[[CameraFrame | None], bool]) -> CameraFrame | None:
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        frame = source.read()
        if wanted(frame):
            return frame
    raise AssertionError(f"it never came: {source.trouble}")


def some(frame: CameraFrame | None) -> bool:
    return frame is not None


@pytest.mark.parametrize("path", ["/video", "/bare", "/shot.jpg"])
def test_pictures_come_in_order(path: str) -> None:
    with phone() as server:
        source = open_source(server.url(path))
        assert source.live and not source.over
        frames = [until(source, some) for _ in range(5)]
        source.close()
    numbers = [number_in(frame.image) for frame in frames if frame]
    assert numbers == sorted(set(numbers))
    times = [frame.t for frame in frames if frame]
    assert times == sorted(times) and time.monotonic() - times[0] < LONG
    assert source.over and source.read() is None


def test_the_newest_picture_wins() -> None:
    with phone() as server:
        source = open_source(server.url("/video"))
        until(source, some)
        time.sleep(0.5)  # a slow reader: dozens of pictures are sent meanwhile
        frame = until(source, some)
        late = server.number - number_in(frame.image) if frame else None
        source.close()
    assert frame and frame.number > 5
    assert late is not None and late <= 5


@pytest.mark.parametrize("path", ["/video", "/shot.jpg"])
def test_a_camera_that_comes_back_is_seen_again(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_source, "MIN_REOPEN_PAUSE_S", 0.05)
    monkeypatch.setattr(live_source, "MAX_REOPEN_PAUSE_S", 0.1)
    with phone() as server:
        port = server.server_port
        source = open_source(server.url(path))
        before = until(source, some)
    until(source, lambda _: "refuses" in str(source.trouble))
    assert source.live and not source.over
    with phone(port):
        after = until(source, some)
        assert source.trouble is None
    source.close()
    assert before and after and after.number > before.number


def test_a_patient_source_waits_for_its_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_source, "MAX_REOPEN_PAUSE_S", 0.05)
    with phone() as server:
        port = server.server_port
    source = open_source(f"http://127.0.0.1:{port}/video", patient=True)
    until(source, lambda _: source.trouble is not None)
    with phone(port):
        until(source, some)
    source.close()


def test_silence_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_source, "SILENCE_S", 0.1)
    with phone() as server:
        server.pause = 60.0
        source = open_source(server.url("/video"))
        until(source, lambda _: "is sending no pictures" in str(source.trouble))
        source.close()


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/", "is a web page, not a picture: the pictures' own address often ends in /video"),
        ("/nowhere", "has nothing at this path"),
        ("/locked", "requires a name and a password"),
    ],
)
def test_an_answer_without_pictures_is_told(path: str, sentence: str) -> None:
    with phone() as server, pytest.raises(CameraError, match=sentence):
        open_source(server.url(path))


def test_a_name_and_password_in_the_address_are_used_and_never_shown() -> None:
    with phone() as server:
        source = open_source(server.url("/locked").replace("//", "//ann:secret@"))
        until(source, some)
        source.close()
        with pytest.raises(CameraError) as error:
            open_source(server.url("/locked").replace("//", "//ann:wrong@"))
    assert "does not accept this name and password" in str(error.value) and "wrong" not in str(error.value)


@pytest.mark.parametrize("scheme", ["http", "rtsp"])
def test_an_address_that_refuses(scheme: str) -> None:
    with socket.socket() as taken:  # bound and not listening: nobody else can be there
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(CameraError, match="refuses the connection: is the camera's app running"):
            open_source(f"{scheme}://127.0.0.1:{taken.getsockname()[1]}/video")


def test_an_address_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourth_seat.vision.camera.http_answer.TIMEOUT_S", 0.2)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        with pytest.raises(CameraError, match="does not answer: is the phone awake"):
            open_source(f"http://127.0.0.1:{deaf.getsockname()[1]}/video")


def test_an_address_of_nobody() -> None:
    with pytest.raises(CameraError, match="unknown host"):
        open_source("http://no-such-camera.invalid/video")
