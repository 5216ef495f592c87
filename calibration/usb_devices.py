"""Devices that were used before, with their USB identity: `devices.toml` in the data folder, one table each.

A file of its own, because it is written during a game, from the thread that has found the device.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Protocol, TypeVar

from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home

_writing = threading.Lock()


class PortInfo(Protocol):
    """A serial port as the system lists it (`serial.tools.list_ports`)."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None
    location: str | None


Info = TypeVar("Info", bound=PortInfo)


@dataclass(frozen=True, slots=True)
class UsbDevice:
    """A device that was used before, to be recognised in another socket.

    Attributes:
        address: of its driver, as entered.
        vid, pid: the maker's and the product's number on USB; 0 for a port that is not on USB.
        serial: the device's own number; many cheap ones have none.
        location: the socket that it was plugged into, which distinguishes devices without a serial number.
    """

    address: str
    vid: int = 0
    pid: int = 0
    serial: str = ""
    location: str = ""

    @classmethod
    def of(cls, address: str, info: PortInfo) -> UsbDevice:
        """Return the device at a port."""
        return cls(address, info.vid or 0, info.pid or 0, info.serial_number or "", info.location or "")

    def among(self, ports: Iterable[Info]) -> list[Info]:
        """Return the ports at which it may be now: a single one if it can be identified."""
        same = [
            info
            for info in ports
            if self.vid and (info.vid, info.pid, info.serial_number or "") == (self.vid, self.pid, self.serial)
        ]
        return [info for info in same if info.location == self.location] or same


def load_usb_device(use: str) -> UsbDevice | None:
    """Load the device that was used last for a purpose (`lights`, ...); None if there is none.

    Raises:
        BadConfig: the file cannot be read.
    """
    saved = config_file.table_at(config_file.load(_path()), use)
    known = {each.name: each.type for each in fields(UsbDevice)}
    values = {name: value for name, value in saved.items() if name in known and type(value).__name__ == known[name]}
    return UsbDevice(**values) if "address" in values else None


def save_usb_device(use: str, device: UsbDevice) -> None:
    """Save the device as the one used last for this.

    Raises:
        NotSaved: the file cannot be written.
    """
    with _writing:
        config_file.save(_path(), {use: asdict(device)}, afresh=(use,))


def _path() -> Path:
    return home() / "devices.toml"
