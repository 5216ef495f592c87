"""JSON that others may have written."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")  # an escape for half a character, perhaps without its other half


def parse_json(text: str | bytes) -> Any:
    """Parse JSON as RFC 8259 has it: UTF-8, no NaN, no number that overflows, no half characters, not nested without end.

    Raises:
        ValueError: it is not such JSON, with the reason.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode()
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite)
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number
