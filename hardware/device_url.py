"""The URL of a device, as people write it: `adalight:///dev/ttyUSB0?baud=115200`, `sparkfun://COM3`, `lcd://localhost`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from boundary.numbers import parse_integer
from boundary.text import has_controls

MAX_OPTION = 100_000_000  # of a number in a URL; a serial link has at most some million bauds


@dataclass(frozen=True, slots=True)
class DeviceUrl:
    """A device's address, such as `serial:/dev/ttyUSB0?baud=115200`, in its parts.

    Attributes:
        scheme: what stands before the colon: the kind of device.
        place: a serial port (`/dev/ttyUSB0`, `COM3`, or an address of pyserial's such as `socket://host:port`), or a host.
        options: what stands after the question mark.
    """

    scheme: str
    place: str
    options: Mapping[str, str]

    @classmethod
    def parse(cls, url: str) -> DeviceUrl:
        """Read a URL; the two slashes may be left out.

        Raises:
            ValueError: it has no scheme, or its options are not written as `name=value&...`.
        """
        scheme, colon, rest = url.strip().partition(":")
        if not colon or has_controls(url):
            raise ValueError(url)
        place, _, query = rest.removeprefix("//").partition("?")
        return cls(scheme, place, dict(parse_qsl(query, strict_parsing=bool(query))))

    def host(self, default_port: int) -> tuple[str, int]:
        """Return the host and the network port that the place names.

        Raises:
            ValueError: it names none.
        """
        parts = urlsplit(f"//{self.place}")
        if not parts.hostname:
            raise ValueError(self.place)
        return parts.hostname, parts.port or default_port

    def positive(self, name: str, default: int) -> int:
        """Return the whole number above 0 that an option gives.

        Raises:
            ValueError: it gives something else.
        """
        text = self.options.get(name, str(default))
        number = parse_integer(text, 1, MAX_OPTION)
        if number is None:
            raise ValueError(text)
        return number
