"""The address of a strip, as people write it: `adalight:///dev/ttyUSB0?baud=115200`, `ddp://wled.local`, `screen:`."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl

from hardware.lights.errors import BadLights
from words import say

DEFAULT_BAUD = 115_200
KINDS = ("adalight", "wled-serial", "ddp", "auto", "screen")


@dataclass(frozen=True, slots=True)
class LightsAddress:
    """Attributes:
    kind: one of `KINDS`.
    place: a serial port or what pyserial takes for one (`/dev/ttyUSB0`, `COM3`, `socket://host:port`), or a host.
    baud: bits a second on a serial port.
    """

    kind: str
    place: str = ""
    baud: int = DEFAULT_BAUD


def parse_lights_address(url: str) -> LightsAddress:
    """Raises `BadLights` for what is no address."""
    kind, colon, rest = url.strip().partition(":")
    place, _, query = rest.removeprefix("//").partition("?")
    options = dict(parse_qsl(query))
    baud = options.pop("baud", str(DEFAULT_BAUD))
    if not colon or kind not in KINDS:
        raise BadLights(
            say("{address} is no address of lights: write one such as {examples}", address=url, examples=_examples())
        )
    if options or not baud.isdigit() or int(baud) == 0:
        raise BadLights(say("{address}: after the “?” comes nothing but baud=115200 or another rate", address=url))
    if not place and kind not in ("auto", "screen"):
        raise BadLights(
            say("{address} does not say where: write one such as {examples}", address=url, examples=_examples())
        )
    return LightsAddress(kind, place, int(baud))


def _examples() -> str:
    return "adalight:///dev/ttyUSB0, adalight://COM3, wled-serial:///dev/ttyUSB0, ddp://wled.local, auto:, screen:"
