"""Tries against a server, and the judgement of its answers."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.page.attacks.tries import Attacker, Try
from tests.page.server.running import HERE, REFUSALS, SENTENCES, RunningServer, Visitor

CONCURRENT_TRIES = 48
GUEST_COUNT = 12  # malicious
LORIS_COUNT = 400  # simultaneous connections that send a byte now and then
ANSWER_TIMEOUT_S, NO_ANSWER_TIMEOUT_S = 20.0, 0.1  # for an answer to a request, and to other data
MAX_ANSWER_BYTES = 300_000
PUBLIC_ADDRESS = "93.184.216.34"  # not private, given to a network without other hosts
REFUSAL_STATUSES = frozenset({400, 403, 404, 405, 408, 411, 413, 415, 417, 426, 429, 431, 501, 505})
ROOT = Path(__file__).resolve().parents[3]
SECRET = "nobody else may read this"
JOINING = SENTENCES["en"]["door_bare"].encode()  # a sentence of the joining page
CONTENT_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)


@dataclass
class Outcome:
    """The answers to all tries of a kind.

    Attributes:
        answers: how often each status was returned; 0 for no answer.
        wrong: answers that should not have been given.
    """

    answers: Counter[int] = field(default_factory=Counter)
    joining_pages: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0


async def make(attacker: Attacker, kind: str, outcome: Outcome, source: str) -> None:
    """Make one try, and judge the answer."""
    attempt = attacker.next(kind)
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT_S):
            reader, writer = await asyncio.open_connection(HERE, attacker.server.port, local_addr=(source, 0))
    except (OSError, TimeoutError):
        outcome.answers[0] += 1
        return
    data = b""
    try:
        writer.write(attempt.first)
        if attempt.then:
            data = await _read(reader, ANSWER_TIMEOUT_S, head_only=True)
            if data.startswith(b"HTTP/1.1 101"):  # this guest may read the page; only messages that reach the host count
                outcome.answers[101] += 1
                writer.write(attempt.then)
                await _read(reader, NO_ANSWER_TIMEOUT_S)
                return
        else:
            data = await _read(reader, ANSWER_TIMEOUT_S if attempt.whole else NO_ANSWER_TIMEOUT_S)
    finally:
        writer.transport.abort()
    _judge(outcome, attempt, data)


def _judge(outcome: Outcome, attempt: Try, data: bytes) -> None:
    head, _, body = data.partition(b"\r\n\r\n")
    status = int(head[9:12]) if head.startswith(b"HTTP/1.") and head[9:12].isdigit() else 0
    outcome.answers[status] += 1
    asked = attempt.first.split(b"\r\n", 1)[0]
    if (
        status == 200
        and (JOINING in body or not body)
        and SECRET.encode() not in data
        and asked.split(b" ")[1:2] in ([b"/"], [b"/?x=1"], [b"//"])
    ):
        outcome.joining_pages += 1
    elif (body and not REFUSALS.fullmatch(body.decode("utf-8", "replace"))) or (status and status not in REFUSAL_STATUSES):
        outcome.wrong.append(f"{attempt.first[:200]!r} -> {data[:300]!r}")


async def _read(reader: asyncio.StreamReader, seconds: float, *, head_only: bool = False) -> bytes:
    """Read an answer to its end, or as much of it as comes in time."""
    data = b""
    with suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(seconds):
            while (block := await reader.read(65_536)) and len(data) < MAX_ANSWER_BYTES:
                data += block
                head, end, body = data.partition(b"\r\n\r\n")
                length = CONTENT_LENGTH.search(head + b"\r\n")
                if end and (head_only or (length and len(body) >= int(length[1]))):
                    break
    return data


async def slow_loris(server: RunningServer, links: int, seconds: float) -> Outcome:
    """Open connections that send a byte now and then; everything else must be answered all the same."""
    outcome, end = Outcome(), time.monotonic() + seconds

    async def drip(n: int) -> None:
        while time.monotonic() < end:
            try:
                _, writer = await asyncio.open_connection(HERE, server.port, local_addr=(_source(n), 0))
                for byte in b"POST /join HTTP/1.1\r\nHost: " * 3:
                    writer.write(bytes([byte]))
                    await asyncio.sleep(1.0)
                    if writer.transport.is_closing() or time.monotonic() > end:
                        break
                writer.transport.abort()
            except OSError:
                await asyncio.sleep(0.5)
            outcome.answers[0] += 1

    await asyncio.gather(*map(drip, range(links)))
    return outcome


async def play_on(guest: Visitor, waits: list[float]) -> None:
    """Ask again and again, as a guest's page does; note how long each answer takes."""
    while True:
        asked = sum(message["type"] == "pong" for message in guest.messages)
        start = time.perf_counter()
        await guest.say(type="ping")
        while sum(message["type"] == "pong" for message in guest.messages) == asked:
            await asyncio.sleep(0.002)
        waits.append(time.perf_counter() - start)
        guest.messages.clear()
        await asyncio.sleep(0.1)


