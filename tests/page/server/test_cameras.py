"""Phones as cameras: their pictures, on this computer and on no other."""

from __future__ import annotations

from contextlib import suppress

import aiohttp
import pytest

from fourth_seat.page.server.cameras import MAX_PICTURE_BYTES
from tests.page.server.running import RunningServer, Visitor, run, until

PICTURE = b"\xff\xd8" + bytes(40_000)


def test_pictures_of_a_phone_can_be_had_on_this_computer(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna, Visitor(server.base) as film, aiohttp.ClientSession() as reader:
            await anna.enter(server)
            guest = (await server.receive("joined"))["guest"]
            film.session.cookie_jar.update_cookies({cookie.key: cookie.value for cookie in anna.session.cookie_jar})
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await film.open("/camera")
            assert refused.value.status == 403
            server.send(do="camera", guest=guest, on=True)
            await anna.has("hello", camera=True)
            await film.open("/camera")
            assert film.socket
            await film.socket.send_bytes(b"GIF89a")  # left out
            await film.socket.send_bytes(PICTURE)
            url = (await server.receive("camera"))["url"]
            assert url.startswith("http://127.0.0.1:")
            async with reader.get(url) as stream:
                assert stream.content_type == "multipart/x-mixed-replace"
                parts = aiohttp.MultipartReader.from_response(stream)
                for n in range(3):
                    part = await parts.next()
                    assert isinstance(part, aiohttp.BodyPartReader)
                    body = await part.read()
                    assert body == PICTURE + bytes(n)
                    await film.socket.send_bytes(PICTURE + bytes(n + 1))
                async with reader.get(url.replace(".mjpeg", "x.mjpeg")) as other:
                    assert other.status == 404
                server.send(do="camera", guest=guest, on=False)
                await until(lambda: film.closed is not None)
                await anna.has("hello", camera=False)
            async with reader.get(url) as after:
                assert after.status == 404

    run(test)


def test_a_camera_that_is_put_out_films_nothing_more(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server)
            guest = (await server.receive("joined"))["guest"]
            server.send(do="camera", guest=guest, on=True)
            await anna.has("hello", camera=True)
            pages = anna.socket
            await anna.open("/camera")
            assert anna.socket
            assert pages
            await anna.socket.send_bytes(PICTURE)
            await server.receive("camera")
            server.send(do="put_out", guest=guest)
            await until(lambda: anna.closed is not None)

    run(test)


def test_pictures_have_a_bound(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server)
            server.send(do="camera", guest=(await server.receive("joined"))["guest"], on=True)
            await anna.has("hello", camera=True)
            await anna.open("/camera")
            assert anna.socket
            with suppress(ConnectionResetError):  # the server may close before all of it is sent
                await anna.socket.send_bytes(b"\xff\xd8" + bytes(MAX_PICTURE_BYTES))
            await until(lambda: anna.closed == aiohttp.WSCloseCode.MESSAGE_TOO_BIG)

    run(test)
