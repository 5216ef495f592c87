"""Finds the addresses at which phones in the room can reach this computer, or the reason why there are none."""

from __future__ import annotations

import ipaddress
import re
import socket
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from fourth_seat.page.private import SHARED, IpAddress, is_private
from fourth_seat.words import Text, say

UNUSED_ADDRESS = ("192.0.2.1", 9)  # in the range reserved for documentation (RFC 5737): nothing is sent to it
MAC = re.compile(r"(?!00[:-]00[:-]00[:-]00[:-]00[:-]00)[0-9a-f]{2}([:-][0-9a-f]{2}){5}", re.IGNORECASE)
ONE_ADDRESS = "255.255.255.255"  # the mask of a network with nobody else in it
LINUX_INTERFACES = Path("/sys/class/net")
# Networks of virtual machines and containers within this computer, if the system does not show that.
INNER = re.compile(r"(vmnet|vboxnet|vethernet|hyper-v|vmware|virtualbox|wsl|bridge10|zerotier|feth)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RoomAddress:
    """An address of this computer and its network interface.

    Attributes:
        virtual: whether the interface belongs to a virtual machine, a container or a tunnel.
    """

    address: str
    interface: str
    virtual: bool = False


def room_addresses() -> list[RoomAddress]:
    """Return the addresses that a phone may be able to reach, most likely first; empty if there is no network.

    Physical interfaces come before virtual ones, the one that leads to the internet comes before others, and IPv4 comes
    before IPv6. Only private addresses are included, because the server does not answer on others. Phones cannot reach
    loopback or link-local addresses.
    """
    outward = _outward()
    places = [place for place in _places() if is_private(ipaddress.ip_address(place.address))]
    return sorted(places, key=lambda place: (place.virtual, place.address != outward, ":" in place.address))


def why_none() -> Text:
    """Return the reason why phones in the room cannot reach this computer, and the remedy."""
    hotspot = say("turn on a hotspot on a phone or on this computer, and connect both to it")
    found = {place.address: ipaddress.ip_address(place.address) for place in _places()}
    shared = [text for text, address in found.items() if address in SHARED]
    public = [text for text, address in found.items() if address.version == 4 and text not in shared]
    if shared:
        return say(
            "the page is for private networks, and this computer's address, {address}, is one that an internet provider "
            "shares among its customers (CGNAT): {remedy}",
            address=shared[0],
            remedy=hotspot,
        )
    if public:
        return say(
            "the page is for private networks, and this computer's address, {address}, is a public one, as on many "
            "university networks: {remedy}",
            address=public[0],
            remedy=hotspot,
        )
    if found:
        return say(
            "the page is for private networks, and this computer has only a public IPv6 address, {address}: {remedy}",
            address=next(iter(found)),
            remedy=hotspot,
        )
    return say(
        ("this computer is not on a network: connect it to the Wi-Fi that the phones use, or {remedy}"), remedy=hotspot
    )


def _places() -> list[RoomAddress]:
    """Return the addresses at which others may reach this computer, private or not."""
    states = psutil.net_if_stats()
    return [
        RoomAddress(text, name, virtual)
        for name, known in psutil.net_if_addrs().items()
        if name in states and states[name].isup
        for virtual in [_is_tunnel(known, states[name].flags) or _is_inner(name)]
        for text in _reachable(known)
    ]


def _reachable(known: Iterable[Any]) -> list[str]:
    """Return the addresses of an interface that are reachable beyond its own link."""
    found: dict[str, IpAddress] = {}
    for each in known:
        if each.family in (socket.AF_INET, socket.AF_INET6):
            with suppress(ValueError):  # one with a scope, which no browser accepts
                found[each.address] = ipaddress.ip_address(each.address)
    return [
        text
        for text, address in found.items()
        if not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)
    ]


def _is_tunnel(known: Sequence[Any], flags: str) -> bool:
    """Return whether an interface is point-to-point, has no hardware address, or is alone in its network."""
    return (
        "pointopoint" in flags.split(",")
        or not any(each.family == psutil.AF_LINK and MAC.fullmatch(each.address) for each in known)
        or any(each.family == socket.AF_INET and (each.ptp or each.netmask == ONE_ADDRESS) for each in known)
    )


def _is_inner(name: str) -> bool:
    """Return whether an interface leads to virtual machines or containers of this computer."""
    if sys.platform == "linux" and (LINUX_INTERFACES / name).exists():
        return not _is_device(LINUX_INTERFACES / name)
    return INNER.match(name) is not None


def _is_device(interface: Path) -> bool:
    """Return whether Linux shows a device behind an interface, or behind one that it joins, as a bridge does."""
    return (interface / "device").exists() or any(map(_is_device, interface.glob("lower_*")))


def _outward() -> str:
    """Return the address used for internet traffic, or an empty string if there is no network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(UNUSED_ADDRESS)
        address: str = probe.getsockname()[0]
        return address
    return ""