async def attack(server: RunningServer, tries: int, seed: int, loris_s: float) -> tuple[dict[str, Outcome], list[float]]:
    """Make all attempts; return their outcomes by kind, and the time that a guest waited meanwhile."""
    attacker, waits = Attacker(server, seed), list[float]()
    outcomes: dict[str, Outcome] = {}
    server.show(type="board", text=SECRET)
    server.show(type="scene", text=SECRET)
    async with Visitor(server.base) as guest:
        await guest.enter(server, 1)
        for n in range(GUEST_COUNT):
            async with Visitor(server.base, source=f"127.0.1.{n + 1}") as bad:
                await bad.enter(server)
                attacker.cookies += [cookie.value for cookie in bad.session.cookie_jar]
        playing = asyncio.create_task(play_on(guest, waits))
        for kind in attacker.kinds:
            outcome = outcomes[kind] = Outcome()
            start = time.perf_counter()
            numbers = iter(range(tries // len(attacker.kinds)))
            await asyncio.gather(*(_work(attacker, kind, outcome, numbers) for _ in range(CONCURRENT_TRIES)))
            outcome.seconds = time.perf_counter() - start
        outcomes["slow-loris"] = await slow_loris(server, LORIS_COUNT, loris_s)
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        async with Visitor(server.base) as late:
            await late.enter(server)
            await late.has("scene", text=SECRET)
    return outcomes, waits


async def _work(attacker: Attacker, kind: str, outcome: Outcome, numbers: Iterator[int]) -> None:
    for n in numbers:
        await make(attacker, kind, outcome, _source(n))


def _source(n: int) -> str:
    """Return one of many addresses of this computer, so that ports do not run out."""
    return f"127.0.2.{n % 250 + 1}"


# -- from an address that is not private -----------------------------------------------------------------------------------


def from_outside(tries: int) -> Outcome | None:
    """Try from an address that is not private, in a separate network; None if there can be none."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        return None
    attack_here = f"exec {sys.executable} -m benchmarks.page.attacks --outside {tries}"
    script = f"ip link set lo up && ip addr add {PUBLIC_ADDRESS}/32 dev lo && {attack_here}"
    done = subprocess.run(("unshare", "-rn", "sh", "-c", script), capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        return None
    outcome = Outcome()
    for line in done.stdout.splitlines():
        status, _, count = line.partition(" ")
        if status == "wrong":
            outcome.wrong.append(count)
        else:
            outcome.answers[int(status)] += int(count)
    return outcome


async def outside(server: RunningServer, tries: int) -> Outcome:
    """Make tries from the address that is not private, though with a valid cookie."""
    outcome = Outcome()
    async with Visitor(server.base) as guest:
        await guest.enter(server, 1)
        (cookie,) = guest.session.cookie_jar
        headers = {"Host": f"{HERE}:{server.port}", "Cookie": f"{cookie.key}={cookie.value}", "Connection": "close"}
        lines = ["GET / HTTP/1.1", *map(": ".join, headers.items())]
        request = "\r\n".join(lines) + "\r\n\r\n"
        for _ in range(tries):
            data = b""
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(HERE, server.port, local_addr=(PUBLIC_ADDRESS, 0))
                writer.write(request.encode())
                data = await _read(reader, ANSWER_TIMEOUT_S)
                writer.close()
            _judge(outcome, Try(request.encode()), data)
    return outcome
