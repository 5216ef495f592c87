"""The cost of a full room: 8 players and 50 spectators on phones, while a game of Blokus goes on.

    python -m benchmarks.page.crowd                        # a minute, a move every two seconds
    python -m benchmarks.page.crowd --seconds 20 --spectators 10

Every phone is a separate connection from its own address, and reads everything that it is sent. It measures the server
process's memory and processor time, the host's processor time in `step`, and how long it takes from a move at the table
until the last phone has the scene.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from contextlib import AsyncExitStack, closing
from datetime import datetime
from random import Random

import psutil

from fourth_seat.games import find
from fourth_seat.page.host import PageHost
from fourth_seat.page.hosted import HostedTable
from fourth_seat.processes.child import tree_seconds
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from tests.page.server.running import HERE, WAIT_S, Visitor, until

PLAYER_COUNT, SPECTATOR_COUNT = 8, 50
MAX_MEMORY_MB, MAX_CORE_SHARE = 60.0, 0.10
LANGUAGES = ("en", "de", "he")


class Room:
    """A table and its host, at work."""

    def __init__(self, host: PageHost) -> None:
        self.host = host
        self.step_s = 0.0  # processor time
        game = find("blokus")
        options = game.options()
        self.table = Table.begin(game, options, [read_seat("human")] * game.seats(options), None, datetime.now)
        host.attach(HostedTable(self.table, Review(self.table)))

    async def work(self) -> None:
        """Let the host work as the window's timer does."""
        while True:
            start = time.thread_time()
            self.host.step()
            self.step_s += time.thread_time() - start
            await asyncio.sleep(0.02)


async def enter(room: Room, n: int, seats: tuple[int, ...], stack: AsyncExitStack) -> Visitor:
    """Join with one more phone, and load the page."""
    link = room.host.invite(HERE, seats).link
    base, _, token = link.partition("/#")
    visitor = await stack.enter_async_context(Visitor(base, source=f"127.0.3.{n + 1}"))
    end = time.monotonic() + WAIT_S
    while (status := await visitor.join(token, LANGUAGES[n % 3])) == 403 and time.monotonic() < end:
        await asyncio.sleep(0.05)
    assert status == 204, status
    await visitor.get("/")
    await visitor.open()
    await visitor.has("scene")
    return visitor


async def crowd(host: PageHost, players: int, spectators: int, seconds: float) -> dict[str, float]:
    """Let a room play for some time; return its cost."""
    rng = Random(1)
    await until(lambda: host.step() and host.port > 0)
    process = psutil.Process(host.worker.process.pid)
    alone = process.memory_info().rss
    room = Room(host)
    working = asyncio.create_task(room.work())
    async with AsyncExitStack() as stack:
        seats = room.table.game.seats(room.table.options)
        phones = [await enter(room, n, (n % seats + 1,), stack) for n in range(players)]
        phones += [await enter(room, players + n, (), stack) for n in range(spectators)]
        used, stepped, start = tree_seconds(host.worker.process.pid) or 0.0, room.step_s, time.monotonic()
        delays = []
        while time.monotonic() < start + seconds:
            for phone in phones:
                phone.messages[:] = [message for message in phone.messages if message["type"] != "scene"]
            played = time.perf_counter()
            room.table.play(str(rng.choice(room.table.state.legal())))
            await until(lambda: all(any(m["type"] == "scene" for m in phone.messages) for phone in phones))
            delays.append(time.perf_counter() - played)
            if room.table.result:
                break
            await asyncio.sleep(2.0)
        took = time.monotonic() - start
        measured = {
            "phones": len(phones),
            "moves": len(delays),
            "alone_mb": alone / 1e6,
            "memory_mb": process.memory_info().rss / 1e6,
            "server_core": ((tree_seconds(host.worker.process.pid) or 0.0) - used) / took,
            "host_core": (room.step_s - stepped) / took,
            "delay_ms": sorted(delays)[len(delays) * 95 // 100] * 1000,
        }
        working.cancel()
    return measured


def main() -> int:
    """Measure, print, and return the exit status: 0 if the room costs no more than it may."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=PLAYER_COUNT)
    parser.add_argument("--spectators", type=int, default=SPECTATOR_COUNT)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    with closing(PageHost([HERE], port=0)) as host:
        cost = asyncio.run(crowd(host, options.players, options.spectators, options.seconds))
    print(f"{cost['phones']:.0f} phones, {cost['moves']:.0f} moves")
    print(
        f"memory of the server: {cost['alone_mb']:.1f} MB alone, {cost['memory_mb']:.1f} MB with them "
        f"(bar: {MAX_MEMORY_MB:.0f})"
    )
    print(
        f"processor: server {cost['server_core']:.1%} of a core (bar: {MAX_CORE_SHARE:.0%}), host {cost['host_core']:.1%}"
    )
    print(f"from a move to the last phone's scene: {cost['delay_ms']:.0f} ms in 95 %")
    return 0 if cost["memory_mb"] < MAX_MEMORY_MB and cost["server_core"] < MAX_CORE_SHARE else 1


if __name__ == "__main__":
    sys.exit(main())
