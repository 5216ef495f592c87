"""The computer's names, and names that a page from elsewhere may not use for it."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from fourth_seat.page.server.own_names import OwnNames

HERE = "192.168.178.20"


async def router(address: str, name: str = "raspberrypi.fritz.box") -> str:
    """Look up an address; the router uses this name for ours."""
    return name if address == HERE else ""


@pytest.mark.parametrize(
    ("computer", "known"),
    [
        ("raspberrypi", ["raspberrypi", "raspberrypi.local"]),
        ("Annas-MacBook.local", ["annas-macbook.local", "annas-macbook"]),
        ("pi.example.org", ["pi.example.org", "pi", "pi.local"]),
        ("küche", []),
        ("", []),
    ],
)
def test_it_knows_what_it_calls_itself(computer: str, known: list[str]) -> None:
    assert OwnNames(computer).known == known


@pytest.mark.parametrize(
    ("asked", "address", "name"),
    [
        ("raspberrypi.fritz.box", HERE, "raspberrypi.fritz.box"),
        ("raspberrypi.fritz.box", "192.168.178.21", ""),
        ("raspberrypi.evil.example", HERE, ""),
        ("evil.fritz.box", HERE, ""),
        ("raspberrypi", HERE, ""),
        ("raspberrypi.", HERE, ""),
        ("", "", ""),
    ],
)
def test_a_longer_name_is_what_the_network_calls_the_address(asked: str, address: str, name: str) -> None:
    assert asyncio.run(OwnNames("raspberrypi", router).of_network(asked, address)) == name


def test_a_name_that_is_not_the_computers_own_is_not_served_whoever_gives_it() -> None:
    """Whoever decides what an address is called may call it anything."""
    names = OwnNames("raspberrypi", partial(router, name="bank.example"))
    assert asyncio.run(names.of_network("bank.example", HERE)) == ""


def test_a_name_is_looked_up_once() -> None:
    asked: list[str] = []

    async def look_up(address: str) -> str:
        asked.append(address)
        return ""

    async def test() -> None:
        names = OwnNames("pi", look_up)
        for n in range(5):
            await names.of_network(f"pi.evil{n}.example", HERE)

    asyncio.run(test())
    assert asked == [HERE]
