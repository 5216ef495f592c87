"""Text displays by their URL."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from hardware.text.backpack import FAMILIES, Backpack
from hardware.text.lcdd import LCDD_PORT, Lcdd
from hardware.text.panel import CharacterPanel, PanelSize
from words import FourthSeatError, say

EXAMPLES = "lcd://localhost, matrixorbital:///dev/ttyUSB0?size=20x4, sparkfun:///dev/ttyACM0?size=16x2"
SIZE = re.compile(r"(\d{1,2})x(\d)")


class BadTextDisplay(FourthSeatError, ValueError):
    """A URL that names no text display."""


def make_panel(url: str) -> CharacterPanel:
    """The panel that a URL names; nothing is opened yet.

    Raises:
        BadTextDisplay: it names none.
    """
    kind, _, rest = url.partition("://")
    unknown = BadTextDisplay(say("{url} is no text display; write one like {examples}", url=url, examples=EXAMPLES))
    try:
        parts = urlsplit(url if kind == "lcd" else f"serial://{'' if rest.startswith('/') else '/'}{rest}")
        if kind == "lcd":
            if not parts.hostname:
                raise unknown
            return Lcdd(parts.hostname, parts.port or LCDD_PORT)
        if kind not in FAMILIES or not parts.path.strip("/"):
            raise unknown
        port = parts.path if rest.startswith("/") else parts.path[1:]
        wanted = {name: values[-1] for name, values in parse_qs(parts.query, strict_parsing=bool(parts.query)).items()}
        size = SIZE.fullmatch(wanted.pop("size", "20x4"))
        baud = int(wanted.pop("baud", "0"))
    except ValueError:
        raise unknown from None
    if size is None or wanted or baud < 0 or not (int(size[1]) and int(size[2])):
        raise unknown
    return Backpack(port, FAMILIES[kind], PanelSize(int(size[1]), int(size[2])), baud or None)
