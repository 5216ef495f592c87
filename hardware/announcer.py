"""Presents announcements on the selected text display and by voice."""

from __future__ import annotations

from fourth_seat.hardware.complaints import Complaints
from fourth_seat.hardware.text.display import TextDisplay
from fourth_seat.hardware.text.drivers import make_panel
from fourth_seat.hardware.voice.voice import Voice
from fourth_seat.table.protocols import Announcement
from fourth_seat.words import ENGLISH, Catalogue, Text

NO_TEXT_DISPLAY = "none"  # as an address: no text display


class Announcer:
    """A display (`table.protocols.Display`) that forwards announcements to the devices in use.

    Attributes:
        text: the text display, or None if there is none.
        voice: the voice, which is silent unless switched on.
    """

    def __init__(self, catalogue: Catalogue = ENGLISH) -> None:
        self.text: TextDisplay | None = None
        self.voice = Voice(catalogue, on=False)
        self._catalogue = catalogue
        self._url = ""
        self._former: TextDisplay | None = None  # the display used before, which may still be ending
        self._last: Announcement | None = None
        self._of_text, self._of_voice = Complaints(), Complaints()
        self._unsaid: list[Text] = []

    def show(self, announcement: Announcement) -> None:
        """Show and speak an announcement. Does not block."""
        self._last = announcement
        if self.text:
            self.text.show(announcement)
        self.voice.show(announcement)

    def repeat(self) -> None:
        """Repeat the last announcement."""
        if self._last:
            self.show(self._last)

    def attach(self, url: str, *, voice: bool, catalogue: Catalogue | None = None) -> None:
        """Set the text display (an empty `url` or "none" for no display), whether the voice is on, and the language. Does
        not block.

        Raises:
            BadTextDisplay: the address is not that of a text display. The previous display is closed, and the voice is set
                as requested.
        """
        language = catalogue or self._catalogue
        other = url != self._url or language is not self._catalogue
        self._catalogue = self.voice.catalogue = language
        self.voice.on = voice
        if other:
            self._use_text_display(url)

    def _use_text_display(self, url: str) -> None:
        """Replace the text display with the one at this address. Raises `BadTextDisplay` if the address is invalid."""
        if self.text:
            self.text.end()
            self._former, self.text = self.text, None
        self._url = url
        self._of_text = Complaints()
        if url not in ("", NO_TEXT_DISPLAY):
            self.text = TextDisplay(make_panel(url), self._catalogue, after=self._former)
            if self._last:
                self.text.show(self._last)

    def news(self) -> Text | None:
        """Return a device's problem that has not been reported yet, or None if there is none."""
        fresh = (self._of_text.news(self.text.trouble if self.text else None), self._of_voice.news(self.voice.trouble))
        self._unsaid += filter(None, fresh)
        return self._unsaid.pop(0) if self._unsaid else None

    def close(self) -> None:
        """Close all devices; each takes at most a second."""
        for display in (self.text, self._former):
            if display:
                display.close()
        self.voice.close()
