"""Inputs to begin with: valid games, positions, files, answers and messages."""

from __future__ import annotations

import io
import json
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

DATA_FOLDER = Path(__file__).resolve().parents[3] / "tests" / "data"
PICTURED_GAMES = ("connect4", "tridice", "blokus", "kalah", "backgammon")
SEARCH_SETTINGS = tuple(b'{"game": "%s"}' % name.encode() for name in PICTURED_GAMES)  # its board is searched for
ANSWER_END = b"\n-- the next answer --\n"  # between the answers of a camera that redirects
XZ_MAGIC = b"\xfd7zXZ\0"
DIGEST_MARK = b"DIGEST"  # of the games of a checkpoint

Seeds = Callable[[], Iterator[bytes]]


def files_of(*patterns: str) -> Seeds:
    return lambda: (path.read_bytes() for pattern in patterns for path in sorted(DATA_FOLDER.glob(pattern)))


def lines_of(*lines: str) -> Seeds:
    return lambda: (line.encode() for line in lines)


def for_games(*lines: str) -> Seeds:
    """Return each line for each game."""
    return lambda: (bytes([48 + number]) + line.encode() for number in range(5) for line in lines)


def http_seeds() -> Iterator[bytes]:
    jpeg = picture("jpg")
    part = b"--b\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(jpeg), jpeg)
    head = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=b\r\n\r\n"
    single = b"HTTP/1.0 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s" % (len(jpeg), jpeg)
    yield head + 3 * part
    yield head + b"--b\r\nContent-Type: image/jpeg\r\n\r\n%s\r\n--b\r\n\r\n%s\r\n--b--" % (jpeg, jpeg)
    yield single + ANSWER_END + single
    yield head.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n") + b"%x\r\n%s\r\n0\r\n\r\n" % (
        len(part),
        part,
    )
    for place in (b"/other", b"https://elsewhere/x", b"http://[::1", b"//host:99999/", b"http://a:b@camera:8080/"):
        yield b"HTTP/1.1 302 Found\r\nLocation: %s\r\n\r\n" % place + ANSWER_END + single
    yield b"HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\n\r\n"
    yield b'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="x", nonce="y", qop="auth"\r\n\r\n' + ANSWER_END + single
    yield b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html>"


def picture(kind: str, size: int = 24) -> bytes:
    """Return a small picture, as a file of this kind."""
    import cv2
    import numpy as np

    rows = np.add.outer(np.arange(size), np.arange(size)).astype(np.uint8)
    done, data = cv2.imencode(f".{kind}", np.dstack([rows * 5, rows * 3, 255 - rows]))
    assert done
    return bytes(data)


def picture_seeds() -> Iterator[bytes]:
    for kind in ("jpg", "png", "bmp", "webp", "tiff"):
        yield picture(kind)


def video_seeds() -> Iterator[bytes]:
    """Yield films of two pictures, as they are in the files of webcams and phones."""
    import cv2
    import numpy as np

    for kind, codec in (("avi", "MJPG"), ("mp4", "mp4v"), ("mkv", "VP80")):
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"film.{kind}"
            writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*codec), 10.0, (32, 32))
            for level in (40, 200):
                writer.write(np.full((32, 32, 3), level, np.uint8))
            writer.release()
            if path.is_file():
                yield path.read_bytes()


def recording_seeds() -> Iterator[bytes]:
    known = {
        "t": 0.0, "game": "connect4", "options": "first=red", "look": {}, "position": "44",
        "corners": [[1, 1], [20, 1], [20, 20], [1, 20]],
    }  # fmt: skip
    index = {"version": 1, "known": [known], "frames": [{"file": "frames/1.jpg", "t": 0.5, "number": 1}]}
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        for seen in (index, {**index, "known": [{**known, "look": {"discs": {"1": [1, 2, 3]}}, "corners": [1, 2]}]}):
            yield recorded(json.dumps(seen).encode(), method)
            yield json.dumps(seen).encode()


