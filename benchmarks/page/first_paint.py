"""First paint and first board on a phone whose processor is slowed down, and how many bytes that takes.

python -m benchmarks.page.first_paint [--slow-down 4] [--runs 5]

A fresh browser opens the page of a phone that has joined, with nothing kept from before. "Board" is when all pieces are
drawn. The bytes received are those that came by HTTP, packed, and the game's messages after unpacking.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Error

from fourth_seat.games import game_names
from fourth_seat.page.host import PageHost
from fourth_seat.page.server.files import page_files
from tests.page import tables
from tests.page.browser_phone import chromium
from tests.page.tables import HERE

STEP_MS = 4
PAGE_TIMEOUT_S = 60.0
MOVE_COUNT = 12  # after which the board is shown
BOARD_DRAWN_SCRIPT = """() => new Promise((drawn) => {
  const look = () => {
    if (!document.querySelector("#board .place")) setTimeout(look, 5);
    else requestAnimationFrame(() => drawn(performance.now()));
  };
  look();
})"""
PAINT_SCRIPT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def main() -> None:
    """Print a line per game, and the sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slow-down", type=float, default=4, help="how many times slower than this machine")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    found = page_files()
    files = [found.page, *found.parts.values()]
    plain, packed = sum(len(file.body) for file in files), sum(len(file.packed) for file in files)
    print(f"whole page: {len(files)} files, {plain / 1000:.1f} KB, {packed / 1000:.1f} KB as they are sent")
    with chromium() as browser:
        for name in game_names():
            with hosted(name) as host:
                runs = [opened(browser, host, args.slow_down) for _ in range(args.runs)]
            paint, board, received = (statistics.median(each) for each in zip(*runs, strict=True))
            print(f"{name:12} first paint {paint:5.0f} ms, board {board:5.0f} ms, {received / 1000:5.1f} KB received")


@contextmanager
def hosted(name: str) -> Iterator[PageHost]:
    """Yield a table some moves into a game, whose page listens."""
    with tables.hosted(tables.table_of(name, moves=MOVE_COUNT)) as host:
        end = time.monotonic() + PAGE_TIMEOUT_S
        while not host.port and time.monotonic() < end:
            host.step()
            time.sleep(STEP_MS / 1000)
        yield host


def opened(browser: Browser, host: PageHost, slow_down: float) -> tuple[float, float, float]:
    """Return milliseconds until the first paint and until the board, and bytes received."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=3, is_mobile=True, has_touch=True
    )
    page = context.new_page()
    link = host.invite(HERE, (1, 2)).link
    for _ in range(20):  # the invitation reaches the server, the guest is known to the host
        host.step()
        page.wait_for_timeout(STEP_MS)
    page.goto(link)
    end = time.monotonic() + PAGE_TIMEOUT_S
    while time.monotonic() < end:
        host.step()
        try:
            if page.query_selector("#board .place"):
                break
        except Error:  # the joining page gives way to the page
            pass
        page.wait_for_timeout(STEP_MS)
    kept = context.storage_state()
    context.close()
    fresh = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=3, is_mobile=True, has_touch=True, storage_state=kept
    )
    page = fresh.new_page()
    session = fresh.new_cdp_session(page)
    received: list[float] = []
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    session.on("Network.webSocketFrameReceived", lambda event: received.append(len(event["response"]["payloadData"])))
    session.send("Emulation.setCPUThrottlingRate", {"rate": slow_down})
    page.goto(link.partition("#")[0])
    board = float(page.evaluate(BOARD_DRAWN_SCRIPT))
    paint = float(page.evaluate(PAINT_SCRIPT))
    fresh.close()
    return paint, board, sum(received)


if __name__ == "__main__":
    main()
