"""Device URLs, such as `adalight:///dev/ttyUSB0?baud=115200`, `sparkfun://COM3` and `lcd://localhost`, and the serial ports
of this computer, from which they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Protocol
from urllib.parse import parse_qsl

from fourth_seat.boundary.addresses import bare, read_address, shown
from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.boundary.text import has_controls

WEB = ("http://", "https://")  # before a host, as a browser shows it
SERIAL_NETWORKS = ("socket", "rfc2217")  # schemes of serial ports in the network, as pyserial has them
MAX_OPTION = 100_000_000  # of a number in a URL; a serial link has at most some million bauds


class PortInfo(Protocol):
    """A serial port as listed by `serial.tools.list_ports`."""

    device: str
    description: str
    vid: int | None
    pid: int | None
    serial_number: str | None
    location: str | None


ListPorts = Callable[[], Iterable[PortInfo]]


@dataclass(frozen=True, slots=True)
class DeviceUrl:
    """A parsed device address, such as `serial:/dev/ttyUSB0?baud=115200`.

    Attributes:
        scheme: the part before the colon, which identifies the kind of device.
        place: a serial port (`/dev/ttyUSB0`, `COM3`, or a pyserial URL such as `socket://host:port`) or a host.
        options: the options after the question mark.
        text: the full address, as written.
    """

    scheme: str
    place: str
    options: Mapping[str, str]
    text: str = field(default="", compare=False)

    @classmethod
    def parse(cls, url: str) -> DeviceUrl:
        """Parse a URL. The two slashes are optional, and surrounding quotation marks are ignored.

        Raises:
            ValueError: the URL has no scheme, or its options do not have the form `name=value&...`.
        """
        scheme, colon, rest = bare(url).partition(":")
        if not colon or has_controls(url):
            raise ValueError(url)
        place, _, query = rest.removeprefix("//").partition("?")
        return cls(scheme, place, dict(parse_qsl(query, strict_parsing=bool(query))), bare(url))

    def host(self, default_port: int) -> tuple[str, int]:
        """Return the host and network port in `place`. The port of a web address is ignored because it is for browsers.

        Raises:
            ValueError: there is no host, or there is a login, which is not supported by any device.
        """
        if _is_ipv6(self.place):
            return self.place, default_port
        in_browser = self.place.lower().startswith(WEB)
        address = read_address(self.place if in_browser else f"{self.scheme}://{self.place}")
        if address.login:
            raise ValueError
        return address.host, (None if in_browser else address.port) or default_port

    def serial_port(self) -> str:
        """Return the local or network serial port in `place`.

        Raises:
            ValueError: there is no valid port, or there is a login, which is not supported by any device.
        """
        if "://" in self.place:
            address = read_address(self.place)
            if address.scheme not in SERIAL_NETWORKS or address.port is None or address.login:
                raise ValueError
        elif not self.place or shown(self.place) != self.place:
            raise ValueError
        return self.place

    def positive(self, name: str, default: int) -> int:
        """Return the value of an option as a positive integer.

        Raises:
            ValueError: the value is not a positive integer.
        """
        text = self.options.get(name, str(default))
        number = parse_integer(text, 1, MAX_OPTION)
        if number is None:
            raise ValueError(text)
        return number


def _is_ipv6(place: str) -> bool:
    """Return whether a place is an IPv6 address without brackets."""
    try:
        return ip_address(place.partition("%")[0]).version == 6
    except ValueError:
        return False
