"""The address in a QR code: one that phones in the room can reach, or why there is none."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Mapping

import psutil
import pytest
from psutil._ntuples import snicaddr, snicstats

from fourth_seat.page.addresses import room_addresses, why_none
from fourth_seat.words import Catalogue

pytestmark = pytest.mark.quick

MAC = "3c:22:fb:01:02:03"
Interface = tuple[list[str], str, str, str]  # addresses, hardware address, mask, flags


def physical(*addresses: str) -> Interface:
    return [*addresses], MAC, "255.255.255.0", "up,broadcast,running,multicast"


def tunnel(*addresses: str, mac: str = "", mask: str = "255.255.255.0", flags: str = "up,running") -> Interface:
    return [*addresses], mac, mask, flags


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Mapping[str, Interface], str], list[str]]:
    """Return a function that gives the computer interfaces, as `psutil` shows them, and returns its room addresses."""

    def having(interfaces: Mapping[str, Interface], outward: str) -> list[str]:
        addresses, states = {}, {}
        for name, (texts, mac, mask, flags) in interfaces.items():
            entries = [
                snicaddr(
                    socket.AF_INET6 if ":" in text else socket.AF_INET, text, None if ":" in text else mask, None, None
                )
                for text in texts
            ]
            addresses[name] = [*entries, *([snicaddr(psutil.AF_LINK, mac, None, None, None)] if mac else [])]  # type: ignore[arg-type]
            states[name] = snicstats(True, 0, 0, 1500, flags)
        monkeypatch.setattr("psutil.net_if_addrs", lambda: addresses)
        monkeypatch.setattr("psutil.net_if_stats", lambda: states)
        monkeypatch.setattr("fourth_seat.page.addresses._outward", lambda: outward)
        return [place.address for place in room_addresses()]

    return having


@pytest.mark.parametrize(
    ("name", "through"),
    [
        ("CloudflareWARP", tunnel("10.8.0.2")),  # Linux: no hardware address
        ("cscotun0", tunnel("10.8.0.2", flags="up,pointopoint,running")),
        ("gpd0", tunnel("10.8.0.2", mask="255.255.255.255")),
        ("utun4", tunnel("10.8.0.2", flags="")),  # macOS
        ("Ethernet 3", tunnel("10.8.0.2", mac="02-50-41-00-00-01", mask="255.255.255.255", flags="")),  # Windows
        ("Local Area Connection", tunnel("10.8.0.2", mac="00-00-00-00-00-00-00-e0", flags="")),
        ("vEthernet (WSL)", physical("10.8.0.2")),
        ("VMware Network Adapter VMnet8", physical("10.8.0.2")),
        ("bridge100", physical("10.8.0.2")),
    ],
)
def test_a_physical_interface_comes_before_a_tunnel_that_all_else_goes_through(
    computer: Callable[..., list[str]], name: str, through: Interface
) -> None:
    interfaces = {
        "lo": tunnel("127.0.0.1", "::1", mac="00:00:00:00:00:00"),
        name: through,
        "wlp3s0": physical("192.168.1.5", "fe80::1%wlp3s0", "fd00::5"),
    }
    assert computer(interfaces, "10.8.0.2") == ["192.168.1.5", "fd00::5", "10.8.0.2"]


@pytest.mark.parametrize("name", ["wlan0", "tuner0", "hamster", "en7", "Ethernet 3", "enx0a1b2c3d4e5f", "ap0", "br-lan"])
def test_a_name_alone_makes_no_tunnel(computer: Callable[..., list[str]], name: str) -> None:
    """Including the computer's own hotspot and a tethered phone."""
    interfaces = {name: physical("192.168.7.2"), "wg0": tunnel("10.0.0.2")}
    assert computer(interfaces, "10.0.0.2") == ["192.168.7.2", "10.0.0.2"]


def test_what_linux_knows_of_interfaces(
    computer: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A bridge leads to a room if a device joins it; a container's bridge leads to none, whatever it is called."""
    system = tmp_path_factory.mktemp("net")
    for path in ("eth0/device", "br0/lower_eth0/device", "docker0", "kitchen/lower_veth1", "zt3jnk", "usb0/device"):
        (system / path).mkdir(parents=True)
    monkeypatch.setattr("fourth_seat.page.addresses.LINUX_INTERFACES", system)
    monkeypatch.setattr("sys.platform", "linux")
    interfaces = {
        "docker0": physical("172.17.0.1"), "kitchen": physical("172.18.0.1"), "zt3jnk": physical("10.147.17.2"),
        "br0": physical("192.168.1.5"), "usb0": physical("192.168.42.7"),
    }  # fmt: skip
    assert computer(interfaces, "10.147.17.2") == [
        "192.168.1.5", "192.168.42.7", "10.147.17.2", "172.17.0.1", "172.18.0.1",
    ]  # fmt: skip


def test_of_two_physical_ones_the_one_that_leads_outward(computer: Callable[..., list[str]]) -> None:
    interfaces = {"eth0": physical("192.168.7.2"), "wlan0": physical("192.168.1.5")}
    assert computer(interfaces, "192.168.1.5") == ["192.168.1.5", "192.168.7.2"]


def test_an_address_that_the_server_does_not_answer_is_not_offered(computer: Callable[..., list[str]]) -> None:
    interfaces = {"eth0": physical("203.0.114.5", "2003:e5::7", "fd00::5"), "utun3": tunnel("100.64.0.1")}
    assert computer(interfaces, "203.0.114.5") == ["fd00::5"]


@pytest.mark.parametrize(
    ("addresses", "words"),
    [
        (["141.30.12.7"], ["141.30.12.7", "a public one", "hotspot"]),
        (["100.72.3.4", "2003:e1:af::5"], ["100.72.3.4", "CGNAT", "hotspot"]),
        (["2003:e1:af::5", "fe80::1"], ["only a public IPv6 address, 2003:e1:af::5", "hotspot"]),
        (["169.254.1.2"], ["not on a network", "Wi-Fi", "hotspot"]),
        ([], ["not on a network"]),
    ],
)
def test_why_no_phone_can_join(computer: Callable[..., list[str]], addresses: list[str], words: list[str]) -> None:
    assert computer({"wlan0": physical(*addresses)}, "") == []
    said = Catalogue("en").render(why_none())
    assert all(word in said for word in words), said


def test_this_computer() -> None:
    for place in room_addresses():
        assert not ipaddress.ip_address(place.address).is_loopback
