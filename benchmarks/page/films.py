"""Films of whole games, sent through the page: are as many moves recognised as when the same films are read directly?

    python -m benchmarks.page.films /work/films/connect4_*

Takes folders as `benchmarks.vision.renders` films them. Each picture is packed as the page packs it, goes over the
WebSocket to the real server process, and comes from the address that the server gives to the camera's reader; one at a
time, so that the machine's speed does not matter. Then each film is followed as `benchmarks.vision.games` does, both ways.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

import cv2
import numpy as np

from benchmarks.vision.games import FilmJudge, FilmMoment, FilmTally, count_moves
from fourth_seat.vision.camera.files import decode_frame
from fourth_seat.vision.camera.open_source import open_source
from fourth_seat.vision.camera.source import FrameSource
from fourth_seat.vision.protocols import Image
from tests.page.server.running import RunningServer, Visitor

FILM_SCRIPT = Path(__file__).resolve().parents[2] / "page" / "static" / "modules" / "film.js"
MAX_LOST_SHARE = 0.005  # of the moves, that may be right directly but not through the page
PICTURE_TIMEOUT_S = 20.0  # for a picture to come out at the other end
T = TypeVar("T")


class PhoneLine:
    """A phone that films the given pictures, the server, and the reader of its stream."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._quality = round(100 * float(_constant("QUALITY")))
        self._longest = int(_constant("LONGEST"))
        self._server = RunningServer().__enter__()
        self._reader: FrameSource | None = None
        self._run(self._join())

    async def _join(self) -> None:
        self._page, self._camera = Visitor(self._server.base), Visitor(self._server.base)
        await self._page.enter(self._server)
        jar = self._camera.session.cookie_jar
        jar.update_cookies({cookie.key: cookie.value for cookie in self._page.session.cookie_jar})
        self._server.send(do="camera", guest=(await self._server.receive("joined"))["guest"], on=True)
        await self._page.has("hello", camera=True)
        await self._camera.open("/camera")

    def carry(self, picture: Image) -> Image:
        """Return a picture as it arrives at the other end.

        Raises:
            TimeoutError: it does not.
        """
        part = min(1.0, self._longest / max(picture.shape[:2]))
        small = picture if part == 1 else cv2.resize(picture, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
        packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, self._quality])[1].tobytes()
        assert self._camera.socket
        self._run(self._camera.socket.send_bytes(packed))
        if self._reader is None:
            self._reader = open_source(self._server.wait_for("camera")["url"])
        expected = decode_frame(packed)
        assert expected is not None
        end = time.monotonic() + PICTURE_TIMEOUT_S
        while time.monotonic() < end:
            frame = self._reader.read()
            if frame and np.array_equal(frame.image, expected):  # otherwise it is one that was sent before
                return frame.image
        raise TimeoutError("a picture that was sent does not come out at the other end")

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PICTURE_TIMEOUT_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._reader:
            self._reader.close()
        for visitor in (self._camera, self._page):
            self._run(visitor.__aexit__())
        self._server.__exit__(None, None, None)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class PhoneFilmJudge(FilmJudge):
    """Follows a film through the page."""

    def __init__(self, folder: Path, tally: FilmTally, line: PhoneLine, *, verbose: bool) -> None:
        super().__init__(folder, tally, verbose)
        self._line = line

    def picture(self, moment: FilmMoment) -> Image:
        """Return a picture as the server passes it on."""
        return self._line.carry(super().picture(moment))


def _constant(name: str) -> str:
    """Return a number of the page's script."""
    found = re.search(rf"\b{name} = ([\d.]+)", FILM_SCRIPT.read_text())
    assert found, name
    return found[1]


def compared(folders: Sequence[Path], *, verbose: bool) -> dict[str, tuple[FilmTally, FilmTally]]:
    """Return the counts of moves seen directly and through the page, by game."""
    tallies: dict[str, tuple[FilmTally, FilmTally]] = defaultdict(lambda: (FilmTally(), FilmTally()))
    with PhoneLine() as line:
        for folder in folders:
            direct, phoned = tallies[json.loads((folder / "label.json").read_text())["game"]]
            for judge in (FilmJudge(folder, direct, verbose), PhoneFilmJudge(folder, phoned, line, verbose=verbose)):
                judge.tally.moves += count_moves(judge)
                judge.run()
    return tallies


def main() -> int:
    """Print two lines per game; the exit status is 1 if the way through the page costs too many moves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--verbose", action="store_true", help="each error")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    tallies = compared(args.folders, verbose=args.verbose)
    for name, (direct, phoned) in tallies.items():
        print(f"{name}, directly: {direct}\n{name}, by the page: {phoned}")
    moves = sum(direct.moves for direct, _ in tallies.values())
    less = sum(direct.right - phoned.right for direct, phoned in tallies.values())
    print(f"moves right only directly: {less} of {moves} (bar: {MAX_LOST_SHARE:.1%})")
    return int(less > MAX_LOST_SHARE * moves)


if __name__ == "__main__":
    sys.exit(main())
