"""Which address a QR code shows: one that phones in the room can reach."""

from __future__ import annotations

import ipaddress

from page.addresses import ranked, room_addresses


def of(interfaces: dict[str, list[str]], outward: str) -> list[str]:
    return [place.address for place in ranked(interfaces, outward)]


def test_a_physical_interface_comes_before_a_tunnel_that_all_else_goes_through() -> None:
    interfaces = {
        "lo": ["127.0.0.1", "::1"],
        "docker0": ["172.17.0.1"],
        "tun0": ["10.8.0.2"],
        "wlp3s0": ["192.168.1.5", "fe80::1%wlp3s0", "fd00::5"],
    }
    assert of(interfaces, "10.8.0.2") == ["192.168.1.5", "fd00::5", "10.8.0.2", "172.17.0.1"]


def test_of_two_physical_ones_the_one_that_leads_outward() -> None:
    assert of({"eth0": ["192.168.7.2"], "wlan0": ["192.168.1.5"]}, "192.168.1.5") == ["192.168.1.5", "192.168.7.2"]


def test_windows_and_mac_names() -> None:
    interfaces = {"vEthernet (WSL)": ["172.30.0.1"], "Wi-Fi": ["192.168.0.4"], "Ethernet": ["169.254.3.4"]}
    assert of(interfaces, "172.30.0.1") == ["192.168.0.4", "172.30.0.1"]
    assert of({"en0": ["192.168.0.9"], "bridge100": ["192.168.64.1"]}, "") == ["192.168.0.9", "192.168.64.1"]


def test_an_address_that_the_server_does_not_answer_is_not_offered() -> None:
    assert of({"eth0": ["203.0.114.5", "2003:e5::7", "fd00::5"], "utun3": ["100.64.0.1"]}, "203.0.114.5") == ["fd00::5"]


def test_without_a_network_there_is_none() -> None:
    assert of({"lo": ["127.0.0.1"], "eth0": ["169.254.1.2"]}, "") == []


def test_this_computer() -> None:
    for place in room_addresses():
        assert not ipaddress.ip_address(place.address).is_loopback
