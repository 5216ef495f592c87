from __future__ import annotations

import pytest

from fourth_seat.hardware.lights.errors import LightsUnavailable
from fourth_seat.hardware.lights.usb_lookup import UsbDevice, UsbLookup, load_usb_device, save_usb_device
from fourth_seat.table.settings.folders import home
from tests.hardware.emulation.serial_lines import PluggedPort

ADDRESS = "adalight:///dev/ttyUSB0"
NANO = UsbDevice(ADDRESS, 0x1A86, 0x7523, "", "1-1")


def test_a_device_that_worked_is_remembered() -> None:
    assert load_usb_device() is None
    UsbLookup(ADDRESS, "/dev/ttyUSB0", ports=lambda: [PluggedPort("/dev/ttyUSB0", location="1-1.3")]).worked("/dev/ttyUSB0")
    assert load_usb_device() == UsbDevice(ADDRESS, 0x1A86, 0x7523, "", "1-1.3")
    assert (home() / "devices.toml").read_text().partition("\n\n")[2].startswith("[lights]\n")


def test_a_port_that_is_not_on_usb_is_remembered_by_its_address() -> None:
    UsbLookup("adalight://socket://lamp:4000", "socket://lamp:4000", ports=list).worked("socket://lamp:4000")
    assert load_usb_device() == UsbDevice("adalight://socket://lamp:4000")


def test_devices_are_kept_side_by_side_and_damage_is_forgiven() -> None:
    home().mkdir(exist_ok=True)
    (home() / "devices.toml").write_text('[text]\naddress = "lcd:"\n')
    save_usb_device(NANO)
    assert load_usb_device() == NANO
    assert '[text]\naddress = "lcd:"\n' in (home() / "devices.toml").read_text()
    (home() / "devices.toml").write_text('[lights]\naddress = "auto:"\nvid = "many"\nshoe_size = 43\n')
    assert load_usb_device() == UsbDevice("auto:")


def test_it_is_found_under_its_new_name() -> None:
    ports = [PluggedPort("/dev/ttyUSB0")]
    finder = UsbLookup(ADDRESS, "/dev/ttyUSB0", ports=lambda: ports)
    assert finder.port() == "/dev/ttyUSB0"
    finder.worked("/dev/ttyUSB0")
    ports[:] = [PluggedPort("/dev/ttyUSB0", vid=0x2341), PluggedPort("/dev/ttyUSB1", location="2-4")]
    assert finder.port() == "/dev/ttyUSB1"


def test_until_it_is_plugged_in_its_old_name_stands() -> None:
    assert UsbLookup(ADDRESS, "/dev/ttyUSB0", NANO, list).port() == "/dev/ttyUSB0"
    with pytest.raises(LightsUnavailable, match="used last are not connected"):
        UsbLookup(ADDRESS, "/dev/ttyUSB0", NANO, lambda: [PluggedPort("/dev/ttyUSB0", vid=0x2341)]).port()


def test_devices_without_a_number_are_told_apart_by_their_socket() -> None:
    twins = [PluggedPort("/dev/ttyUSB4", location="1-2"), PluggedPort("/dev/ttyUSB5", location="1-1")]
    assert UsbLookup(ADDRESS, "/dev/ttyUSB0", NANO, lambda: twins).port() == "/dev/ttyUSB5"
    twins[1].location = "1-3"
    with pytest.raises(LightsUnavailable, match="could be on any of /dev/ttyUSB4, /dev/ttyUSB5"):
        UsbLookup(ADDRESS, "/dev/ttyUSB0", NANO, lambda: twins).port()


def test_a_number_of_its_own_tells_more_than_the_socket() -> None:
    known = UsbDevice(ADDRESS, 0x1A86, 0x7523, "A1", "1-1")
    ports = [
        PluggedPort("/dev/ttyUSB0", serial_number="B2"),
        PluggedPort("/dev/ttyUSB9", serial_number="A1", location="7-7"),
    ]
    assert UsbLookup(ADDRESS, "/dev/ttyUSB0", known, lambda: ports).port() == "/dev/ttyUSB9"
