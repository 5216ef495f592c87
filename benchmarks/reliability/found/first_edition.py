"""The findings of a hostile test of the first edition."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Mapping
from contextlib import suppress

import psutil

from benchmarks.reliability.checkout import LINE_TIMEOUT_S, ROOT, Checkout, type_line, until
from benchmarks.reliability.found.case import Case
from benchmarks.reliability.hostile_server import PART_HEAD, RESPONSE_HEAD, STREAM_HEAD, HostileServer, Send, forever

MB = 1_000_000
LONG_NUMBER = "9" * 5000
MAX_CAMERA_MB = 400  # that a process watching a camera may take
ENGINE_TIMEOUT_S = 90.0  # within which an engine is given up
SILENCE_TIMEOUT_S = 30.0  # after which a silent camera worker is given up


def record_with_command(checkout: Checkout) -> bool:
    """Put a command into a record's seats, or in a later `seat` line."""
    touched = checkout.folder / "touched"
    command = f"gtp:touch {touched}"
    checkout.record(seats=(command, "human:Ben"))
    first = checkout.play("--resume", typed=b"4\n")
    checkout.record({"event": "seat", "seat": 1, "player": command})
    second = checkout.play("--resume", typed=b"4\n")
    return first.ended and second.ended and not touched.exists()


def flooding_engine(checkout: Checkout) -> bool:
    """Let an engine flood its output; a game between it and a random player must end."""
    return checkout.play("--json", "--seats", "gtp:yes,random", seconds=3 * ENGINE_TIMEOUT_S).ended


def orphaned_engine(checkout: Checkout) -> bool:
    """Kill the program while an engine runs that never reads its input."""
    engine = checkout.folder / "engine.py"
    engine.write_text("import time\ntime.sleep(600)\n")

    def orphans() -> list[psutil.Process]:
        every = psutil.process_iter(["cmdline"])
        return [each for each in every if (each.info["cmdline"] or [])[-1:] == [str(engine)]]

    seats = f"gtp:{sys.executable} {engine},random"
    with checkout.started("play", "connect4", "--terminal", "--seats", seats) as process:
        started = until(lambda: bool(orphans()), LINE_TIMEOUT_S)
        process.kill()
        process.wait()
        ended = until(lambda: not orphans(), 20.0)
    for orphan in orphans():
        orphan.kill()
    return started and ended


def kernel_folder(checkout: Checkout) -> bool:
    """Point `NUMBA_CACHE_DIR` at a folder that holds folders of the user."""
    folder = checkout.folder / "mine"
    for name in ("0123456789abcdef", "holiday-pictures"):
        (folder / name).mkdir(parents=True)
        (folder / name / "letter.txt").write_text("Dear Anna")
    checkout.run("solve", "connect4", typed=b"444444\n", seconds=300, NUMBA_CACHE_DIR=str(folder))
    return len(list(folder.glob("*/letter.txt"))) == 2


def endless_camera(checkout: Checkout) -> bool:
    """Let a camera announce a length of -1 and send without end."""
    most = 0
    with (
        HostileServer(
            lambda send: forever(send, b"x" * 65_536, STREAM_HEAD + PART_HEAD + b"Content-Length: -1\r\n\r\n")
        ) as server,
        checkout.started("watch", "connect4", server.url, "--json") as process,
    ):
        end = time.monotonic() + 10
        while process.poll() is None and time.monotonic() < end:
            with suppress(psutil.NoSuchProcess):
                me = psutil.Process(process.pid)
                most = max(most, sum(each.memory_info().rss for each in (me, *me.children(recursive=True))))
            time.sleep(0.1)
    return most < MAX_CAMERA_MB * MB


def endless_lines(checkout: Checkout) -> bool:
    """Let a camera send blank lines without end instead of a picture: the connection is given up and tried again."""
    with (
        HostileServer(lambda send: forever(send, b"\r\n" * 500, STREAM_HEAD)) as server,
        checkout.started("watch", "connect4", server.url, "--json"),
    ):
        return until(lambda: len(server.requests) > 1, LINE_TIMEOUT_S)


def redirected_password(checkout: Checkout) -> bool:
    """Let a camera redirect its reader to another host, which must not be given the password."""
    with HostileServer(lambda send: send(RESPONSE_HEAD + b"Content-Length: 0\r\n\r\n")) as other:
        target = f"http://localhost:{other.port}/video".encode()
        with HostileServer(lambda send: send(b"HTTP/1.1 302 Found\r\nLocation: " + target + b"\r\n\r\n")) as first:
            checkout.run("watch", "connect4", first.url.replace("http://", "http://anna:secret@"), "--json", seconds=45)
        return not any(b"authorization" in request.lower() for request in other.requests)


