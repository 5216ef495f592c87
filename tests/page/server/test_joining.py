"""Who is admitted by the server process, on real sockets, and what everybody else gets."""

from __future__ import annotations

import asyncio
import hashlib
import socket
from contextlib import AsyncExitStack

import aiohttp
import pytest
from yarl import URL

from fourth_seat.page.server.files import page_files
from fourth_seat.page.server.members import MAX_CODES, MAX_MEMBERS
from tests.page.server.running import HERE, SENTENCES, RunningServer, Visitor, refuses, run


def test_an_invitation_is_exchanged_for_a_cookie(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server, 2)
            joined = await server.receive("joined")
            assert joined["seats"] == [2]
            (cookie,) = anna.session.cookie_jar
            assert (cookie.key, cookie["path"], cookie["samesite"]) == (f"seat-{server.port}", "/", "Strict")
            assert cookie["httponly"]
            assert not cookie["secure"]
            assert cookie.value.partition(".")[0] == joined["guest"]
            assert joined["key_hash"] == hashlib.sha256(cookie.value.partition(".")[2].encode()).hexdigest()
            hello = await anna.has("hello")
            assert (hello["seats"], hello["words"], hello["languages"]) == ([2], SENTENCES["en"], ["de", "en", "he"])
            assert (await anna.get("/"))[1] == page_files().page.body

    run(test)


