"""The attacks of the benchmark, some of each kind: nothing but refusals."""

from __future__ import annotations

import asyncio

import psutil
import pytest

from benchmarks.page.attacks.__main__ import report
from benchmarks.page.attacks.attack import attack, from_outside
from benchmarks.page.crowd import MAX_MEMORY_MB, crowd
from fourth_seat.page.host import PageHost
from tests.page.server.running import HERE, RunningServer


@pytest.mark.parametrize("tries", [160, pytest.param(800, marks=pytest.mark.slow)])
def test_some_tries_of_each_kind(tries: int) -> None:
    with RunningServer() as server:
        before = psutil.Process(server.process.pid).memory_info().rss
        outcomes, waits = asyncio.run(attack(server, tries, seed=2, loris_s=2.0))
        assert report(server, outcomes, waits, before)
        assert outcomes["malformed WebSocket"].answers[101] > tries / 16  # the nonsense was refused, not the guest
        assert not server.received("ended")


@pytest.mark.slow
def test_from_an_address_that_is_not_private() -> None:
    outcome = from_outside(20)
    if outcome is None:
        pytest.skip("no network of its own to be had")
    assert outcome.answers == {0: 20}


def test_a_crowd_is_served() -> None:
    host = PageHost([HERE], port=0)
    try:
        cost = asyncio.run(crowd(host, 8, 24, 5.0))
    finally:
        host.close()
    assert cost["phones"] == 32
    assert cost["moves"] >= 1
    assert cost["memory_mb"] < MAX_MEMORY_MB
