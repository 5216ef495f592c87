"""Receives guests' photos within limits, and saves them to files that the host removes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from aiohttp import web

MAX_PHOTO_BYTES = 4_000_000
JPEG = b"\xff\xd8\xff"


async def received_photo(request: web.Request) -> bytes:
    """Return the JPEG in the body of a request.

    Raises:
        HTTPRequestEntityTooLarge, HTTPUnsupportedMediaType: the body is too large, or is not a JPEG.
    """
    data = bytearray()
    async for part in request.content.iter_any():
        data += part
        if len(data) > MAX_PHOTO_BYTES:
            raise web.HTTPRequestEntityTooLarge(MAX_PHOTO_BYTES, len(data))
    if not data.startswith(JPEG):
        raise web.HTTPUnsupportedMediaType
    return bytes(data)


def save_photo(data: bytes) -> Path:
    """Save a photo to a temporary file that only this user can read; raise `OSError` on failure."""
    descriptor, name = tempfile.mkstemp(suffix=".jpg", prefix="fourth-seat-")
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    return Path(name)
