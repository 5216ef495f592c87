"""Finds a serial device by its USB identity, because its port may change whenever it is plugged in.

Known devices are stored in `devices.toml` in the data folder, each in its own table. This is a separate file because the
thread that opens the device writes to it during a game.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TypeVar

from serial.tools import list_ports

from fourth_seat.hardware.device_url import ListPorts, PortInfo
from fourth_seat.hardware.lights.errors import LightsUnavailable
from fourth_seat.hardware.lights.serial_port import REMEDY_RETRY_S, REPLUG_RETRY_S
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home
from fourth_seat.words import FourthSeatError, say

LIGHTS_USE = "lights"  # the table in the file
_writing = threading.Lock()


Info = TypeVar("Info", bound=PortInfo)


@dataclass(frozen=True, slots=True)
class UsbDevice:
    """A previously used device, which can be recognised on another USB port.

    Attributes:
        address: the address for its driver, as entered.
        vid, pid: the USB vendor and product IDs; 0 for a port that is not on USB.
        serial: the serial number; empty for many cheap devices.
        location: the USB port that it was plugged into, which distinguishes devices without a serial number.
    """

    address: str
    vid: int = 0
    pid: int = 0
    serial: str = ""
    location: str = ""

    @classmethod
    def of(cls, address: str, info: PortInfo) -> UsbDevice:
        """Create a record of the device at a port."""
        return cls(address, info.vid or 0, info.pid or 0, info.serial_number or "", info.location or "")

    def among(self, ports: Iterable[Info]) -> list[Info]:
        """Return the ports where the device may be, or just one if it can be identified."""
        same = [
            info
            for info in ports
            if self.vid and (info.vid, info.pid, info.serial_number or "") == (self.vid, self.pid, self.serial)
        ]
        return [info for info in same if info.location == self.location] or same


def load_usb_device() -> UsbDevice | None:
    """Load the lights used last, or return None if there are none.

    Raises:
        BadConfig: the file cannot be read.
    """
    saved = config_file.table_at(config_file.load(_path()), LIGHTS_USE)
    known = {each.name: each.type for each in fields(UsbDevice)}
    values = {name: value for name, value in saved.items() if name in known and type(value).__name__ == known[name]}
    return UsbDevice(**values) if "address" in values else None


def save_usb_device(device: UsbDevice) -> None:
    """Save these lights as the ones used last.

    Raises:
        NotSaved: the file cannot be written.
    """
    with _writing:
        config_file.save(_path(), {LIGHTS_USE: asdict(device)}, afresh=(LIGHTS_USE,))


def _path() -> Path:
    return home() / "devices.toml"


class UsbLookup:
    """Finds a device by the port that the user entered and, once it has answered, by its USB identity, which is saved for
    `auto:`.
    """

    def __init__(
        self, address: str, port: str, known: UsbDevice | None = None, ports: ListPorts = list_ports.comports
    ) -> None:
        """`port` is the port name entered by the user, or empty if only `known` identifies the device."""
        self._address, self._port = address, port
        self._known = known
        self._ports = ports

    def port(self) -> str:
        """Return the name of the port to open. Raises `LightsUnavailable` if no port matches, or several do."""
        if self._known is None or not self._known.vid:
            return self._port
        found = self._known.among(self._ports())
        if len(found) > 1:
            names = ", ".join(sorted(info.device for info in found))
            raise LightsUnavailable(say("The lights could be on any of {ports}: choose one", ports=names), REMEDY_RETRY_S)
        if found:
            return found[0].device
        if self._port and not self._taken():
            return self._port
        raise LightsUnavailable(
            say("The lights used last are not connected: plug them in, or choose others"), REPLUG_RETRY_S
        )

    def worked(self, port: str) -> None:
        """Remember the device that answered at this port by its USB identity."""
        info = self._at(port)
        device = UsbDevice.of(self._address, info) if info else UsbDevice(self._address)
        if device != self._known:
            self._known = device
            with suppress(FourthSeatError):  # lights that work matter more than finding them again
                if load_usb_device() != device:
                    save_usb_device(device)

    def _taken(self) -> bool:
        """Return whether another device is now at the port where this one was."""
        return self._at(self._port) is not None

    def _at(self, port: str) -> PortInfo | None:
        real = str(Path(port).resolve()) if port.startswith("/") else port  # /dev/serial/by-id/... points to the port
        return next((info for info in self._ports() if info.device in (port, real)), None)
