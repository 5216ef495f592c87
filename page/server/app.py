"""The server's routes: the page and its files, joining, photos, and the two WebSockets."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping

from aiohttp import WSCloseCode, WSMsgType, web

from fourth_seat.boundary.json_forms import fits, parse_json
from fourth_seat.page.server.cameras import MAX_PICTURE_BYTES, Cameras
from fourth_seat.page.server.connection import Connection
from fourth_seat.page.server.files import PageFile, PageFiles
from fourth_seat.page.server.gate import Gate, add_headers
from fourth_seat.page.server.hub import Hub
from fourth_seat.page.server.members import COOKIE, MAX_TOKEN, SECURE_COOKIE, Member
from fourth_seat.page.server.photos import received_photo, save_photo
from fourth_seat.page.server.refusals import Door, Refused

MAX_BODY_BYTES = 2048  # of a request
BODY_TIMEOUT_S = 5.0
PHOTO_TIMEOUT_S = 60.0  # for one over a slow network
MAX_MESSAGE_BYTES = 16_000  # from a page
MAX_OPEN = 8  # pages of one guest
HEARTBEAT_S = 20.0  # between two pings of a page
COOKIE_S = 86_400  # a phone that has been asleep comes back; the cookie is worthless once the table has closed
INVITATION_S = 0.5  # that an invitation may take from the host: a program that was sent the link can be quicker
JOINING = {"token": "door_late", "code": "door_code"}  # ways in which a phone may join, and the sentence if they fail
MAX_LANGUAGE = 8  # characters
TRUST_TYPES = {"crt": "application/x-x509-ca-cert", "mobileconfig": "application/x-apple-aspen-config"}
PAGE_POLICY = (
    "default-src 'self'; connect-src 'self' ws://{host} wss://{host}; img-src 'self' data: blob:; "
    "media-src 'self' blob:; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
REVALIDATED, KEPT = "no-cache, private", "max-age=31536000, immutable, private"  # how browsers keep a file
ENCODED_LINK = re.compile(r"/#([\w-]+)")  # the path of a link whose "#" a code reader has written as %23


class PageServer:
    """Answers requests from phones in the room."""

    def __init__(
        self, hub: Hub, gate: Gate, cameras: Cameras, door: Door, files: PageFiles, trust: Mapping[str, bytes]
    ) -> None:
        """`door` answers clients that have not joined; `trust` contains the files that make a phone trust this computer,
        keyed by path.
        """
        self._hub, self._gate, self._cameras, self._door, self._files, self._trust = hub, gate, cameras, door, files, trust

    def application(self) -> web.Application:
        """Return the application that answers requests from the room."""
        application = web.Application(middlewares=[self._gate.middleware], client_max_size=MAX_BODY_BYTES)
        application.on_response_prepare.append(add_headers)
        application.router.add_get("/", self._page)
        application.router.add_post("/join", self._join)
        application.router.add_post("/photo", self._photo)
        application.router.add_get("/ws", self._messages)
        application.router.add_get("/camera", self._camera)
        for path in self._trust:
            application.router.add_get(path, self._certificate)
        for path in self._files.parts:
            application.router.add_get(path, self._file)
        application.router.add_get("/{link}", self._encoded_link)
        return application

    def _member(self, request: web.Request) -> Member | None:
        return self._hub.members.of_cookie(request.cookies.get(_cookie(request), ""))

    # -- files -------------------------------------------------------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.Response:
        member = self._member(request)
        if member is None:
            return self._door.joining_page(request)
        member.phone = True
        return _answer(request, self._files.page, REVALIDATED)

    async def _file(self, request: web.Request) -> web.Response:
        if self._member(request) is None:
            raise Refused(404)
        return _answer(request, self._files.parts[request.path], KEPT)

    async def _encoded_link(self, request: web.Request) -> web.Response:
        if found := ENCODED_LINK.fullmatch(request.path):
            return web.Response(status=303, headers={"Location": f"/#{found[1]}"})
        raise Refused(404)

    async def _certificate(self, request: web.Request) -> web.Response:
        if self._member(request) is None:
            raise Refused(404)
        kind = TRUST_TYPES[request.path.rpartition(".")[2]]
        return web.Response(body=self._trust[request.path], content_type=kind, headers={"Cache-Control": "no-store"})

    # -- joining -----------------------------------------------------------------------------------------------------------

    async def _join(self, request: web.Request) -> web.Response:
        if not self._gate.is_same_origin(request) or request.content_type != "application/json":
            raise Refused(403)
        if not self._hub.members.may_try(request.remote or ""):
            raise Refused(429)
        try:
            async with asyncio.timeout(BODY_TIMEOUT_S):
                message = parse_json(await request.read())
        except (ValueError, TimeoutError):
            raise Refused(400) from None
        way = next((way for way in JOINING if fits(message, {way: str, "language": str})), None)
        if way is None:
            raise Refused(400)
        secret, language, former = message[way], message["language"][:MAX_LANGUAGE], self._member(request)
        wrong = Refused(403, JOINING[way])
        if len(secret) > MAX_TOKEN:
            raise wrong
        if way == "code" and not self._hub.members.may_type():
            raise Refused(429)
        cookie = self._hub.join(way, secret, language, former)
        if cookie is None:
            await asyncio.sleep(INVITATION_S)
            cookie = self._hub.join(way, secret, language, former)
        if cookie is None:
            raise wrong
        response = web.Response(status=204)
        response.set_cookie(
            _cookie(request), cookie, path="/", max_age=COOKIE_S, httponly=True, samesite="Strict", secure=request.secure
        )
        return response

    # -- photos ------------------------------------------------------------------------------------------------------------

    async def _photo(self, request: web.Request) -> web.Response:
        member = self._member(request)
        if member is None or not member.seats or not self._gate.is_same_origin(request):
            raise Refused(403)
        if request.content_type != "image/jpeg":
            raise Refused(415)
        if member.sending or not self._hub.members.may_say_more(member):
            raise Refused(429)
        member.sending = True
        try:
            async with asyncio.timeout(PHOTO_TIMEOUT_S):
                self._hub.photo_taken(member, save_photo(await received_photo(request)))
        except TimeoutError:
            raise Refused(408) from None
        finally:
            member.sending = False
        return web.Response(status=204)

    # -- WebSockets --------------------------------------------------------------------------------------------------------

    async def _messages(self, request: web.Request) -> web.WebSocketResponse:
        member = self._welcome(request)
        # Not compressed: that takes 300 KB for each page, and a room's network has room for a scene.
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=MAX_MESSAGE_BYTES, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, request, member)
        writing = asyncio.create_task(connection.write())
        self._hub.opened(connection)
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT or not self._hub.received(connection, message.data):
                    connection.close(WSCloseCode.POLICY_VIOLATION)
        finally:
            self._hub.closed(connection)
            writing.cancel()
        return socket

    async def _camera(self, request: web.Request) -> web.WebSocketResponse:
        member = self._welcome(request)
        if not member.camera:
            raise Refused(403)
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=MAX_PICTURE_BYTES, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, request, member)
        if member.filming:
            member.filming.close(WSCloseCode.GOING_AWAY)
        member.filming = connection
        try:
            async for message in socket:
                if message.type is not WSMsgType.BINARY or member.filming is not connection:
                    connection.close(WSCloseCode.POLICY_VIOLATION)
                elif await self._cameras.put(member.camera, message.data):
                    self._hub.camera_seen(member)
        finally:
            if member.filming is connection:
                member.filming = None
        return socket

    def _welcome(self, request: web.Request) -> Member:
        """Return the member whose page requests a WebSocket; refuse all others."""
        member = self._member(request)
        if member is None or not self._gate.is_same_origin(request):
            raise Refused(403)
        if len(member.connections) >= MAX_OPEN:
            raise Refused(429)
        return member


def _cookie(request: web.Request) -> str:
    """Return the cookie's name, which contains the port that the browser knows, possibly that of a tunnel."""
    return (SECURE_COOKIE if request.secure else COOKIE).format(port=request.url.port)


def _answer(request: web.Request, file: PageFile, keeping: str) -> web.Response:
    policy = PAGE_POLICY.format(host=request.host)
    headers = {"ETag": file.tag, "Cache-Control": keeping, "Content-Security-Policy": policy}
    if keeping is REVALIDATED:
        headers["Vary"] = "Cookie, Accept-Language"  # those who have not joined get a different page
    if request.headers.get("If-None-Match") == file.tag:
        return web.Response(status=304, headers=headers)
    headers["Content-Type"] = file.type
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        return web.Response(body=file.packed, headers=headers | {"Content-Encoding": "gzip"})
    return web.Response(body=file.body, headers=headers)