def huge_picture(checkout: Checkout) -> bool:
    """Read a small file that holds a picture of 20,000 by 20,000 pixels."""
    size, row, rows = (20_000).to_bytes(4, "big"), bytes(20_001), zlib.compressobj(1)
    data = b"".join(rows.compress(row) for _ in range(20_000)) + rows.flush()
    chunks = (b"IHDR" + size + size + b"\x08\x00\x00\x00\x00", b"IDAT" + data, b"IEND")
    body = (len(chunk[4:]).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big") for chunk in chunks)
    picture = checkout.folder / "huge.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(body))
    most = 0
    with checkout.started("look", "connect4", str(picture)) as process:
        while process.poll() is None:
            with suppress(psutil.NoSuchProcess):
                most = max(most, psutil.Process(process.pid).memory_info().rss)
            time.sleep(0.02)
    return most < MAX_CAMERA_MB * MB


def strange_files(checkout: Checkout) -> bool:
    """Put bad files among the records: brackets without end, a FIFO, a name with a superscript digit."""
    good = checkout.record({"event": "move", "seat": 1, "move": "4", "by": "human"})
    long_ago = time.time() - 1000
    os.utime(good, (long_ago, long_ago))
    day = time.strftime("%Y-%m-%d")
    (good.parent / f"{day}-connect4-1.jsonl").write_text("[" * 100_000)
    os.mkfifo(good.parent / f"{day}-connect4-2.jsonl")
    (good.parent / f"{day}-connect4-³.jsonl").write_text("")
    resumed = checkout.play("--json", "--resume", typed=b"3\n", seconds=30)
    begun = checkout.play("--json", "--seats", "human,random", typed=b"4\n", seconds=30)
    return all(outcome.sound and '"event": "move"' in outcome.out for outcome in (resumed, begun))


def written_and_not_shown(checkout: Checkout) -> bool:
    """Take the result off a record, which is written when it is resumed."""
    checkout.play("--json", "--seats", "human,human", typed=b"1\n2\n1\n2\n1\n2\n1\n")
    path = next(checkout.home.glob("records/*.jsonl"))
    whole = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in whole if '"event": "result"' not in line))
    resumed = checkout.play("--json", "--resume")
    return '"event": "result"' in checkout.records() and '"event": "result"' in resumed.out


def strange_input(checkout: Checkout) -> bool:
    """Type input that is not UTF-8, a resignation with 5,000 digits, a file name with a NUL."""
    lines = b"\xff\xfe\xfa\n" + f"resign {LONG_NUMBER}\n".encode() + b"export \0x.txt\nsave \0\n4\n"
    outcome = checkout.play("--json", "--seats", "human,human", typed=lines)
    return outcome.sound and '"event": "move"' in outcome.out


def narrow_output(checkout: Checkout) -> bool:
    """Send output to a pipe that cannot encode a player's name."""
    outcome = checkout.play("--seats", "human:Zoë,human:שרה", typed=b"4\n", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    return outcome.sound and '"event": "move"' in checkout.records()


def strange_arguments(checkout: Checkout) -> bool:
    """Give numbers of 5,000 digits, or in other scripts' digits, as arguments."""
    return all(
        outcome.sound
        for outcome in (
            checkout.play("--seats", f"human:Anna?hints={LONG_NUMBER},human"),
            checkout.run("play", "kalah", "--terminal", "--options", f"pits={LONG_NUMBER}"),
            checkout.run("lights", "connect4", "--device", "adalight:///dev/null?baud=²", "--cells", "a1"),
        )
    )


def record_that_goes(checkout: Checkout) -> bool:
    """Delete the records' folder in mid-game, and empty the file in another game."""
    held = []
    for harm in (lambda path: shutil.rmtree(path.parent), lambda path: path.write_bytes(b"")):
        with checkout.started("play", "connect4", "--terminal", "--seats", "human,human") as process:
            type_line(process, b"4", lambda: '"move": "4"' in checkout.records())
            harm(next(checkout.home.glob("records/*.jsonl")))
            whole = type_line(process, b"3", lambda: all(f'"move": "{n}"' in checkout.records() for n in (3, 4)))
            with suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=LINE_TIMEOUT_S)
            held.append(whole)
        shutil.rmtree(checkout.home)
    return all(held)


def control_characters(checkout: Checkout) -> bool:
    """Read a record from elsewhere that names a player with an escape sequence."""
    checkout.record(seats=("human:\x1b]0;owned\x07\x1b[31mAnna", "human:Ben"))
    outcome = checkout.play("--resume", typed=b"show\n4\n")
    return outcome.sound and "\x1b" not in outcome.out + outcome.err


