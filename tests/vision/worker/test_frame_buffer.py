"""The newest picture between two real processes: whole, never torn, and removed with them however they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourth_seat.vision.worker.frame_buffer import MAX_PICTURE_BYTES, FrameBuffer, SharedPicture

ROOT = Path(__file__).resolve().parents[3]
LONG = 20.0  # seconds that anything may take on a busy machine
posix = pytest.mark.skipif(os.name != "posix", reason="inherits descriptors")
# Writes pictures without pause, except for a moment in which a large one can be found: while it is read, small ones
# overtake the reader. The number of each is its checksum.
WRITER = """
import sys, time, zlib
from fourth_seat.vision.worker.frame_buffer import FrameBuffer
buffer = FrameBuffer(sys.argv[1])
pictures = []
for value, width, height in ((1, 1920, 1080), (2, 320, 240), (3, 321, 239), (4, 64, 48), (5, 65, 47)):
    pixels = bytes([value]) * (width * height * 3)
    pictures.append((memoryview(pixels), width, height, zlib.crc32(pixels)))
count = 0
print(flush=True)
while True:
    for pixels, width, height, check in pictures:
        buffer.write(pixels, width, height, width, count, check)
        if width == 1920:
            time.sleep(0.0003)
        count += 1
"""


@pytest.fixture
def buffer() -> Iterator[FrameBuffer]:
    buffer = FrameBuffer()
    yield buffer
    buffer.close()
    buffer.close()


def started(code: str, *arguments: str, fds: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        pass_fds=fds,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    process.stdout.readline()
    return process


def show(buffer: FrameBuffer, number: int) -> None:
    buffer.write(memoryview(bytes([number]) * 12), 2, 2, 4, number / 8, number)


def test_the_newest_picture_is_read_once(buffer: FrameBuffer) -> None:
    assert buffer.read() is None
    for number in range(1, 8):
        show(buffer, number)
    assert buffer.read() == SharedPicture(bytes([7]) * 12, 2, 2, 4, 7 / 8, 7)
    assert buffer.read() is None
    show(buffer, 8)
    picture = buffer.read()
    assert picture and picture.number == 8


def test_what_is_no_picture_is_refused(buffer: FrameBuffer) -> None:
    with pytest.raises(ValueError, match="no picture of 2 x 3"):
        buffer.write(memoryview(bytes(12)), 2, 3, 2, 0.0, 0)
    with pytest.raises(ValueError, match="too large"):
        buffer.write(memoryview(bytes(MAX_PICTURE_BYTES + 3)), MAX_PICTURE_BYTES // 3 + 1, 1, 1, 0.0, 0)
    assert buffer.read() is None


@posix
def test_no_picture_is_torn_while_another_process_writes_without_pause(buffer: FrameBuffer) -> None:
    writer = started(WRITER, buffer.handle, fds=buffer.descriptors)
    buffer.released()
    end = time.monotonic() + LONG
    whole, times = 0, []
    while whole < 100 and time.monotonic() < end:
        if picture := buffer.read():
            assert len(picture.pixels) == picture.width * picture.height * 3
            assert zlib.crc32(picture.pixels) == picture.number
            times.append(picture.t)
            whole += 1
    assert whole == 100 and times == sorted(set(times))
    writer.send_signal(signal.SIGKILL)
    writer.communicate()
    before = buffer.read()
    assert buffer.read() is None, "what was there stays, and nothing new comes"
    assert before is None or zlib.crc32(before.pixels) == before.number


@posix
def test_a_writer_killed_within_a_picture_leaves_the_one_before(buffer: FrameBuffer) -> None:
    show(buffer, 1)
    tear = (
        "import os, sys, fourth_seat.vision.worker.frame_buffer as b; buffer = b.FrameBuffer(sys.argv[1]); "
        "words = buffer._words; "
        "slot = (b.HEAD_BYTES + 2 % b.SLOTS * b.SLOT_BYTES) // b.WORD_BYTES; "
        "words[slot] = 3; words[slot + b.WIDTH] = 10**9; "
        "os.kill(os.getpid(), 9)"
    )
    writer = started(tear, buffer.handle, fds=buffer.descriptors)
    assert writer.wait() == -signal.SIGKILL
    writer.communicate()
    picture = buffer.read()
    assert picture and picture.number == 1
    show(buffer, 2)
    picture = buffer.read()
    assert picture and picture.number == 2


@posix
def test_nothing_is_left_behind_when_both_are_killed() -> None:
    reader = f"""
import subprocess, sys, time
from fourth_seat.vision.worker.frame_buffer import FrameBuffer
buffer = FrameBuffer()
write = [sys.executable, "-c", {WRITER!r}, buffer.handle]
writer = subprocess.Popen(write, pass_fds=buffer.descriptors, stdout=subprocess.PIPE)
writer.stdout.readline()
while not buffer.read():
    pass
print(writer.pid, flush=True)
time.sleep(100)
"""
    places = [path for path in (Path("/dev/shm"), Path("/tmp")) if path.is_dir()]
    before = {path for place in places for path in place.iterdir()}
    process = subprocess.Popen(
        [sys.executable, "-c", reader], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout and process.stderr
    writer = int(process.stdout.readline())
    process.kill()
    process.wait()
    os.kill(writer, 0)  # it lives on undisturbed
    os.kill(writer, signal.SIGKILL)
    assert process.stderr.read() == ""
    left = {path for place in places for path in place.iterdir()} - before
    assert not [path for path in left if path.is_file() and path.stat().st_size >= MAX_PICTURE_BYTES]
    process.stdout.close()
    process.stderr.close()
