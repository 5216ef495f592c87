"""Drivers for text displays: their interface, and a list of them all. Each is a class in a file of this folder, or in an
add-on.

The window and error messages show the drivers' declarations. `hardware.text.display` does the rest: threads, retries,
pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from fourth_seat.boundary.additions import TEXT_DISPLAYS
from fourth_seat.boundary.addresses import bare, shown
from fourth_seat.hardware.declared import Driver, declared, unusable
from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.words import FourthSeatError, Text, say


@dataclass(frozen=True, slots=True)
class PanelSize:
    """The size of a panel, in characters."""

    columns: int = 20
    rows: int = 4


class BadTextDisplay(FourthSeatError, ValueError):
    """A URL that does not belong to a text display."""


class CharacterPanel(Driver):
    """A panel with a few lines, which may be connected and disconnected many times. Only one thread uses it; every method
    may wait for the device, but not forever, and may raise `OSError` (or whatever the system's serial line raises), after
    which `close` and `open` are called.
    """

    group = TEXT_DISPLAYS

    @classmethod
    def at(cls, url: DeviceUrl) -> CharacterPanel:
        """Return the panel at an address; nothing is opened yet. Raise `ValueError` if the address makes no sense."""
        raise NotImplementedError

    def open(self) -> PanelSize:
        """Connect; return the panel's size."""
        raise NotImplementedError

    def write(self, lines: Sequence[str]) -> None:
        """Show these lines: as many as the panel has rows, each as long as it has columns, in ASCII."""
        raise NotImplementedError

    def check(self) -> None:
        """Discard what the panel has sent; raise `OSError` if it is gone. Called while there is nothing new to show."""
        raise NotImplementedError

    def close(self) -> None:
        """Disconnect. Safe to call twice, and without `open`. Never raises."""
        raise NotImplementedError

    def remedy(self, error: Exception) -> Text:
        """Return the fault and its remedy, in one sentence."""
        raise NotImplementedError


def drivers() -> Mapping[str, type[CharacterPanel]]:
    """Return the drivers by their schemes."""
    return declared(CharacterPanel)


def examples() -> tuple[str, ...]:
    """Return example addresses for all drivers, as people write them."""
    return tuple(example for driver in drivers().values() for example in driver.examples)


def make_panel(url: str) -> CharacterPanel:
    """Make the panel at a URL; nothing is opened yet.

    Raises:
        BadTextDisplay: no panel can be there.
    """
    why = None
    with suppress(ValueError):
        read = DeviceUrl.parse(url)
        if driver := drivers().get(read.scheme):
            return driver.at(read)
        why = unusable(CharacterPanel, read.scheme)
    raise BadTextDisplay(
        why
        or say(
            "{url} is not a text display: write one such as {examples}",
            url=shown(bare(url)),
            examples=", ".join(examples()),
        )
    )
