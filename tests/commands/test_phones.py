"""`play --terminal --phones`: a phone joins by the link that is printed and plays, whether lines are typed or not."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from commands.terminal.phones import code_lines
from page.addresses import room_addresses
from page.qr_code import qr_code

ROOT = Path(__file__).resolve().parents[2]


async def play(link: str) -> list[dict[str, Any]]:
    """Join, tap column 4 whenever it is this phone's turn, and set the computer's stones down; the scenes that came."""
    base, _, token = link.partition("/#")
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        answer = await session.post(f"{base}/join", json={"token": token, "language": "de"}, headers={"Origin": base})
        assert answer.status == 204
        scenes: list[dict[str, Any]] = []
        number, done, played = 0, -1, 0
        async with session.ws_connect(f"{base}/ws", headers={"Origin": base}) as socket:
            while played < 4:
                message = await socket.receive_json(timeout=30)
                if message["type"] != "scene":
                    continue
                scenes.append(message)
                if message["moment"] != done and (message["entry"] or message["todo"]):
                    number, done = number + 1, message["moment"]
                    what = {"what": "set_down"} if message["todo"] else {"what": "tap", "cell": "4"}
                    played += what["what"] == "tap"
                    await socket.send_json({"type": "do", "page": "p", "id": number, "moment": done, **what})
        return scenes


@pytest.mark.skipif(not room_addresses(), reason="this computer is in no network")
def test_a_phone_plays_beside_the_terminal(tmp_path: Path) -> None:
    command = (sys.executable, "companion.py", "play", "connect4", "--terminal", "--json", "--phones")
    with subprocess.Popen(
        (*command, "--seats", "human,computer:1"),
        cwd=ROOT,
        env={**os.environ, "FOURTH_SEAT_HOME": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        link = ""
        while not link:
            found = re.search(r"http://\S+", process.stderr.readline())
            link = found.group() if found else ""
        scenes = asyncio.run(play(link))
        process.stdin.write("undo\nquit\n")
        process.stdin.flush()
        events = [json.loads(line) for line in process.stdout]
        assert process.wait() == 0
    moves = [event for event in events if event["event"] == "move"]
    assert [event["by"] for event in moves[:6]] == ["human", "computer"] * 3
    assert [event["move"] for event in moves[:6:2]] == ["4"] * 3
    assert scenes[0]["turn"]["text"] == "Rot ist am Zug."


def test_a_code_is_square_in_half_blocks() -> None:
    squares = qr_code("http://192.168.1.5:8737/#xhh2oJLzhI5d37eo4rp5QA")
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in code_lines(squares)]
    assert {len(line) for line in lines} == {len(squares) + 4}
    drawn = [[character in "▀█" for character in line] for line in lines], [[c in "▄█" for c in line] for line in lines]
    rows = [row for pair in zip(*drawn, strict=True) for row in pair][2 : 2 + len(squares)]
    assert [row[2:-2] for row in rows] == squares
