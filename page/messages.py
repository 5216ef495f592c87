"""Messages from the server process to the host, line by line; a line of another form is no message."""

from __future__ import annotations

from typing import Any

from fourth_seat.boundary.json_forms import parse_message

_EVENTS: dict[str, Any] = {
    "alive": {},
    "listening": {"port": int, "secure_port": int},
    "joined": {"guest": str, "key_hash": str, "seats": [int], "name": str, "language": str},
    "gone": {"guest": str},
    "here": {"guest": str, "here": bool},
    "message": {"guest": str, "message": dict},
    "camera": {"guest": str, "url": str},
    "photo": {"guest": str, "file": str},
    "trouble": {"text": str},
}


def read_message(line: str) -> dict[str, Any] | None:
    """Read a line of the server process; None for one that is no message."""
    return parse_message(line, "event", _EVENTS)
