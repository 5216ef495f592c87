"""Board addresses, such as `serial:/dev/ttyUSB0?baud=115200` and `tcp://HOST:PORT`, and detection of boards on this
computer.
"""

from __future__ import annotations

from collections.abc import Mapping

from serial.tools import list_ports

from fourth_seat.boundary.addresses import bare, shown
from fourth_seat.hardware.boards.description import BadBoard
from fourth_seat.hardware.device_url import DeviceUrl, ListPorts
from fourth_seat.words import Text, say

SERIAL, TCP = "serial", "tcp"
NETWORK = "socket://"  # before a host, as pyserial has it
EXAMPLES = ("serial:/dev/ttyUSB0", "serial:COM3", "tcp://192.168.1.20:4040")
DEFAULT_BAUD, DEFAULT_PORT = 115_200, 4040


def read_board(address: str) -> tuple[str, int]:
    """Parse an address. Returns the port in pyserial's format and the speed in bits per second.

    Raises:
        BadBoard: the address is not that of a board.
    """
    try:
        url = DeviceUrl.parse(address)
        if url.scheme == TCP and not url.options:
            host, port = url.host(DEFAULT_PORT)
            return f"{NETWORK}{f'[{host}]' if ':' in host else host}:{port}", DEFAULT_BAUD
        if url.scheme == SERIAL and not url.options.keys() - {"baud"}:
            return url.serial_port(), url.positive("baud", DEFAULT_BAUD)
        raise ValueError
    except ValueError:
        raise BadBoard(
            say(
                "{address} is not the address of a board: enter an address such as {examples}",
                address=shown(bare(address)),
                examples=", ".join(EXAMPLES),
            )
        ) from None


def available_boards(ports: ListPorts = list_ports.comports) -> Mapping[str, Text]:
    """Return the addresses at which a board may be connected to this computer, mapped to display names."""
    found = sorted((port for port in ports() if port.vid is not None), key=lambda port: port.device)
    return {f"{SERIAL}:{port.device}": say("{port}: {what}", port=port.device, what=port.description) for port in found}
