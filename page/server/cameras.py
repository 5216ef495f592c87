"""Phones as cameras: pictures that come over a WebSocket can be had as MJPEG, on this computer only."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from aiohttp import web

from page.server.members import Member

MAX_PICTURE_BYTES = 1_500_000
BOUNDARY = "picture"
SILENCE_S = 15.0  # without a picture, after which whoever waits for one is left


class Cameras:
    """The newest picture of each camera, by its secret."""

    def __init__(self, members: Mapping[str, Member]) -> None:
        self._members = members
        self._newest: dict[str, bytes] = {}
        self._arrived = asyncio.Condition()

    async def put(self, member: Member, picture: bytes) -> bool:
        """Take a member's picture; whether it is one that is wanted. Return True for the first one."""
        if not member.camera or not picture.startswith(b"\xff\xd8"):
            return False
        first = member.camera not in self._newest
        async with self._arrived:
            self._newest[member.camera] = picture
            self._arrived.notify_all()
        return first

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Answer with a camera's pictures as they come, the newest first; those that come too fast are left out."""
        secret = request.match_info["secret"]
        if not any(member.camera == secret for member in self._members.values()):
            raise web.HTTPNotFound
        response = web.StreamResponse(headers={"Content-Type": f"multipart/x-mixed-replace; boundary={BOUNDARY}"})
        await response.prepare(request)
        shown: bytes | None = None
        while True:
            async with self._arrived:
                try:
                    async with asyncio.timeout(SILENCE_S):
                        while self._newest.get(secret) is shown:
                            await self._arrived.wait()
                except TimeoutError:
                    return response
                shown = self._newest[secret]
            head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(shown)}\r\n\r\n"
            await response.write(head.encode() + shown + b"\r\n")
