"""The interface of text display drivers, and a registry of them.

Each driver is a class in a file in this folder, or in an add-on.

The window and error messages show the drivers' declarations. `hardware.text.display` handles threads, retries and pages.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
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
    """A URL that is not valid for a text display."""


class CharacterPanel(Driver, ABC):
    """A panel with a few lines, which may be connected and disconnected repeatedly. It is used by only one thread. Every
    method may block for a limited time, and may raise `OSError` (or any exception from the system's serial line), after
    which `close` and `open` are called.
    """

    group = TEXT_DISPLAYS

    @classmethod
    @abstractmethod
    def at(cls, url: DeviceUrl) -> CharacterPanel:
        """Return the panel at an address, without opening it yet. Raise `ValueError` if the address is invalid."""

    @abstractmethod
    def open(self) -> PanelSize:
        """Connect to the panel and return its size."""

    @abstractmethod
    def write(self, lines: Sequence[str]) -> None:
        """Show these lines of ASCII text, one for each row of the panel and each exactly as long as the panel is wide."""

    @abstractmethod
    def check(self) -> None:
        """Discard any input from the panel; raise `OSError` if it is disconnected. Called while there is nothing new to
        show.
        """

    @abstractmethod
    def close(self) -> None:
        """Disconnect. Safe to call twice or without `open`. Never raises."""

    @abstractmethod
    def remedy(self, error: Exception) -> Text:
        """Return a sentence that describes the fault and its remedy."""


def drivers() -> Mapping[str, type[CharacterPanel]]:
    """Return the drivers, keyed by scheme."""
    return declared(CharacterPanel)  # type: ignore[type-abstract]


def examples() -> tuple[str, ...]:
    """Return example addresses for all drivers, as users would enter them."""
    return tuple(example for driver in drivers().values() for example in driver.examples)


def make_panel(url: str) -> CharacterPanel:
    """Create the panel at a URL, without opening it yet.

    Raises:
        BadTextDisplay: the URL is not valid for a panel.
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
            "{url} is not the address of a text display: enter an address such as {examples}",
            url=shown(bare(url)),
            examples=", ".join(examples()),
        )
    )
