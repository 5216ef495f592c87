"""Lights and a board with sensors at one port: a Nano in real time, the board's process, and the strip's thread."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fourth_seat.games import find
from fourth_seat.hardware.boards.description import SensorKind
from fourth_seat.hardware.boards.nano import nano_board
from fourth_seat.hardware.boards.settings import BoardSettings, save_board_settings
from fourth_seat.hardware.boards.watch import BoardWatch
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.strip import DARK
from fourth_seat.hardware.shared_port import PortLender, open_port
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from tests.hardware.emulation.nano import NanoEmulation, build_board, missing_packages

LEDS = 42
LIT = ((0, 0, 120), *[DARK] * (LEDS - 1))
TIMEOUT_S = 30.0
clock = datetime(2026, 11, 29, tzinfo=UTC)


def wait(watch: BoardWatch, come: Callable[[], bool]) -> None:
    until = time.monotonic() + TIMEOUT_S
    while not come():
        assert time.monotonic() < until, watch.status
        watch.step()
        time.sleep(0.01)


@pytest.mark.slow
@pytest.mark.skipif(
    bool(missing_packages()) or not sys.platform.startswith("linux"), reason="the emulated Arduino needs its packages"
)
@pytest.mark.parametrize("lights_first", [False, True])
def test_the_lights_shine_while_discs_fall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lights_first: bool) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    game = find("connect4")
    made = nano_board(game, game.options(), [SensorKind.PASSAGE], leds=LEDS)
    save_board_settings(game.name, BoardSettings())
    table = Table.begin(game, game.options(), [read_seat("human"), read_seat("human")], None, lambda: clock)
    with NanoEmulation(tmp_path / "port", LEDS, build_board(made)) as nano:
        strip = make_strip(f"adalight://{nano.port}", LEDS)
        if lights_first:
            strip.show(LIT)
            assert nano.wait_lit(LIT)
        watch = BoardWatch(table, f"serial:{nano.port}", lambda *_: None)
        try:
            wait(watch, lambda: watch.heard)
            strip.show(LIT)
            assert nano.wait_lit(LIT, TIMEOUT_S)
            chance = random.Random(1)
            for n in range(6):
                strip.show((DARK,) * n + LIT[:1])
                nano.touch("pin C 3 0")
                time.sleep(0.04)
                nano.touch("pin C 3 1")
                wait(watch, lambda n=n: table.history.at == n + 1 or bool(watch.bridge.question))  # type: ignore[misc]
                if watch.bridge.question:  # this sensor has not been seen to work yet
                    watch.bridge.answer(watch.bridge.question[0])
                    wait(watch, lambda n=n: table.history.at == n + 1)  # type: ignore[misc]
                assert nano.wait_lit((DARK,) * n + LIT[:1] + (DARK,) * (LEDS - n - 1))
                time.sleep(chance.uniform(0, 0.3))
            assert strip.trouble is None
        finally:
            watch.close()
        strip.show(LIT)  # the port belongs to the lights alone again
        assert nano.wait_lit(LIT, TIMEOUT_S)
        strip.close()


def test_a_port_that_is_lent_is_closed_by_others() -> None:
    sent: list[bytes] = []
    port = open_port("loop://", 9600, timeout=0)
    lender = PortLender("loop://", sent.append)
    with pytest.raises(OSError, match=r"."):
        port.write(b"x")
    borrowed = open_port("loop://", 9600)
    borrowed.write(b"ab")
    assert sent == [b"ab"]
    assert borrowed.read(5) == b""
    lender.borrowed.receive(b"cde")
    assert borrowed.in_waiting == 3
    assert borrowed.read(2) == b"cd"
    lender.close()
    with pytest.raises(OSError, match="closed"):
        borrowed.write(b"x")
    with pytest.raises(OSError, match="closed"):
        borrowed.read(1)
    open_port("loop://", 9600).close()
