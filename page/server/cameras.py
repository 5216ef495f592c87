"""Phones as cameras: pictures received over a WebSocket are served as MJPEG, on this computer only."""

from __future__ import annotations

import asyncio
import secrets

from aiohttp import web

MAX_PICTURE_BYTES = 1_500_000
BOUNDARY = "picture"
SECRET_BYTES = 16
SILENCE_S = 15.0  # without a picture, after which a request for one is closed


class Cameras:
    """The latest picture of each camera, keyed by the secret part of its URL."""

    def __init__(self) -> None:
        self._newest: dict[str, bytes] = {}  # empty until the first one
        self._arrived = asyncio.Condition()

    def open(self) -> str:
        """Add a new camera and return its secret."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        self._newest[secret] = b""
        return secret

    def close(self, secret: str) -> None:
        """Remove a camera; open requests for its pictures then end."""
        self._newest.pop(secret, None)

    async def put(self, secret: str, picture: bytes) -> bool:
        """Store a camera's picture; return whether it is the first one. Data that is not JPEG is dropped."""
        if secret not in self._newest or not picture.startswith(b"\xff\xd8"):
            return False
        first = not self._newest[secret]
        async with self._arrived:
            self._newest[secret] = picture
            self._arrived.notify_all()
        return first

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Stream a camera's pictures as they arrive; if they arrive too fast, only the latest is sent."""
        secret = request.match_info["secret"]
        if secret not in self._newest:
            raise web.HTTPNotFound
        response = web.StreamResponse(headers={"Content-Type": f"multipart/x-mixed-replace; boundary={BOUNDARY}"})
        await response.prepare(request)
        shown = b""
        while picture := await self._after(secret, shown):
            head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
            await response.write(head.encode() + picture + b"\r\n")
            shown = picture
        return response

    async def _after(self, secret: str, shown: bytes) -> bytes | None:
        """Wait for a picture other than this one; return None if there will be none."""
        try:
            async with asyncio.timeout(SILENCE_S), self._arrived:
                while self._newest.get(secret) is shown or self._newest.get(secret) == b"":
                    await self._arrived.wait()
        except TimeoutError:
            return None
        return self._newest.get(secret)
