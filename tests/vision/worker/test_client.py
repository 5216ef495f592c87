"""The vision process: what it reports, how it obeys, and that only the end of its input or source ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from fourth_seat.inference.packing import pack, unpack
from fourth_seat.processes import worker
from fourth_seat.processes.installation import ROOT
from fourth_seat.vision.camera.open_source import open_source
from fourth_seat.vision.worker.client import VisionProcess
from fourth_seat.words import Text, say, say_many
from tests.vision.camera.phone import jpeg, number_in, numbered, phone, write_video

WATCH = "tests.vision.worker.example_workers:watch"
LONG = 30.0  # seconds that anything may take on a busy machine


def heard(process: VisionProcess, wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    """Return what it reports up to the wanted line."""
    lines: list[dict[str, Any]] = []
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        for line in process.lines():
            lines.append(line)
            if wanted(line):
                return lines
        time.sleep(0.01)
    raise AssertionError(f"it was never said: {lines[-3:]}")


def ended(line: dict[str, Any]) -> bool:
    return line.get("event") == "ended"


def reply(process: VisionProcess, command: str) -> dict[str, Any]:
    number = process.send(command)
    return heard(process, lambda line: line.get("reply") == number)[-1]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to another folder: a worker imports nothing from the current folder, and ours are in `tests`."""
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))


@pytest.fixture
def watched() -> Iterator[VisionProcess]:
    with phone() as server, closing(VisionProcess({"source": server.url("/video")}, WATCH)) as process:
        heard(process, lambda line: line.get("event") == "ready")
        yield process


def test_a_video_is_seen_to_its_end(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.avi", 20)
    with closing(VisionProcess({"source": str(path)}, WATCH)) as process:
        lines = heard(process, ended)
        picture = process.frame()
    assert lines[0] == {"event": "ready", "live": False}
    assert [line["seen"] for line in lines if "seen" in line] == list(range(20))
    assert lines[-2:] == [{"event": "end"}, {"event": "ended", "status": 0, "reason": None}]
    assert picture and (picture.width, picture.height, picture.whole, picture.number) == (160, 48, 160, 19)
    assert process.frame() is None


def test_pictures_come_through_the_memory(watched: VisionProcess) -> None:
    import numpy as np

    end = time.monotonic() + LONG
    seen: list[int] = []
    while len(seen) < 5 and time.monotonic() < end:
        if picture := watched.frame():
            image = np.frombuffer(picture.pixels, np.uint8).reshape(picture.height, picture.width, 3)
            seen.append(number_in(image))
    assert len(seen) == 5 and seen == sorted(set(seen))


def test_commands_are_obeyed_and_bad_ones_are_not_its_end(watched: VisionProcess, tmp_path: Path) -> None:
    assert reply(watched, "position e4") == {"reply": 1, "command": "position", "ok": True, "position": "e4"}
    refused = reply(watched, "dance")
    assert not refused["ok"] and refused["reason"] == "unknown command dance" and unpack(refused["text"]).key
    assert "KeyError" in reply(watched, "break it")["reason"]
    assert "the name of a file" in reply(watched, "record")["reason"]
    assert "cannot be written" in reply(watched, f"record {tmp_path}/nowhere/a.zip")["reason"]
    heard(watched, lambda line: "seen" in line)
    path = tmp_path / "a problem.zip"
    recorded = reply(watched, f"record {path}")
    assert recorded["ok"] and recorded["pictures"] > 0
    source = open_source(str(path))
    assert source.read() and source.known["position"] in ("", "e4")  # type: ignore[attr-defined]
    assert reply(watched, "quit")["ok"]
    assert heard(watched, ended)[-1]["status"] == 0


def test_a_picture_that_cannot_be_looked_at_costs_one_line(tmp_path: Path) -> None:
    for number in (1, 2, 3, 4, 5):
        (tmp_path / f"{number}.jpg").write_bytes(b"damaged" if number == 2 else jpeg(number))
    with closing(VisionProcess({"source": str(tmp_path), "stumble": 4}, WATCH)) as process:
        lines = heard(process, ended)
    assert [line["seen"] for line in lines if "seen" in line] == [1, 3, 5]
    errors = [line for line in lines if line.get("event") == "error"]
    assert "2.jpg is not a readable picture" in errors[0]["reason"] and "ZeroDivisionError" in errors[1]["reason"]
    assert isinstance(unpack(errors[0]["text"]), Text) and len(errors) == 2


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts on names that are no UTF-8")
def test_a_name_that_is_not_utf_8_is_not_its_end(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(jpeg(1))
    Path(os.fsdecode(bytes(tmp_path) + b"/2\xff.jpg")).write_bytes(b"damaged")
    with closing(VisionProcess({"source": str(tmp_path)}, WATCH)) as process:
        lines = heard(process, ended)
    (error,) = [line for line in lines if line.get("event") == "error"]
    assert "2?.jpg is not a readable picture" in error["reason"] and lines[-1]["status"] == 0


def test_trouble_is_told_and_its_end() -> None:
    with phone() as server:
        port = server.server_port
    settings = {"source": f"http://127.0.0.1:{port}/video", "patient": True}
    with closing(VisionProcess(settings, WATCH)) as process:
        trouble = heard(process, lambda line: line.get("event") == "trouble")[-1]
        assert "refuses" in trouble["reason"] and str(unpack(trouble["text"])) == trouble["reason"]
        with phone(port):
            lines = heard(process, lambda line: "seen" in line)
            assert {"event": "trouble", "text": None, "reason": None} in lines


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({}, "the first line must be the settings"),
        ({"source": "nowhere.mp4"}, "nowhere.mp4 is not a camera"),
        ({"source": "{folder}", "refuse": True}, "it will not begin"),
        ({"source": "{folder}", "rate": None}, "TypeError at loop.py"),
    ],
)
def test_what_cannot_begin_is_one_line(tmp_path: Path, settings: dict[str, Any], reason: str) -> None:
    (tmp_path / "1.jpg").write_bytes(jpeg(1))
    if "source" in settings:
        settings = {**settings, "source": settings["source"].format(folder=tmp_path)}
    with closing(VisionProcess(settings, WATCH)) as process:
        last = heard(process, ended)[-1]
    assert last["status"] == 1 and reason in str(last["reason"]) and " | " not in str(last["reason"])
    assert isinstance(last["reason"], str if settings.get("rate", 1) is None else Text)  # a text may be in any language


