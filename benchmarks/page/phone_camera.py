"""A film as a phone's camera would send it: pictures over a WebSocket, read by `watch` at the address the server gives.

    python -m benchmarks.page.phone_camera connect4 FILM
    python -m benchmarks.page.phone_camera connect4 FILM --rate 5 --quality 60
    python -m benchmarks.page.phone_camera connect4 FILM --browser

With `--browser` the page itself films, in chromium, which takes the film for its camera's.

Prints the moves recognised in this way, and those that `watch` recognises in the film itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2

from fourth_seat.page.host import PageHost
from fourth_seat.page.hosted import HostedTable
from fourth_seat.table.analysis.review import Review
from tests.page.browser_phone import chromium, phone
from tests.page.server.running import RunningServer, Visitor
from tests.page.tables import HERE, table_of

ROOT = Path(__file__).resolve().parents[2]
LAST_PICTURE_S = 4.0  # after the last picture, for the watch to finish
BROWSER_RATE_HZ = 30  # at which a browser plays a film as its camera's
FIRST_PICTURE_S = 8  # for the watch to begin
LOOP_MARGIN_S = 0.5  # before the film would start over


def pictures(film: Path, rate: float, quality: int) -> list[tuple[float, bytes]]:
    """Return a film's pictures as a phone would send them, each with its second."""
    found: list[tuple[float, bytes]] = []
    video = cv2.VideoCapture(str(film))
    while True:
        at = video.get(cv2.CAP_PROP_POS_MSEC) / 1000
        good, picture = video.read()
        if not good:
            return found
        if not found or at >= found[-1][0] + 1 / rate - 0.001:
            found.append((at, cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()))


def watch(game: str, source: str) -> subprocess.Popen[str]:
    """Watch a source, as from a terminal."""
    command = (sys.executable, "companion.py", "watch", game, source, "--json")
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)


def moves_of(lines: str) -> list[str]:
    """Return the moves in the output of `watch`."""
    return [str(line["move"]) for line in map(json.loads, lines.splitlines()) if "move" in line]


async def film_it(server: RunningServer, film: list[tuple[float, bytes]], begin: Callable[[str], Any]) -> Any:
    """Send a film as a phone does, at its own speed; return what `begin` made of the address of its pictures."""
    async with Visitor(server.base) as page, Visitor(server.base) as camera:
        await page.enter(server)
        camera.session.cookie_jar.update_cookies({cookie.key: cookie.value for cookie in page.session.cookie_jar})
        server.send(do="camera", guest=(await server.receive("joined"))["guest"], on=True)
        await page.has("hello", camera=True)
        await camera.open("/camera")
        assert camera.socket
        await camera.socket.send_bytes(film[0][1])
        begun = begin((await server.receive("camera"))["url"])
        start = time.monotonic()
        for at, picture in film:
            await asyncio.sleep(start + at - time.monotonic())
            await camera.socket.send_bytes(picture)
        await asyncio.sleep(LAST_PICTURE_S)
    return begun


def film_in_browser(game: str, film: list[tuple[float, bytes]], rate: float) -> subprocess.Popen[str]:
    """Let the page film, with a film as its camera whose first picture stays for a while; return what watches."""
    watches: list[subprocess.Popen[str]] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "film.mjpeg"
        repeats = round(BROWSER_RATE_HZ / rate)  # of each picture: browsers play such films at one rate
        with path.open("wb") as file:
            file.write(film[0][1] * (FIRST_PICTURE_S * BROWSER_RATE_HZ))
            for _, picture in film:
                file.write(picture * repeats)
        options = ("--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={path}")
        with chromium(*options) as browser, closing(PageHost([HERE], port=0)) as host:
            table = table_of(game)
            hosted = HostedTable(table, Review(table), film=lambda url: watches.append(watch(game, url)) if url else None)
            host.attach(hosted)
            with phone(browser, host, 1, permissions=["camera"]) as hand:
                hand.page.click("#menu")
                hand.page.get_by_role("button", name="camera").click()
                hand.until(lambda: watches)
                hand.pass_time(FIRST_PICTURE_S + film[-1][0] - LOOP_MARGIN_S)
    return watches[0]


def main() -> int:
    """Compare, print, and return the exit status: 0 if the same moves were seen both ways."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("film", type=Path)
    parser.add_argument("--rate", type=float, default=10.0, help="pictures a second")
    parser.add_argument("--quality", type=int, default=80, help="of JPEG")
    parser.add_argument("--browser", action="store_true", help="a browser films")
    options = parser.parse_args()
    film = pictures(options.film, options.rate, options.quality)
    size = sum(len(picture) for _, picture in film) / len(film)
    print(f"{len(film)} pictures in {film[-1][0]:.1f} s, {size / 1000:.0f} KB each")
    if options.browser:
        watching = film_in_browser(options.game, film, options.rate)
    else:
        with RunningServer() as server:
            watching = asyncio.run(film_it(server, film, lambda url: watch(options.game, url)))
    watching.terminate()
    sent = moves_of(watching.communicate()[0])
    direct = moves_of(watch(options.game, str(options.film)).communicate()[0])
    print("by the phone's way:", *sent)
    print("from the film itself:", *direct)
    return 0 if sent == direct else 1


if __name__ == "__main__":
    sys.exit(main())
