"""Make the text display that a URL names."""

from __future__ import annotations

from fourth_seat.boundary.addresses import bare, shown
from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.text.drivers import CharacterPanel, drivers, examples
from fourth_seat.words import FourthSeatError, say


class BadTextDisplay(FourthSeatError, ValueError):
    """A URL that names no text display."""


def make_panel(url: str) -> CharacterPanel:
    """Make the panel that a URL names; nothing is opened yet.

    Raises:
        BadTextDisplay: it names none.
    """
    try:
        read = DeviceUrl.parse(url)
        return drivers()[read.scheme].at(read)
    except (KeyError, ValueError):
        raise BadTextDisplay(
            say(
                "{url} is not a text display: write one such as {examples}",
                url=shown(bare(url)),
                examples=", ".join(examples()),
            )
        ) from None
