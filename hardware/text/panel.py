"""A panel of a few lines of characters: what a driver is, and how its file declares the kinds that it drives.

A driver is a file in `hardware/text/drivers` with objects of `TextDisplayKind` in `KINDS`; an add-on names one of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.words import Text


@dataclass(frozen=True, slots=True)
class PanelSize:
    """The size of a panel, in characters."""

    columns: int = 20
    rows: int = 4


class CharacterPanel(Protocol):
    """Connections to a panel, in turn. Used by one thread; every method may wait for the device, but not for ever,
    and may raise `OSError` (or what the system's serial line raises), after which `close` and `open` are called again.
    """

    def open(self) -> PanelSize:
        """Connect; return the panel's size."""

    def write(self, lines: Sequence[str]) -> None:
        """Show these lines: as many as the panel has rows, each as long as it has columns, in ASCII."""

    def check(self) -> None:
        """Discard what the panel has sent; raise `OSError` if it is gone. Called while there is nothing new to show."""

    def close(self) -> None:
        """Disconnect. Safe to call twice, and without `open`. Never raises."""

    def remedy(self, error: Exception) -> Text:
        """Return what went wrong and what to do about it, in one sentence."""


@dataclass(frozen=True, slots=True)
class TextDisplayKind:
    """A kind of text displays.

    Attributes:
        scheme: how their addresses begin, before the colon.
        example: an address, as people write it.
        at: makes the panel at an address; nothing is opened yet. Raises `ValueError` where the address makes no sense.
    """

    scheme: str
    example: str
    at: Callable[[DeviceUrl], CharacterPanel]
