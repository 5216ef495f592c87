"""The contents of cells on their way between processes. Light: knows no OpenCV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.contents import Content


def pack_content(content: Content | None) -> list[Any] | None:
    """Pack colour, number and faces; None for an empty cell."""
    return None if content is None else [content.colour, content.count, list(content.faces)]


def unpack_content(packed: Sequence[Any] | None) -> Content | None:
    """Return the content that was packed."""
    return None if packed is None else Content(packed[0], packed[1], tuple(packed[2]))
