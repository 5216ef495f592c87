"""The schema of the vision process's messages. Lines that do not match it are ignored. Does not import OpenCV."""

from __future__ import annotations

from typing import Any

from fourth_seat.boundary.json_forms import either, fits, parse_json
from fourth_seat.inference.packing import unpack
from fourth_seat.processes.worker import Message


def _is_packed(value: Any) -> bool:
    try:
        unpack(value)
    except ValueError:
        return False
    return isinstance(value, dict)


_POINTS = [(float, float)]
_CONTENT = either(None, (int, int, [int]))
_EVENTS = {
    "ready": {"live": bool},
    "failed": {"text": _is_packed},
    "view": {"size": (int, int), "corners": _POINTS, "known": bool, "cells": {str: _POINTS}},
    "evidence": {"cells": {str: (int, int, float)}},
    "trouble": {"text": either(None, _is_packed)},
    "sight": {"sight": str, "text": _is_packed},
    "unseen": {"text": _is_packed},
    "error": {"text": _is_packed},
    "fits": {"ways": int},
    "visibility": {"share": float, "weak": [str], "good": bool, "text": _is_packed},
    "throw": {"text": _is_packed, "position": str},
    "wrong": {"text": _is_packed, "position": str, "confidence": float, "differences": [(str, _CONTENT, _CONTENT)]},
    "right": {"position": str},
    "set": {"position": str},
    "led": {"led": either(None, int), "at": either(None, (float, float)), "cell": either(None, str)},
}
_PHOTO = {
    "size": (int, int),
    "corners": _POINTS,
    "known": bool,
    "cells": {str: _POINTS},
    "contents": {str: _CONTENT},
    "thrown": {str: _CONTENT},
    "doubts": [(str, [_CONTENT])],
}
_MOVE = {"moves": [str], "position": str}
_ASK = {"ask": [str], "choices": [{"moves": [str]}], "position": str}
_REPLY = {"reply": either(None, int), "ok": bool, "command": str}
_OWN = ("ended",)  # events that the client itself generates


def read_message(line: str) -> Message | None:
    """Parse a line from the vision process; return None if it is not a valid message."""
    try:
        message = parse_json(line)
    except ValueError:
        return None
    return message if isinstance(message, dict) and _is_message(message) else None


def _is_message(message: Message) -> bool:
    if "photo" in message and not _is_photo(message["photo"]):
        return False
    if "reply" in message:
        return fits(message, _REPLY) and (message["ok"] or fits(message, {"text": _is_packed}))
    if "move" in message:
        return fits(message, _MOVE)
    if "ask" in message:
        return fits(message, _ASK) and len(message["ask"]) == len(message["choices"])
    event = message.get("event")
    return event is None or (isinstance(event, str) and event not in _OWN and fits(message, _EVENTS.get(event, {})))


def _is_photo(photo: Any) -> bool:
    return fits(photo, {"text": _is_packed}) or fits(photo, {"text": None, **_PHOTO})
