"""Photos that guests send: they are put into files of this user, within limits, and accepted only from those who play."""

from __future__ import annotations

import asyncio
import stat
import time
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import aiohttp

from fourth_seat.page.server.photos import MAX_PHOTO_BYTES
from tests.page.server.running import RunningServer, Visitor, run

PHOTO = b"\xff\xd8\xff" + bytes(90_000)


async def post(guest: Visitor, data: bytes, kind: str = "image/jpeg", origin: str = "") -> int:
    """Return the status of an answer to a photo; 0 if the photo is cut off before its end."""
    headers = {"Content-Type": kind, "Origin": origin or guest.base}
    try:
        async with guest.session.post(f"{guest.base}/photo", data=BytesIO(data), headers=headers) as answer:
            return answer.status
    except aiohttp.ClientError:
        return 0


def test_a_photo_lies_in_a_file_for_this_user_alone(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server, 1)
            assert await post(anna, PHOTO) == 204
            event = await server.receive("photo")
            file = Path(event["file"])
            try:
                assert file.read_bytes() == PHOTO and stat.S_IMODE(file.stat().st_mode) == 0o600
                assert event["guest"] == server.received("joined")[0]["guest"]
            finally:
                file.unlink()

    run(test)


def test_what_is_no_photo_or_too_large_is_refused(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server, 1)
            assert await post(anna, b"GIF89a") == 415
            assert await post(anna, PHOTO, "text/plain") == 415
            assert await post(anna, b"") == 415
            assert await post(anna, PHOTO + bytes(MAX_PHOTO_BYTES)) in (413, 0)
            assert await post(anna, PHOTO, origin="http://elsewhere.example") == 403
            assert server.received("photo") == []

    run(test)


def test_who_watches_or_has_not_joined_sends_none(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna, Visitor(server.base) as stranger:
            await anna.enter(server)
            assert await post(anna, PHOTO) == 403
            assert await post(stranger, PHOTO) == 403
            assert server.received("photo") == []

    run(test)


def test_a_photo_that_breaks_off_leaves_nothing_behind(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server, 1)

            async def half() -> None:
                async def parts() -> object:
                    yield PHOTO
                    raise ConnectionError

                headers = {"Content-Type": "image/jpeg", "Origin": anna.base}
                with suppress(ConnectionError, aiohttp.ClientError):
                    async with anna.session.post(f"{anna.base}/photo", data=parts(), headers=headers):
                        pass

            await half()
            start = time.monotonic()
            while (status := await post(anna, PHOTO)) == 429 and time.monotonic() < start + 5:
                await asyncio.sleep(0.05)
            assert status == 204  # it may send another one at once
            Path((await server.receive("photo"))["file"]).unlink()
            assert len(server.received("photo")) == 1

    run(test)