def test_an_invitation_ends_with_its_time(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as late, Visitor(server.base) as early:
            token = server.invite(seconds=0.5)
            await early.enter(server)  # by another one; the first has arrived by then
            await asyncio.sleep(0.6)
            assert await late.join(token) == 403
            assert len(server.received("joined")) == 1

    run(test)


def test_joining_is_only_for_our_own_page(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as other:
            token = server.invite()
            assert await other.join(token, Origin="http://evil.example") == 403
            assert await other.join(token, Origin="null") == 403
            assert await other.join(token, Host="evil.example") == 403
            assert await other.join(token, **{"Content-Type": "text/plain"}) == 403
            url = f"{server.base}/join"
            async with other.session.post(url, json={"token": token, "language": "en"}) as answer:
                assert answer.status == 403  # no Origin at all
            assert not server.received("joined")
            for bad in (b"", b"[]", b"{", b'{"token":1,"language":"en"}', b'{"token":"x"}', b"\xff" * 50, b"x" * 5000):
                headers = {"Origin": server.base, "Content-Type": "application/json"}
                async with other.session.post(url, data=bad, headers=headers) as answer:
                    assert answer.status in (400, 413)
            assert await other.join(token) == 204

    run(test)


def test_tries_to_join_are_few(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as guesser, Visitor(server.base, source="127.0.0.2") as anna:
            guesses = [guesser.join(f"guess{n}") for n in range(20)]
            assert await asyncio.gather(*guesses) == [403] * 20  # at once: each answer waits for an invitation on its way
            assert [await guesser.join(f"guess{n}") for n in range(20, 25)] == [429] * 5
            body = {"token": "guess", "language": "en"}
            async with guesser.session.post(f"{server.base}/join", json=body, headers={"Origin": server.base}) as answer:
                assert await answer.text() == SENTENCES["en"]["door_too_often"]
            await anna.enter(server)

    run(test)


def test_without_a_cookie_there_is_only_the_joining_page(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as stranger:
            joining = await stranger.get("/")
            assert joining[0] == 200 and SENTENCES["en"]["door_bare"].encode() in joining[1]
            cookie = f"seat-{server.port}=abc.def"
            assert await stranger.get("/", Cookie=cookie) == joining
            assert refuses(await stranger.get("/", Host="evil.example"), 403)
            assert refuses(await stranger.get("/", Host=f"evil.example:{server.port}"), 403)
            paths = ["../pyproject.toml", "%2e%2e/pyproject.toml", "modules", "join", "page.css", "x" * 2000]
            for path in (*page_files().parts, *map("/{}".format, paths)):
                assert refuses(await stranger.get(path), 404, 405), path
            for path in ("/ws", "/camera"):
                assert refuses(await stranger.get(path), 403)
            for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"):
                async with stranger.session.request(method, server.base) as answer:
                    assert refuses((answer.status, await answer.read()), 405)

    run(test)


@pytest.mark.parametrize(
    ("wanted", "language"), [("de-AT,de;q=0.9,en;q=0.8", "de"), ("fr, en;q=0.3, de;q=0.5", "de"), ("fr;q=x", "en")]
)
def test_a_browser_is_refused_in_a_sentence_of_its_language(server: RunningServer, wanted: str, language: str) -> None:
    """On a separate page: a phone never shows an empty one."""

    async def test() -> None:
        headers = {"Accept": "text/html,*/*;q=0.8", "Accept-Language": wanted}
        async with Visitor(server.base) as stranger:
            for path, host, key in (
                ("/", "", "door_bare"), ("/nowhere", "", "door_elsewhere"), ("/", "evil.example", "door_elsewhere"),
                ("/ws", "", "door_misunderstood"),
            ):  # fmt: skip
                status, body = await stranger.get(path, **headers, **({"Host": host} if host else {}))
                page = body.decode()
                assert SENTENCES[language][key].replace("{address}", server.base) in page
                assert f'<html lang="{language}" dir="ltr">' in page
                assert ("<script>" in page) == (status == 200)

    run(test)


def test_a_code_reader_that_encodes_the_link_leads_to_it(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            for link in ("Ab_-9", server.invite(1)):
                async with anna.session.get(f"{server.base}/%23{link}", allow_redirects=False) as answer:
                    assert (answer.status, answer.headers["Location"]) == (303, f"/#{link}")
            for link in ("", "/evil.example", "a%0d%0aX:y"):
                url = URL(f"{server.base}/%23{link}", encoded=True)
                async with anna.session.get(url, allow_redirects=False) as answer:
                    assert answer.status == 404

    run(test)


def test_the_computer_is_called_by_its_own_names(server: RunningServer) -> None:
    async def test() -> None:
        name = socket.gethostname().lower().partition(".")[0]
        async with Visitor(server.base) as anna:
            for host in (name, f"{name}.local", f"{name.upper()}.Local"):
                assert (await anna.get("/", Host=f"{host}:{server.port}"))[0] == 200
            for host in (
                f"{name}.local",
                f"{name}.evil.example",
                f"{name}.local.evil.example",
                f"evil.{name}.local",
                f"{name}.",
                f"{name}x",
            ):
                port = "" if host == f"{name}.local" else f":{server.port}"
                assert refuses(await anna.get("/", Host=host + port), 403), host

    run(test)


def test_a_phone_that_takes_another_place_leaves_the_one_before(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server, 1)
            before = (await server.receive("joined"))["guest"]
            await anna.say(type="name", name="Anna")
            await anna.has("hello", name="Anna")
            await anna.enter(server, 2)
            assert (await server.receive("gone"))["guest"] == before
            hello = await anna.has("hello", seats=[2])
            assert (hello["name"], hello["guest"] == before) == ("Anna", False)
            assert (await server.receive("joined", seats=[2]))["name"] == "Anna"

    run(test)


def test_an_address_that_the_computer_has_only_now_names_it_where_the_request_arrived(server: RunningServer) -> None:
    async def test() -> None:
        base = f"http://127.0.0.2:{server.port}"  # not one of those given to the server
        async with Visitor(base) as anna:
            for host in (f"127.0.0.3:{server.port}", f"127.0.0.2:{server.port + 1}", "127.0.0.2", "evil.example", "[::1"):
                assert refuses(await anna.get("/", Host=host), 403)
            await anna.enter(server, 1)
            assert (await anna.has("hello"))["seats"] == [1]
        async with Visitor(server.base) as other:
            assert refuses(await other.get("/", Host=f"127.0.0.2:{server.port}"), 403)

    run(test)


def test_answers_say_what_browsers_need_for_safety(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            async with anna.session.get(server.base) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert policy.startswith("default-src 'none'; script-src 'sha256-")
                assert "unsafe" not in policy
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["Referrer-Policy"] == "no-referrer"
                assert answer.headers["Vary"] == "Cookie, Accept-Language"
                assert "Cross-Origin-Opener-Policy" not in answer.headers  # browsers complain about it over HTTP
            await anna.enter(server)
            async with anna.session.get(server.base) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert f"connect-src 'self' ws://{HERE}:{server.port} " in policy
                assert "unsafe" not in policy
                assert answer.headers["Content-Encoding"] == "gzip"
                tag = answer.headers["ETag"]
            assert await anna.get("/", **{"If-None-Match": tag}) == (304, b"")
            for path in page_files().parts:
                async with anna.session.get(server.base + path) as answer:
                    assert (answer.status, answer.headers["Cache-Control"]) == (200, "max-age=31536000, immutable, private")

    run(test)


def test_a_websocket_needs_cookie_origin_and_host(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server)
            for path in ("/ws", "/camera"):
                for headers in (
                    {"Origin": "http://evil.example"},
                    {"Origin": "null"},
                    {},
                    {"Origin": "http://evil.example", "Host": "evil.example"},
                    {"Origin": f"http://{HERE}:{server.port + 1}"},
                    {"Origin": server.base.replace("http", "https")},
                ):
                    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                        await anna.session.ws_connect(server.base + path, headers=headers)
                    assert refused.value.status == 403

    run(test)


def test_a_full_house_makes_room_for_whoever_is_invited() -> None:
    known = [{"id": f"guest-{n}", "key_hash": "", "seats": [], "name": "", "language": "en"} for n in range(MAX_MEMBERS)]

    async def test() -> None:
        with RunningServer(guests=known) as server:
            async with Visitor(server.base) as anna, Visitor(server.base) as ben:
                await anna.enter(server)
                assert server.wait_for("gone")["guest"] == "guest-0"
                await ben.enter(server)
                assert server.wait_for("gone", guest="guest-1")
                assert len(server.received("joined")) == 2

    run(test)


def test_a_short_code_lets_one_phone_in_as_it_is_typed(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna, Visitor(server.base) as ben:
            token = server.invite(2, code="K7FWQX")
            assert await anna.join_by_code("k7f-WQY") == 403
            assert await anna.join_by_code(" k7f-wqx ") == 204
            assert (await server.receive("joined"))["seats"] == [2]
            assert await ben.join_by_code("K7FWQX") == 403
            assert await ben.join(token) == 403  # the link beside it is used as well
            other = server.invite(1, code="CCCCCC")
            await anna.enter(server)  # it has arrived
            assert await ben.join(other) == 204
            assert await anna.join_by_code("CCCCCC") == 403

    run(test)


def test_who_was_invited_without_a_code_cannot_be_joined_by_an_empty_one(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as guesser:
            token = server.invite(2)
            for code in ("", " - ", "x" * 65):
                assert await guesser.join_by_code(code) == 403
            url, headers = f"{server.base}/join", {"Origin": server.base}
            for bad in ({"code": 5, "language": "en"}, {"code": None, "token": 3, "language": "en"}, {"code": "K7FWQX"}):
                async with guesser.session.post(url, json=bad, headers=headers) as answer:
                    assert answer.status == 400
            assert await guesser.join(token) == 204

    run(test)


def test_codes_are_tried_a_few_times_a_minute_by_all_addresses_together(server: RunningServer) -> None:
    async def test() -> None:
        async with AsyncExitStack() as stack:
            token = server.invite(2, code="K7FWQX")
            guessers = [await stack.enter_async_context(Visitor(server.base, source=f"127.0.0.{n}")) for n in range(2, 10)]
            statuses = await asyncio.gather(*(each.join_by_code(f"AAAAA{n}") for n in range(5) for each in guessers))
            assert sorted(statuses) == [403] * MAX_CODES + [429] * (len(statuses) - MAX_CODES)
            assert await guessers[0].join_by_code("K7FWQX") == 429
            assert await guessers[0].join(token) == 204  # scanning does not prevent that

    run(test)