def test_files_keep_their_pace_when_asked(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.avi", 6, rate=10.0)
    with closing(VisionProcess({"source": str(path), "pace": True}, WATCH)) as process:
        heard(process, lambda line: line.get("seen") == 0)
        start = time.monotonic()
        heard(process, lambda line: line.get("seen") == 5)
        assert time.monotonic() - start > 0.4
        assert heard(process, ended)[-1]["status"] == 0


@pytest.mark.skipif(os.name != "posix", reason="counts on signals")
def test_one_that_goes_silent_is_ended_and_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SILENCE_TIMEOUT_S", 5.0)
    with phone() as server, closing(VisionProcess({"source": server.url("/video")}, WATCH)) as process:
        heard(process, lambda line: "seen" in line)
        os.kill(process.pid, signal.SIGSTOP)
        lines = heard(process, ended)
        assert str(lines[-1]["reason"]) == "it no longer responds"
        time.sleep(0.5)
        assert not process.lines() and not psutil.pid_exists(process.pid)


def test_one_that_is_slow_to_see_is_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SILENCE_TIMEOUT_S", 5.0)
    (tmp_path / "1.jpg").write_bytes(jpeg(1))
    with closing(VisionProcess({"source": str(tmp_path), "sleep": 6.0}, WATCH)) as process:
        assert [line["seen"] for line in heard(process, ended) if "seen" in line] == [1]


@pytest.mark.skipif(os.name != "posix", reason="counts on signals")
def test_it_ends_with_the_one_who_started_it() -> None:
    with phone() as server:
        start = (
            f"import sys, time; sys.path.insert(0, {str(ROOT)!r})\n"
            "from fourth_seat.vision.worker.client import VisionProcess\n"
            f"process = VisionProcess({{'source': {server.url('/video')!r}}}, {WATCH!r})\n"
            "while not process.frame(): time.sleep(0.01)\n"
            "print(process.pid, flush=True); time.sleep(100)"
        )
        parent = subprocess.Popen([sys.executable, "-c", start], stdout=subprocess.PIPE, text=True)
        assert parent.stdout
        pid = int(parent.stdout.readline())
        parent.kill()
        parent.communicate()
        end = time.monotonic() + LONG
        while time.monotonic() < end and running(pid):
            time.sleep(0.05)
        assert not running(pid)


def running(pid: int) -> bool:
    """Return whether a process is running; a zombie is not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.skipif(os.name != "posix", reason="counts on signals")
def test_a_killed_process_is_told(watched: VisionProcess) -> None:
    os.kill(watched.pid, signal.SIGKILL)
    assert heard(watched, ended)[-1]["status"] == -signal.SIGKILL
    watched.send("position e4")
    watched.frame()


def test_large_pictures_are_made_smaller(tmp_path: Path) -> None:
    import cv2

    cv2.imwrite(str(tmp_path / "1.png"), numbered(5, 4000, 2000))
    with closing(VisionProcess({"source": str(tmp_path)}, WATCH)) as process:
        assert heard(process, ended)[-1]["status"] == 0
        picture = process.frame()
    assert picture and picture.whole == 4000 and picture.width < 2100
    assert picture.width / picture.height == pytest.approx(2, rel=0.01)


def test_texts_travel() -> None:
    text = say("{a} and {b}", a=say_many("one seed", "{n} seeds", 3), b=("x", 2, say("y")))
    import json

    assert unpack(json.loads(json.dumps(pack(text)))) == text


def test_the_client_is_light() -> None:
    check = (
        "import sys, fourth_seat.vision.worker.client; "
        "print(sorted({'numba', 'cv2', 'numpy', 'tkinter'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
