"""The last seconds: kept within limits, written whole or not at all, and played back as they were."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from fourth_seat.vision.camera.open_source import open_source
from fourth_seat.vision.camera.recording import INDEX, FrameRecorder, FrameRecording
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.errors import CameraError
from fourth_seat.vision.worker.session import follow
from tests.vision.camera.phone import number_in, numbered


def frame(number: int, t: float) -> CameraFrame:
    return CameraFrame(numbered(number), t, number)


def played(path: Path) -> list[CameraFrame]:
    source = open_source(str(path))
    frames = []
    while not source.over:
        one = source.read()
        assert one
        frames.append(one)
    assert source.read() is None
    source.close()
    return frames


def test_what_was_recorded_is_played(tmp_path: Path) -> None:
    recorder = FrameRecorder(seconds=2.0, rate=10.0)
    for number in range(60):  # three seconds at 20 pictures a second, of which every other is kept
        recorder.add(frame(number, 100 + number / 20), {"position": "before" if number < 30 else "after"})
    path = tmp_path / "problem.zip"
    assert recorder.save(path) == 21
    frames = played(path)
    assert [one.number for one in frames] == list(range(18, 60, 2))
    assert [number_in(one.image) for one in frames] == list(range(18, 60, 2))
    assert frames[0].t == pytest.approx(100.9) and frames[-1].t == pytest.approx(102.9)
    assert FrameRecording(path).known["position"] == "before"
    with zipfile.ZipFile(path) as file:
        known = json.loads(file.read(INDEX))["known"]
    assert [(entry["t"], entry["position"]) for entry in known] == [(100.0, "before"), (101.5, "after")]
    assert [file.name for file in tmp_path.iterdir()] == ["problem.zip"]


def test_what_was_known_follows_the_oldest_picture(tmp_path: Path) -> None:
    recorder = FrameRecorder(seconds=1.0)
    for number in range(50):
        recorder.add(frame(number, number / 10), {"position": str(number // 5)})
    recorder.save(tmp_path / "problem.zip")
    recording = FrameRecording(tmp_path / "problem.zip")
    first = recording.read()
    assert first and recording.known["position"] == str(first.number // 5)


def test_memory_is_bounded(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (240, 320, 3), np.uint8)
    recorder = FrameRecorder(seconds=1000.0, memory=1_000_000)
    for number in range(100):
        recorder.add(CameraFrame(noise, number / 10, number), {})
    count = recorder.save(tmp_path / "problem.zip")
    assert 5 < count < 100
    assert (tmp_path / "problem.zip").stat().st_size < 1_050_000
    assert played(tmp_path / "problem.zip")[-1].number == 99


def test_nothing_is_left_where_it_cannot_be_written(tmp_path: Path) -> None:
    recorder = FrameRecorder()
    with pytest.raises(CameraError, match="nothing to record yet"):
        recorder.save(tmp_path / "problem.zip")
    recorder.add(frame(1, 0.0), {})
    with pytest.raises(CameraError, match="cannot be written"):
        recorder.save(tmp_path / "nowhere" / "problem.zip")
    (tmp_path / "problem.zip").mkdir()
    with pytest.raises(CameraError, match="cannot be written"):
        recorder.save(tmp_path / "problem.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["problem.zip"]


def test_damage_is_told(tmp_path: Path) -> None:
    path = tmp_path / "problem.zip"
    recorder = FrameRecorder()
    recorder.add(frame(1, 0.0), {})
    recorder.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CameraError, match="is not a recording made by this program"):
        open_source(str(path))
    place = whole.index(b"\xff\xd8\xff") + 40
    path.write_bytes(whole[:place] + bytes(40) + whole[place + 40 :])
    source = open_source(str(path))
    with pytest.raises(CameraError, match=r"the picture frames/00000001\.jpg in .* is damaged"):
        source.read()


@pytest.mark.parametrize(
    "known",
    [
        None, [], [None], ["connect4"], [{"game": 5}], [{"game": "connect4", "options": []}],
        [{"game": "connect4", "position": 1e300}], [{"game": "connect4", "corners": "1,2"}],
        [{"game": "connect4", "corners": [[1, 2], [3, 4], [5, "²"], [7, 8]]}], [{"game": "connect4", "look": [1]}],
        [{"game": "connect4", "corners": [[[1]]], "options": None, "position": {}, "look": "red"}],
    ],
)  # fmt: skip
def test_what_a_recording_says_was_known_may_be_anything(tmp_path: Path, known: object) -> None:
    path = tmp_path / "problem.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(INDEX, json.dumps({"version": 1, "known": known, "frames": []}))
    try:
        source = open_source(str(path))
    except CameraError:
        return
    follow({"game": "connect4", "options": None}, source)
    source.close()


def zipped(index: str, method: int = zipfile.ZIP_STORED, comment: bytes = b"", files: int = 0) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", method) as file:
        file.writestr(INDEX, index)
        for number in range(files):
            file.writestr(f"frames/{number}", b"")
        file.comment = comment
    return packed.getvalue()


SOUND = '{"version": 1, "known": [{}], "frames": [{"file": "a", "t": 1, "number": 2}]}'
HOSTILE = {
    "a time that is text": zipped(SOUND.replace('"t": 1', '"t": "nan"')),
    "a number that is text": zipped(SOUND.replace('"number": 2', '"number": "2"')),
    "a number that is huge": zipped(SOUND.replace('"number": 2', f'"number": {10**30}')),
    "nothing known": zipped(SOUND.replace("[{}]", "[]")),
    "LZMA": zipped(SOUND, zipfile.ZIP_LZMA),
    "a comment": zipped(SOUND, comment=b"x" * 100),
    "a packed index": zipped(f'{{"known": [{"[]," * 3_000_000}[]]}}', zipfile.ZIP_DEFLATED),
    "many files": zipped(SOUND, files=6_000),
    "a size that is not so": zipped(SOUND).replace((len(SOUND)).to_bytes(4, "little"), b"\xff\xff\xff\x7f"),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_recording_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "problem.zip"
    path.write_bytes(data)
    with pytest.raises(CameraError, match="damaged"):
        FrameRecording(path)


def test_a_recording_that_somebody_packed_anew(tmp_path: Path) -> None:
    path = tmp_path / "problem.zip"
    path.write_bytes(zipped(SOUND, zipfile.ZIP_DEFLATED))
    assert FrameRecording(path).known == {}
