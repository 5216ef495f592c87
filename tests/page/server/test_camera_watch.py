"""A phone as the camera of `watch`, from its WebSocket to a move that is recognised."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from itertools import chain, repeat
from pathlib import Path

import cv2
import pytest

from tests.page.server.running import RunningServer, Visitor, run
from tests.vision.tridice.drawings import board

ROOT = Path(__file__).resolve().parents[3]
FIRST_S, EACH_S = 4.0, 0.1


@pytest.mark.timeout(200)
def test_a_move_is_seen_through_a_phone(server: RunningServer) -> None:
    empty, played = (cv2.imencode(".jpg", board(dice))[1].tobytes() for dice in ({}, {"33": 1}))

    async def test() -> None:
        async with Visitor(server.base) as page:
            await page.enter(server)
            server.send(do="camera", guest=(await server.receive("joined"))["guest"], on=True)
            await page.has("hello", camera=True)
            await page.open("/camera")
            assert page.socket
            await page.socket.send_bytes(empty)
            url = (await server.receive("camera"))["url"]
            with subprocess.Popen(
                (sys.executable, "companion.py", "watch", "tridice", url, "--json"),
                cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
            ) as process:  # fmt: skip
                seen = asyncio.create_task(asyncio.to_thread(until_seen, process, "began"))
                while not seen.done():
                    await page.socket.send_bytes(empty)
                    await asyncio.sleep(EACH_S)
                moved = asyncio.create_task(asyncio.to_thread(until_seen, process, "move"))
                for picture in chain(repeat(empty, round(FIRST_S / EACH_S)), repeat(played)):
                    if moved.done():
                        break
                    await page.socket.send_bytes(picture)
                    await asyncio.sleep(EACH_S)
                process.kill()
            assert (await seen)["event"] == "began"
            assert (await moved)["move"] == "@33"

    run(test)


def until_seen(process: subprocess.Popen[str], what: str) -> dict[str, str]:
    """Return the next line that is a move, or an event of this name."""
    assert process.stdout
    for line in map(json.loads, process.stdout):
        if what in line or line.get("event") == what:
            return dict(line)
    raise AssertionError("it has ended")