def recorded(index: bytes, method: int = zipfile.ZIP_STORED) -> bytes:
    """Return a recording with this index, and one picture."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as file:
        file.writestr("problem.json", index)
        file.writestr("frames/1.jpg", picture("jpg", 8))
    return packed.getvalue()


def vision_lines() -> Iterator[bytes]:
    text = {"key": "{n} is missing", "values": {"n": ["a", {"key": "b", "values": {}}]}}
    lies = {"t": 1.5, "frame": 3, "position": "", "board": ["......."]}
    yield b"\n".join(
        json.dumps(line).encode()
        for line in (
            {"event": "ready", "live": True},
            {"event": "found", "corners": [[0, 0], [9, 0], [9, 9], [0, 9]]},
            {"event": "view", "size": [9, 9], "corners": [[0, 0]], "known": True, "cells": {"a1": [[0, 0]]}},
            {"event": "fits", "ways": 1},
            {"event": "evidence", "cells": {"a1": [1, 1, 0.9]}, "strange": []},
            {"event": "wrong", "confidence": 0.9, "differences": [["a1", [1, 1, []], None]], "text": text, **lies},
            {"event": "right", **lies},
            {"move": "4", "moves": ["4"], "confidence": 0.99, **lies, "position": "4"},
            {"ask": ["4", "5"], "choices": [{"moves": ["4"]}, {"moves": []}], "confidence": 0.9, **lies, "position": "4"},
        )
    )
    for event in ("sight", "unseen", "error", "trouble", "throw", "set", "end", "ended"):
        yield json.dumps({"event": event, "text": text, "sight": "clear", "reason": "x", "status": 1, **lies}).encode()
    yield json.dumps({"reply": 1, "ok": False, "text": text, "reason": "x", "file": "y"}).encode()


def position_seeds() -> Iterator[bytes]:
    from fourth_seat.games import find, game_names

    for number, name in enumerate(game_names()):
        game = find(name)
        yield bytes([number]) + game.sample_position.encode()
        for state in states(game):
            yield bytes([number]) + game.position(state).encode()


def xgid_seeds() -> Iterator[bytes]:
    yield b"XGID=-b---BE-C---dD---c-db---A-:0:0:1:31:0:0:0:0:10"
    yield b"XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:2:3:0:7:10"
    yield b"XGID=-aB--BBBBBB-------bbbbbbb-:0:0:-1:D:0:0:3:0:10"
    yield b"xgid = -b----E-C---eE---c-e----B-:0:0:1:B:0:0:0:0:10"


def gnuid_seeds() -> Iterator[bytes]:
    yield b"4HPwATDgc/ABMA:cAkAAAAAAAAA"
    yield b"GNU Backgammon  Position ID: 4HPwATDgc/ABMA Match ID: cIkXAAAAAAAA"
    yield b"GNUBGID 4HPwATDgc/ABMA:cAkAAAAAAAAA"


def match_seeds() -> Iterator[bytes]:
    """Yield matches of backgammon, of this program and in the dialect of each other one."""
    import random

    from benchmarks.reliability.strangers.backgammon.dialects import DIALECTS
    from benchmarks.reliability.strangers.backgammon.pool import matches
    from benchmarks.reliability.strangers.backgammon.writer import write

    yield from files_of("edition-1/exports/*.mat", "*.mat")()
    for dialect, match in zip(DIALECTS, matches(5 * len(DIALECTS), "fuzz"), strict=False):
        yield write(match[:2], dialect, random.Random(dialect.name)).text.encode()


def game_file_seeds() -> Iterator[bytes]:
    """Yield files of all games, and beginnings of those that cannot be read."""
    yield from files_of("edition-1/exports/*")()
    yield from match_seeds()
    yield b"(;FF[4]GM[6]AP[GNU Backgammon:1.08];W[31hefe])"
    yield b"RGMH\1\0"
    yield b'{"format":"BGF"}'
    yield b"Score is 0-0 in a 5 point match.\nanna is X - ben is O\n"


def move_seeds() -> Iterator[bytes]:
    from fourth_seat.games import find, game_names

    for number, name in enumerate(game_names()):
        for state in states(find(name)):
            for move in state.legal()[:2]:
                yield bytes([number]) + str(move).encode()
    yield from for_games("pass", "31: 8/5 6/5", "double", "roll", "a20,b20,b19", "@33 4/1", "c-f")()


def terminal_seeds() -> Iterator[bytes]:
    yield from for_games(
        "show\nmoves 3\nundo\nredo\nset a1=red\nstand 4\nresign\nstop", "dice 31\n8/5 6/5\nundo",
        "4\nhint\nwhy\nrollout 2 3 all", "seat 1 human:Anna+Ben?hints=3&takebacks=off\nseat 2 seed:greedy\nreport",
        "export a.moves\nimport a.moves\nsave",
        "position 44\nresign 2\nthreats\nroll\nhelp",
    )()  # fmt: skip
    yield b"A4\nundo\nresign"


def argument_seeds() -> Iterator[bytes]:
    for line in (
        "connect4\0--terminal\0--json\0--seats\0human,computer:7\0--options\0first=red", "kalah\0--options\0pits=6,seeds=4",
        "3, 5-9", "9-5,7", "human:Mia?hints=3&takebacks=off&help=full", 'human,"gtp:a b"', '{"a": [1, 2.5, "x", null]}',
        "backgammon\0a.png\0--corners\x0012,40\0-3,4\x005,6\x007,8", "tridice\0--seconds\x001.5\0--threads\x002", "--help",
    ):  # fmt: skip
        yield line.encode()


def address_seeds() -> Iterator[bytes]:
    for line in (
        "http://ann:sec%20ret@phone:8080/video?x=1#y", "rtsp://[::1]:554/", "/dev/video0", "0", "ddp://wled.local:4048",
        "adalight:///dev/ttyUSB0?baud=115200", "wled-serial://COM3", "auto:", "screen:", "lcd://localhost:13666",
        "http://ann:ge/he#im@127.0.0.1:80/ü?a b", "mqtts://ann@broker.local:8883/club/table%202", "ssl://[fe80::1%eth0]",
        "table:http://192.168.1.20:8737/#TOKEN", "ddp://http://wled.local/", "“http://wled.local”",
        "table:192.168.1.20:8737",
        "matrixorbital:///dev/ttyUSB0?size=20x4&baud=9600", "sparkfun://socket://host:1", "adalight:socket://[::1]:2",
    ):  # fmt: skip
        yield line.encode()


def gtp_seeds() -> Iterator[bytes]:
    every = (
        "protocol_version", "name", "version", "list_commands", "known_command play", "clear_board", "showboard", "undo",
        "play 1 4", "genmove 2", "final_score", "set_random_seed 7", "cputime", "set_game kalah seeds=4 pits=6",
        "get_position", "set_position 44", "all_legal 1", "level seed", "time_per_move 1.5", "threads 2", "ponder on",
        "values 1 3", "notices", "judge 1 31: 8/5 6/5", "rollout 1 31 2 trials=3 throws=all", "stop",
        "set_game Blokus Duo", "play b a5", "quit",
        "set_game tridice", "all_legal 1 4/1", "play 1 @33 4/1", "set_game backgammon cube=on", "play 1 31: 8/5 6/5",
    )  # fmt: skip
    yield "\n".join(f"{number} {line}" for number, line in enumerate(every)).encode()
    for line in every:
        yield line.encode()


def value_seeds() -> Iterator[bytes]:
    outlook = {"equity": 0.1, "ends": [0.1, 0.1, 0.3, 0.3, 0.1, 0.1], "plies": 2, "trials": 3, "error": 0.1}
    for number, move in enumerate(("31: 8/5 6/5", "a20", "4", "c", "@33")):
        value = {
            "move": move, "values": [0.5, 0.5, 0.2, 0.1], "bound": "exact", "line": [move], "why": "x", "score": [1, 2],
            "figures": [0.1, 0.2, 0.3], "outlook": outlook,
        }  # fmt: skip
        yield (
            bytes([number])
            + json.dumps({"unit": "share", "exact": False, "moves": [value, {**value, "move": ""}]}).encode()
        )
        yield bytes([number]) + json.dumps({"luck": 0.25, "choices": 3, "moves": [value, value]}).encode()
        yield bytes([number]) + move.encode()


def known_seeds() -> Iterator[bytes]:
    """Yield the stored knowledge of each game's board after one look, of sets with a short appearance."""
    from fourth_seat.vision.camera.files import read_picture
    from fourth_seat.vision.camera.source import CameraFrame
    from fourth_seat.vision.worker.session import VisionSession

    for name in PICTURED_GAMES:
        corners = json.loads((DATA_FOLDER / "vision" / f"{name}_0001.json").read_text())["corners"]
        session = VisionSession({"game": name, "corners": corners})
        image = read_picture(DATA_FOLDER / "vision" / f"{name}_0001.jpg")
        for number in range(6):
            list(session.see(CameraFrame(image, number / 2, number)))
        known = dict(session.known)
        yield json.dumps(known).encode()
        yield json.dumps(
            {**known, "look": {key: value for key, value in known["look"].items() if key != "transient"}}
        ).encode()


