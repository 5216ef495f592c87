"""Discovery of lights on this computer: serial devices that are plugged in, the one used last, a drawn strip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Protocol

from serial.tools import list_ports

from fourth_seat.calibration.usb_devices import load_usb_device
from fourth_seat.hardware.lights.usb_lookup import LIGHTS_USE
from fourth_seat.words import FourthSeatError, Text, say


class DescribedPort(Protocol):
    """A serial port as the system lists it (`serial.tools.list_ports`)."""

    device: str
    description: str
    vid: int | None


def available_lights(ports: Callable[[], Iterable[DescribedPort]] = list_ports.comports) -> Mapping[str, Text]:
    """Return the addresses of lights on this computer with their names for people, the likeliest first."""
    found: dict[str, Text] = {}
    for port in sorted((port for port in ports() if port.vid is not None), key=lambda port: port.device):
        found[f"adalight://{port.device}"] = say("{port}: {what}", port=port.device, what=port.description)
    with suppress(FourthSeatError):
        if load_usb_device(LIGHTS_USE):
            found["auto:"] = say("The device used last, wherever it is plugged in")
    found["screen:"] = say("Drawn on the screen, to try it out")
    return found
