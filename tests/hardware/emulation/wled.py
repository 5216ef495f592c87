"""WLED's serial port as a counterpart: its treatment of bytes, after `wled_serial.cpp` and that of its fork WLED-MM.

It has no clock: a frame that was cut is completed by whatever comes next, and anything between frames is a command.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable
from typing import Any

COMMANDS = frozenset(b"ILlOoX^" + bytes(range(0xB0, 0xB8)))
TPM2 = 0xC9


class WledEmulation:
    """A WLED controller, so far as the program talks to it.

    Attributes:
        frames: the colours of each frame that it accepted as complete.
        requests: those to the JSON interface, parsed.
        commands: bytes that it took for commands, other than the question for its version.
    """

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.requests: list[Any] = []
        self.commands: list[int] = []
        self._says = b""
        self._parser = self._parse()
        next(self._parser)

    def answer(self, received: Iterable[int]) -> bytes:
        """Take bytes as they come; return the answer."""
        for byte in received:
            self._parser.send(byte)
        reply, self._says = self._says, b""
        return reply

    def _parse(self) -> Generator[None, int, None]:
        while True:
            byte = yield
            if byte == ord("A"):
                yield from self._adalight()
            elif byte == TPM2:
                self.commands.append(byte)
                yield  # its kind; nothing follows if nobody means TPM2
            elif byte == ord("{"):
                yield from self._json()
            elif byte == ord("v"):
                self._says += b"WLED 2605010\r\n"
            elif byte in COMMANDS:
                self.commands.append(byte)

    def _adalight(self) -> Generator[None, int, None]:
        # A byte that does not fit ends the header, and is not examined again.
        if (yield) != ord("d") or (yield) != ord("a"):
            return
        high, low = (yield), (yield)
        if (yield) != high ^ low ^ 0x55:
            return
        colours = bytearray()
        for _ in range(3 * (256 * high + low + 1)):
            colours.append((yield))
        self.frames.append(bytes(colours))

    def _json(self) -> Generator[None, int, None]:
        text, depth = bytearray(b"{"), 1
        while depth:
            byte = yield
            text.append(byte)
            depth += {ord("{"): 1, ord("}"): -1}.get(byte, 0)
        self.requests.append(json.loads(text))