def bundle_seeds() -> Iterator[bytes]:
    """Yield archives like a bundle's, one of each form, and a packed one."""
    for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        made = io.BytesIO()
        with tarfile.open(fileobj=made, mode="w", format=form) as tar:
            for name, data in (("fourth-seat/fourth-seat", b"#!"), ("fourth-seat/_internal/" + "long/" * 24 + "n", b"x")):
                file = tarfile.TarInfo(name)
                file.size, file.mode = len(data), 0o755
                tar.addfile(file, io.BytesIO(data))
            for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE):
                other = tarfile.TarInfo(f"fourth-seat/{kind.decode()}")
                other.type, other.linkname = kind, "fourth-seat"
                tar.addfile(other)
        yield made.getvalue()
    yield lzma.compress(made.getvalue())


def checkpoint_seeds() -> Iterator[bytes]:
    usage = {"moves": 1, "cpu": None, "notices": ["x"]}
    unit = {
        "event": "unit", "unit": "round-0-of-2", "sha256": DIGEST_MARK.decode(), "cpu_s": 0.5, "commit": "x",
        "machine": "y", "measured": {"seats": [[usage, usage]]},
    }  # fmt: skip
    game = {
        "event": "game", "seating": {"round": 0, "players": [0, 1]}, "points": [1, 0], "shares": [1.0, 0.0],
        "thrown": False, "moves": ["4", "4"],
    }  # fmt: skip
    yield json.dumps(unit).encode() + b"\n" + ANSWER_END + json.dumps(game).encode()
    yield json.dumps(unit).encode() + b'\n{"event": "un'


def states(game: Any) -> list[Any]:
    """Return the start, the position after a move or throw, and one in mid-game."""
    state = game.start(game.options())
    return [state, state.play(state.legal()[0]), game.parse_position(game.sample_position, game.options())]
