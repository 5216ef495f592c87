"""The names by which people in the room may address this computer, none of which a stranger can choose.

The owner of a malicious site can make any of its names resolve to an address of this computer (DNS rebinding). Therefore, a
name longer than the computer's own is accepted only if it begins with the computer's own name and the network itself
assigns it to the requested address.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable

LOOKUP_TIMEOUT_S = 2.0  # for the network to say what it calls an address
MAX_LOOKUPS = 64  # addresses whose names are remembered


async def name_of(address: str) -> str:
    """Return the network's name for an address, or an empty string if there is none."""
    try:
        async with asyncio.timeout(LOOKUP_TIMEOUT_S):
            host, _ = await asyncio.get_running_loop().getnameinfo((address, 0), socket.NI_NAMEREQD)
    except (OSError, TimeoutError):
        return ""
    return host.lower()


class OwnNames:
    """The names of one computer.

    Attributes:
        known: the names that are known without querying the network.
    """

    def __init__(self, computer: str, look_up: Callable[[str], Awaitable[str]] = name_of) -> None:
        """`computer` is the computer's own host name; `look_up` returns the network's name for an address."""
        whole = computer.lower() if computer.isascii() else ""
        self._label = whole.partition(".")[0]
        self.known = list(dict.fromkeys([whole, self._label, f"{self._label}.local"])) if self._label else []
        self._look_up = look_up
        self._of: dict[str, str] = {}  # by address

    async def of_network(self, asked: str, address: str) -> str:
        """Return the requested name if it is this computer's and the network assigns it to the address, else an empty
        string.
        """
        label, _, domain = asked.partition(".")
        if not (domain and address and label == self._label):
            return ""
        if address not in self._of:
            if len(self._of) >= MAX_LOOKUPS:
                del self._of[next(iter(self._of))]
            self._of[address] = await self._look_up(address)
        return asked if asked == self._of[address] else ""