def overwritten_file(checkout: Checkout) -> bool:
    """Export to a name that a file of the user already has."""
    letter = checkout.folder / "letter.moves"
    letter.write_text("Dear Anna")
    checkout.play("--seats", "human,human", typed=f"4\nexport {letter}\n".encode())
    return letter.read_text() == "Dear Anna"


def stopped_camera(checkout: Checkout) -> bool:
    """Stop the process that watches the camera: that is noticed, and the command ends."""
    frame = (ROOT / "tests" / "data" / "vision" / "refuse_0000.jpg").read_bytes()
    part = PART_HEAD + f"Content-Length: {len(frame)}\r\n\r\n".encode() + frame + b"\r\n"

    def film(send: Send) -> None:
        send(STREAM_HEAD)
        while True:
            send(part)
            time.sleep(0.1)

    def workers(program: int) -> list[psutil.Process]:
        with suppress(psutil.NoSuchProcess):
            return [each for each in psutil.Process(program).children() if any("vision" in word for word in each.cmdline())]
        return []

    with (
        HostileServer(film) as server,
        checkout.started("calibrate", "camera", "connect4", "--source", server.url) as process,
    ):
        assert process.stdout
        started = until(lambda: bool(server.requests and workers(process.pid)), LINE_TIMEOUT_S)
        time.sleep(2.0)  # it looks at pictures
        for worker in workers(process.pid):
            worker.suspend()
        return started and until(lambda: process.poll() is not None, SILENCE_TIMEOUT_S)


def imported_match(checkout: Checkout) -> bool:
    """Import a match of several games, options and all, and export it: the same games are in the file."""
    match, copy = ROOT / "tests" / "data" / "backgammon.mat", checkout.folder / "copy.mat"
    lines = f"import {match}\nexport {copy}\n".encode()
    outcome = checkout.run("play", "backgammon", "--terminal", "--seats", "human,human", typed=lines)
    return outcome.sound and copy.exists() and set(match.read_text().splitlines()) <= set(copy.read_text().splitlines())


def exported_resignation(checkout: Checkout) -> bool:
    """Export a game that was resigned, with its end."""
    copy = checkout.folder / "copy.mat"
    lines = f"dice 31\n8/5 6/5\nresign 2\nexport {copy}\n".encode()
    checkout.run("play", "backgammon", "--terminal", "--seats", "human,human", typed=lines)
    return copy.exists() and "Wins 1 point" in copy.read_text()


def exported_computers(checkout: Checkout) -> bool:
    """Export a game of computers alone when it is over."""
    copy = checkout.folder / "copy.mat"
    typed = f"export {copy}\n".encode()
    outcome = checkout.run("play", "backgammon", "--terminal", "--seats", "random,random", typed=typed)
    return outcome.sound and copy.exists()


def silent_table(checkout: Checkout) -> bool:
    """Have an engine build a table of hundreds of MB: it may do so only after announcing it, with its size."""
    folder = checkout.home / "tables"
    with checkout.started("play", "kalah", "--terminal", "--seats", "human,computer:9") as process:
        assert process.stdin and process.stdout
        for move in ("d", "a", "b", "e", "f", "c", "d", "a", "b"):
            with suppress(BrokenPipeError):
                process.stdin.write(f"{move}\n".encode())
                process.stdin.flush()
            time.sleep(2)
        kept = until(lambda: any(path.stat().st_size > 100 * MB for path in folder.glob("*.table")), 40)
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=LINE_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return False
    return not kept or b" MB" in out + err


CASES: Mapping[str, Case] = {
    "record-command": Case("item 1", record_with_command),
    "engine-flood": Case("item 2", flooding_engine),
    "engine-orphan": Case("item 2", orphaned_engine),
    "kernel-folder": Case("item 3", kernel_folder),
    "camera-endless": Case("item 4", endless_camera),
    "camera-lines": Case("item 4", endless_lines),
    "camera-password": Case("item 4", redirected_password),
    "picture-huge": Case("item 4", huge_picture),
    "strange-files": Case("item 5", strange_files),
    "result-shown": Case("item 6", written_and_not_shown),
    "strange-input": Case("item 7", strange_input, quick=True),
    "narrow-output": Case("item 7", narrow_output),
    "strange-arguments": Case("item 7", strange_arguments),
    "record-goes": Case("item 8", record_that_goes),
    "control-characters": Case("item 9", control_characters, quick=True),
    "overwrite": Case("item 9", overwritten_file, quick=True),
    "camera-stopped": Case("item 10", stopped_camera),
    "silent-table": Case("item 11", silent_table),
    "match-import": Case("item 12", imported_match),
    "match-resignation": Case("item 12", exported_resignation),
    "match-computers": Case("item 12", exported_computers),
}
