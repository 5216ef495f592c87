"""`play --terminal --phones`: a phone joins by the printed link and plays, whether or not lines are typed."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import aiohttp
import cv2
import pytest

from fourth_seat.commands.terminal.phones import TerminalPhones, code_lines
from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.page.addresses import RoomAddress, room_addresses
from fourth_seat.page.qr_code import qr_code
from tests.page.offered import do_all
from tests.page.tables import table_of
from tests.vision.connect4.drawings import drawn

ROOT = Path(__file__).resolve().parents[2]


async def play(link: str) -> list[dict[str, Any]]:
    """Join, tap column 4 whenever it is this phone's turn, and set down the computer's stones; return the scenes
    received."""
    base, _, token = link.partition("/#")
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        body = {"token": token, "language": "de"}
        async with session.post(f"{base}/join", json=body, headers={"Origin": base}) as joined:
            assert joined.status == 204
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


@pytest.mark.slow
@pytest.mark.skipif(not room_addresses(), reason="this computer is not on a network")
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


async def film(link: str, until_seen: Callable[[], bool]) -> None:
    """Join, and act as the camera: an empty board until it is known, then a disc in column 3."""
    base, _, token = link.partition("/#")
    empty, one = (cv2.imencode(".jpg", drawn(cells)[0])[1].tobytes() for cells in ({}, {"c1": Content(1)}))
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        body = {"token": token, "language": "en"}
        async with session.post(f"{base}/join", json=body, headers={"Origin": base}) as joined:
            assert joined.status == 204
        async with session.ws_connect(f"{base}/ws", headers={"Origin": base}) as socket:
            await socket.send_json({"type": "film", "on": True})
            messages: list[str] = []

            async def listen() -> None:
                nonlocal messages
                async for message in socket:
                    if (read := message.json())["type"] == "camera":
                        messages += [read["text"]]

            listening = asyncio.create_task(listen())
            while not messages:
                await asyncio.sleep(0.02)
            async with session.ws_connect(f"{base}/camera", headers={"Origin": base}) as camera:
                while not until_seen():
                    ready = any(text.startswith(("Ready", "Watching")) for text in messages)
                    await camera.send_bytes(one if ready else empty)
                    await asyncio.sleep(0.1)
            listening.cancel()


@pytest.mark.slow
@pytest.mark.skipif(not room_addresses(), reason="this computer is not on a network")
def test_a_phone_is_the_camera_beside_the_terminal(tmp_path: Path) -> None:
    with started(tmp_path, "here", "--phones", "--seats", "human,human") as here:
        link = printed_link(here)
        seen: list[str] = []
        reading = threading.Thread(target=lambda: seen.extend(played(here, 1)), daemon=True)
        reading.start()
        asyncio.run(asyncio.wait_for(film(link, lambda: bool(seen)), 60))
        assert seen == ["3"]
        type_line(here, "quit")
        assert here.wait(10) == 0


def test_a_code_is_square_in_half_blocks() -> None:
    squares = qr_code("http://192.168.1.5:8737/#xhh2oJLzhI5d37eo4rp5QA")
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in code_lines(squares)]
    assert {len(line) for line in lines} == {len(squares) + 4}
    drawn = [[character in "▀█" for character in line] for line in lines], [[c in "▄█" for c in line] for line in lines]
    rows = [row for pair in zip(*drawn, strict=True) for row in pair][2 : 2 + len(squares)]
    assert [row[2:-2] for row in rows] == squares


def test_a_code_names_the_address_that_the_computer_has_now(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [RoomAddress("127.0.0.1", "wlan0")]
    monkeypatch.setattr("fourth_seat.commands.terminal.phones.room_addresses", lambda: list(places))
    monkeypatch.setattr("fourth_seat.page.host.DEFAULT_PORT", 0)
    said: list[str] = []
    with closing(TerminalPhones(StringIO(), lambda text: said.append(str(text)))) as phones:
        phones.attach(table_of("connect4"), lambda: False, lambda: None)
        end = time.monotonic() + 30
        while not said:
            assert time.monotonic() < end
            phones.step()
            time.sleep(0.01)
        places[0] = RoomAddress("127.0.0.2", "wlan0")  # another Wi-Fi
        phones.invite()
        places.clear()
        phones.invite()  # none for now: the one with which it began
    scanned, typed = said[::2], said[1::2]
    assert ["127.0.0.2" in sentence for sentence in scanned] == [False, True, False]
    assert ["127.0.0.2:" in sentence for sentence in typed] == [False, True, False]


def started(tmp_path: Path, home: str, *arguments: str) -> subprocess.Popen[str]:
    """Return a game in a terminal, with its own data folder."""
    return subprocess.Popen(
        (sys.executable, "companion.py", "play", "connect4", "--terminal", "--json", *arguments),
        cwd=ROOT,
        env={**os.environ, "FOURTH_SEAT_HOME": str(tmp_path / home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def played(process: subprocess.Popen[str], count: int) -> list[str]:
    """Return the next moves, this many, that a terminal prints."""
    assert process.stdout
    moves = (json.loads(line) for line in process.stdout)
    found = (event["move"] for event in moves if event["event"] == "move")
    return [next(found) for _ in range(count)]


def printed_link(process: subprocess.Popen[str]) -> str:
    """Return the next link for a phone that a terminal prints."""
    assert process.stderr
    while not (found := re.search(r"http://\S+", process.stderr.readline())):
        pass
    return found.group()


def type_line(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin
    process.stdin.write(line + "\n")
    process.stdin.flush()


@pytest.mark.slow
@pytest.mark.skipif(not room_addresses(), reason="this computer is not on a network")
def test_two_terminals_are_one_table_also_after_one_of_them_was_closed(tmp_path: Path) -> None:
    with started(tmp_path, "here", "--phones", "--seats", "human,human") as here:
        printed_link(here)  # for everybody's moves
        type_line(here, "phones 2")
        link = printed_link(here)
        with started(tmp_path, "there", "--seats", f"table:{link},human") as there:
            type_line(here, "4")
            assert played(there, 1) == ["4"]
            type_line(there, "3")
            assert played(here, 2) == ["4", "3"]
            type_line(there, "quit")
            assert there.wait() == 0
        type_line(here, "4")
        with started(tmp_path, "there", "--resume") as there:
            assert played(there, 3) == ["4", "3", "4"]
            type_line(there, "3")
            assert played(here, 2) == ["4", "3"]
            type_line(there, "quit")
        type_line(here, "quit")
        assert here.wait() == 0
    record = next((tmp_path / "there").rglob("*.jsonl")).read_text()
    assert link.partition("#")[2] not in record  # a record contains nothing that lets anybody in


@pytest.mark.slow
@pytest.mark.skipif(not room_addresses(), reason="this computer is not on a network")
def test_a_table_that_died_is_joined_again_by_a_new_link(tmp_path: Path) -> None:
    with started(tmp_path, "here", "--phones", "--seats", "human:Anna,human:Ben") as here:
        printed_link(here)
        type_line(here, "phones 2")
        link = printed_link(here)
        with started(tmp_path, "there", "--seats", f"table:{link},human:Ben") as there:
            type_line(here, "4")
            assert played(there, 1) == ["4"]
            here.kill()
            with started(tmp_path, "here", "--resume", "--phones") as again:
                printed_link(again)
                type_line(again, "phones 2")  # the seat of the other family
                new = printed_link(again)
                assert new.partition("#")[2] != link.partition("#")[2]
                type_line(there, f"seat 1 table:{new}")
                type_line(there, "3")
                assert played(again, 2) == ["4", "3"]
                type_line(again, "5")
                assert played(there, 2) == ["3", "5"]
                type_line(there, "quit")
                assert there.wait() == 0
                type_line(again, "quit")


@pytest.mark.skipif(not room_addresses(), reason="this computer is not on a network")
@pytest.mark.parametrize("form", ["", "--json"])
@pytest.mark.parametrize("game", ["connect4", "blokus"])
def test_a_terminal_does_what_its_phones_are_offered(tmp_path: Path, game: str, form: str) -> None:
    command = (sys.executable, "companion.py", "play", game, "--terminal", "--phones", *form.split())
    people = ",".join(["human"] * find(game).seats(find(game).options()))
    with subprocess.Popen(
        (*command, "--seats", people),
        cwd=ROOT,
        env={**os.environ, "FOURTH_SEAT_HOME": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        link = printed_link(process)
        threading.Thread(target=process.stdout.read, daemon=True).start()
        done, refused = asyncio.run(do_all(link, types=game == "connect4"))
        process.kill()
    assert not refused
    assert {"undo", "resign", "stop", "next"} <= done and "hint" not in done
    assert len(list((tmp_path / "records").glob("*.jsonl"))) > 1  # another game has begun
