"""The addresses of this computer that phones in the room can reach, the likeliest first."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import psutil

# Interfaces of virtual machines, containers and tunnels: no phone in the room can be reached through them.
VIRTUAL = re.compile(
    r"(docker|br-|veth|virbr|vmnet|vboxnet|vbox|lxc|lxd|cni|flannel|podman|tun|tap|wg|tailscale|zt|utun|ppp|ipsec|ham|"
    r"vethernet|hyper-v|vmware|virtualbox|wsl|nordlynx|proton|bridge10)",
    re.IGNORECASE,
)
UNUSED_ADDRESS = ("192.0.2.1", 9)  # in the range reserved for documentation (RFC 5737): nothing is sent to it


@dataclass(frozen=True, slots=True)
class RoomAddress:
    """An address of this computer and the network interface that has it."""

    address: str
    interface: str

    @property
    def virtual(self) -> bool:
        """Whether its interface is that of a virtual machine, a container or a tunnel."""
        return VIRTUAL.match(self.interface) is not None


def room_addresses() -> list[RoomAddress]:
    """Return the addresses that a phone may be able to reach, the likeliest first; none where there is no network."""
    found = {
        name: [each.address for each in addresses if each.family in (socket.AF_INET, socket.AF_INET6)]
        for name, addresses in psutil.net_if_addrs().items()
    }
    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    return ranked({name: addresses for name, addresses in found.items() if name in up}, _outward())


def ranked(interfaces: Mapping[str, Sequence[str]], outward: str) -> list[RoomAddress]:
    """Return the addresses of interfaces, the likeliest first.

    Physical interfaces come before virtual ones, the address from which the rest of the world is reached (`outward`) before
    others, IPv4 before IPv6. Loopback and link-local addresses reach nobody; the server answers private ones alone.
    """

    def rank(place: RoomAddress) -> tuple[bool, bool, bool]:
        address = ipaddress.ip_address(place.address)
        return place.virtual, place.address != outward, address.version != 4

    places = [RoomAddress(address, name) for name, addresses in interfaces.items() for address in addresses]
    return sorted((place for place in places if _reaches_a_room(place.address)), key=rank)


def _reaches_a_room(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:  # one with a scope, which no browser takes
        return False
    unreachable = address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast
    return address.is_private and not unreachable


def _outward() -> str:
    """Return the address from which the rest of the world is reached; empty without a network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(UNUSED_ADDRESS)
        address: str = probe.getsockname()[0]
        return address
    return ""
