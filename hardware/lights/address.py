"""The address of a strip, as people write it: `adalight:///dev/ttyUSB0?baud=115200`, `ddp://wled.local`, `screen:`."""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.boundary.addresses import bare, shown
from fourth_seat.hardware.device_url import WEB, DeviceUrl
from fourth_seat.hardware.lights.errors import BadLights
from fourth_seat.words import say

DEFAULT_BAUD = 115_200
DDP_PORT = 4048
SERIAL_KINDS = ("adalight", "wled-serial")
KINDS = (*SERIAL_KINDS, "ddp", "auto", "screen")
EXAMPLES = "adalight:///dev/ttyUSB0, adalight://COM3, wled-serial:///dev/ttyUSB0, ddp://wled.local, auto:, screen:"


@dataclass(frozen=True, slots=True)
class LightsAddress:
    """An address of lights, in its parts.

    Attributes:
        kind: one of `KINDS`.
        place: a serial port, or what pyserial accepts as one (`/dev/ttyUSB0`, `COM3`, `socket://host:port`); or a host.
        baud: bits a second on a serial port.
        port: of a host.
    """

    kind: str
    place: str = ""
    baud: int = DEFAULT_BAUD
    port: int = DDP_PORT


def parse_lights_address(url: str) -> LightsAddress:
    """Read an address.

    Raises:
        BadLights: it is not one.
    """
    written = shown(bare(url))
    in_browser = bare(url).lower().startswith(WEB)  # the page of a WLED
    try:
        read = DeviceUrl.parse(f"ddp://{bare(url)}" if in_browser else url)
    except ValueError:
        read = None
    if read is None or read.scheme not in KINDS:
        raise BadLights(
            say("{address} is not an address of lights: write one such as {examples}", address=written, examples=EXAMPLES)
        )
    if not read.place and read.scheme not in ("auto", "screen"):
        raise BadLights(
            say("{address} names no port or host: write one such as {examples}", address=written, examples=EXAMPLES)
        )
    try:
        if read.options.keys() - {"baud"}:
            raise ValueError
        baud = read.positive("baud", DEFAULT_BAUD)
    except ValueError:
        raise BadLights(
            say("{address}: the only option after “?” is the baud rate, such as baud=115200", address=written)
        ) from None
    if read.scheme in SERIAL_KINDS:
        try:
            return LightsAddress(read.scheme, read.serial_port(), baud)
        except ValueError:
            raise BadLights(
                say("{address} names no port or host: write one such as {examples}", address=written, examples=EXAMPLES)
            ) from None
    if read.scheme != "ddp":
        return LightsAddress(read.scheme, read.place, baud)
    try:
        host, port = read.host(DDP_PORT)
    except ValueError:
        raise BadLights(say("{address} names no host: write one such as ddp://wled.local", address=written)) from None
    return LightsAddress(read.scheme, host, baud, port)
