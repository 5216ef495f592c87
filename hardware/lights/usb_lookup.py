"""Finding a serial device again: its port may change whenever it is plugged in, its USB identity does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from serial.tools import list_ports

from fourth_seat.calibration.usb_devices import PortInfo, UsbDevice, load_usb_device, save_usb_device
from fourth_seat.hardware.lights.errors import LightsUnavailable
from fourth_seat.hardware.lights.serial_port import REMEDY_RETRY_S, REPLUG_RETRY_S
from fourth_seat.words import FourthSeatError, say

LIGHTS_USE = "lights"

ListPorts = Callable[[], Iterable[PortInfo]]


class UsbLookup:
    """Identifies a device by the port that people named; once it has answered, by its USB identity, which is saved for
    `auto:`.
    """

    def __init__(
        self, address: str, port: str, known: UsbDevice | None = None, ports: ListPorts = list_ports.comports
    ) -> None:
        """`port` is its name as people gave it; empty if only `known` identifies it."""
        self._address, self._port = address, port
        self._known = known
        self._ports = ports

    def port(self) -> str:
        """Return the name of the port to open now. Raises `LightsUnavailable` if none or several match."""
        if self._known is None or not self._known.vid:
            return self._port
        found = self._known.among(self._ports())
        if len(found) > 1:
            names = ", ".join(sorted(info.device for info in found))
            raise LightsUnavailable(
                say("The lights are at one of {ports}, which look the same: choose one", ports=names), REMEDY_RETRY_S
            )
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
                if load_usb_device(LIGHTS_USE) != device:
                    save_usb_device(LIGHTS_USE, device)

    def _taken(self) -> bool:
        """Return whether another device is now at the port where this one was."""
        return self._at(self._port) is not None

    def _at(self, port: str) -> PortInfo | None:
        real = str(Path(port).resolve()) if port.startswith("/") else port  # /dev/serial/by-id/... points to the port
        return next((info for info in self._ports() if info.device in (port, real)), None)
