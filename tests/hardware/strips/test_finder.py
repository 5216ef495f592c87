from __future__ import annotations

import pytest

from benchmarks.hardware.lines import Plugged
from calibration.devices import Device, load_device, save_device
from hardware.lights.errors import Unusable
from hardware.lights.finder import USE, Finder
from table.home import home

ADDRESS = "adalight:///dev/ttyUSB0"
NANO = Device(ADDRESS, 0x1A86, 0x7523, "", "1-1")


def test_a_device_that_worked_is_remembered() -> None:
    assert load_device(USE) is None
    Finder(ADDRESS, "/dev/ttyUSB0", ports=lambda: [Plugged("/dev/ttyUSB0", location="1-1.3")]).worked("/dev/ttyUSB0")
    assert load_device(USE) == Device(ADDRESS, 0x1A86, 0x7523, "", "1-1.3")
    assert (home() / "devices.toml").read_text().startswith("[lights]\n")


def test_a_port_that_is_not_on_usb_is_remembered_by_its_address() -> None:
    Finder("adalight://socket://lamp:4000", "socket://lamp:4000", ports=list).worked("socket://lamp:4000")
    assert load_device(USE) == Device("adalight://socket://lamp:4000")


def test_devices_are_kept_side_by_side_and_damage_is_forgiven() -> None:
    save_device("text", Device("lcd:", 1, 2, "three", "4"))
    save_device(USE, NANO)
    assert (load_device("text"), load_device(USE)) == (Device("lcd:", 1, 2, "three", "4"), NANO)
    (home() / "devices.toml").write_text('[lights]\naddress = "auto:"\nvid = "many"\nshoe_size = 43\n')
    assert load_device(USE) == Device("auto:")


def test_it_is_found_under_its_new_name() -> None:
    ports = [Plugged("/dev/ttyUSB0")]
    finder = Finder(ADDRESS, "/dev/ttyUSB0", ports=lambda: ports)
    assert finder.port() == "/dev/ttyUSB0"
    finder.worked("/dev/ttyUSB0")
    ports[:] = [Plugged("/dev/ttyUSB0", vid=0x2341), Plugged("/dev/ttyUSB1", location="2-4")]
    assert finder.port() == "/dev/ttyUSB1"


def test_until_it_is_plugged_in_its_old_name_stands() -> None:
    assert Finder(ADDRESS, "/dev/ttyUSB0", NANO, list).port() == "/dev/ttyUSB0"
    with pytest.raises(Unusable, match="used last are not there"):
        Finder(ADDRESS, "/dev/ttyUSB0", NANO, lambda: [Plugged("/dev/ttyUSB0", vid=0x2341)]).port()


def test_devices_without_a_number_are_told_apart_by_their_socket() -> None:
    twins = [Plugged("/dev/ttyUSB4", location="1-2"), Plugged("/dev/ttyUSB5", location="1-1")]
    assert Finder(ADDRESS, "/dev/ttyUSB0", NANO, lambda: twins).port() == "/dev/ttyUSB5"
    twins[1].location = "1-3"
    with pytest.raises(Unusable, match="at one of /dev/ttyUSB4, /dev/ttyUSB5"):
        Finder(ADDRESS, "/dev/ttyUSB0", NANO, lambda: twins).port()


def test_a_number_of_its_own_tells_more_than_the_socket() -> None:
    known = Device(ADDRESS, 0x1A86, 0x7523, "A1", "1-1")
    ports = [Plugged("/dev/ttyUSB0", serial_number="B2"), Plugged("/dev/ttyUSB9", serial_number="A1", location="7-7")]
    assert Finder(ADDRESS, "/dev/ttyUSB0", known, lambda: ports).port() == "/dev/ttyUSB9"
