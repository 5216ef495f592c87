"""A phone as the camera, so far as the host is concerned: whose phone may be it, and which table watches through it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import closing
from types import SimpleNamespace
from typing import Any

from fourth_seat.inference.packing import pack
from fourth_seat.page.camera.filming import _said
from fourth_seat.page.host import PageHost
from fourth_seat.page.hosted import HostedTable
from fourth_seat.table.analysis.review import Review
from fourth_seat.vision.setup.camera import CameraSetup
from fourth_seat.words import say
from tests.page.guest_phone import Phone, until
from tests.page.tables import HERE, table_of

PICTURE = b"\xff\xd8 a picture"


async def joined(host: PageHost, *seats: int) -> Phone:
    """Return a phone whose page is open."""
    await until(host, lambda: host.port > 0)
    guest = Phone(host, host.invite(HERE, seats).link)
    while (status := await guest.join()) == 403:  # it is quicker than the invitation
        await asyncio.sleep(0.02)
    assert status == 204
    await guest.connect()
    await guest.until(lambda: guest.last("board") is not None)
    return guest


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


def camera_is(guest: Phone, *, on: bool, words: str = "") -> Callable[[], bool]:
    """Return a check that the last message to the phone says that it is the camera, or that it is not."""

    def is_last() -> bool:
        last = guest.last("camera")
        return last is not None and last["on"] is on and words in last["text"]

    return is_last


def test_one_phone_at_a_time_and_who_watches_is_chosen_at_the_table() -> None:
    async def test() -> None:
        watched: list[str] = []
        table = table_of("tridice")
        with closing(PageHost([HERE], port=0)) as host:
            host.attach(HostedTable(table, Review(table), film=watched.append))
            anna, ben = await joined(host, 1), await joined(host)
            await ben.send({"type": "film", "on": True})
            await ben.until(camera_is(ben, on=False, words="choose it"))
            await anna.send({"type": "film", "on": True})
            await anna.until(camera_is(anna, on=True, words="whole board"))
            await anna.film(PICTURE)
            await until(host, lambda: len(watched) == 1)
            watcher = next(guest for guest in host.guests.values() if not guest.seats)
            host.filming.start(watcher)  # at the table
            await ben.until(camera_is(ben, on=True))
            await anna.until(camera_is(anna, on=False, words="Another phone"))
            await ben.film(PICTURE)
            await until(host, lambda: len(watched) == 3)
            assert watched[1] == "" and watched[0] != watched[2]
            other: list[str] = []
            host.attach(HostedTable(table, Review(table), film=other.append))
            assert other == [watched[2]]
            seen = len(anna.messages)
            await anna.send({"type": "film", "on": False})  # which it is not; the answer ends what was under way
            await anna.until(lambda: any(each["type"] == "camera" for each in anna.messages[seen:]))
            assert camera_is(anna, on=False, words="no longer")() and host.filming.guest is watcher
            host.put_out(watcher.id)
            assert other == [watched[2], ""]
            await ben.close()
            await anna.close()

    run(test)


def test_where_there_can_be_no_camera_it_is_said() -> None:
    async def test() -> None:
        table = table_of("tridice")
        with closing(PageHost([HERE], port=0)) as host:
            host.attach(HostedTable(table, Review(table)))
            anna = await joined(host, 1)
            await anna.send({"type": "film", "on": True})
            await anna.until(camera_is(anna, on=False, words="No camera"))
            host.attach(HostedTable(table, Review(table), film=lambda _: None, watching=lambda: object()))  # type: ignore[arg-type,return-value]
            await anna.send({"type": "film", "on": True})
            await anna.until(camera_is(anna, on=False, words="Another camera"))
            await anna.close()

    run(test)


def test_a_table_stops_watching_by_a_phone_when_the_page_is_closed() -> None:
    async def test() -> None:
        watched: list[str] = []
        table = table_of("tridice")
        with closing(PageHost([HERE], port=0)) as host:
            host.attach(HostedTable(table, Review(table), film=watched.append))
            anna = await joined(host, 1)
            await anna.send({"type": "film", "on": True})
            await anna.until(camera_is(anna, on=True))
            await anna.film(PICTURE)
            await until(host, lambda: len(watched) == 1)
            await anna.close()
        assert watched[1:] == [""] and host.filming.guest is None

    run(test)


def test_a_phone_is_told_what_is_wrong_without_buttons_that_it_does_not_have() -> None:
    setup = CameraSetup(lambda _: None)
    setup.handle_event({"event": "found"})
    setup.handle_event({"event": "wrong", "text": pack(say("a1 should be empty")), "differences": ["a1"]})
    session: Any = SimpleNamespace(setup=setup, status=(setup.message, True))
    text, wrong = _said(session)
    assert wrong
    assert str(text) == "The board doesn't match the game: a1 should be empty. Put that right on the board."
    assert "grid" in str(setup.message)  # which the window can turn
