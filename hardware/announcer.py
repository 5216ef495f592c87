"""What people are told besides the screen: by a text display and by a voice, as they chose."""

from __future__ import annotations

from hardware.text.display import TextDisplay
from hardware.text.factory import make_panel
from hardware.voice.voice import Voice
from table.protocols import Announcement
from words import ENGLISH, Catalogue, Text, say

NO_TEXT_DISPLAY = "none"  # as an address: no text display
TEXT_DISPLAY_SAMPLE = say("This is the text display of Fourth Seat.")
VOICE_SAMPLE = say("This is the voice of Fourth Seat.")


class Announcer:
    """A display (`table.protocols.Display`) that passes on what it is shown to those that are there.

    Attributes:
        text: the text display; None without one.
        voice: silent unless it is on.
    """

    def __init__(self, catalogue: Catalogue = ENGLISH) -> None:
        self.text: TextDisplay | None = None
        self.voice = Voice(catalogue, on=False)
        self._catalogue = catalogue
        self._url = ""
        self._last: Announcement | None = None
        self._complained: set[Text] = set()

    def show(self, announcement: Announcement) -> None:
        """Shows and says an announcement. Returns at once."""
        self._last = announcement
        if self.text:
            self.text.show(announcement)
        self.voice.show(announcement)

    def attach(self, url: str, *, voice: bool, catalogue: Catalogue | None = None) -> None:
        """From now on this text display tells it, empty or "none" for none; and a voice or none, in this language.

        Raises:
            BadTextDisplay: the address names none; the one that was there has gone.
        """
        language = catalogue or self._catalogue
        if url != self._url or language is not self._catalogue:
            if self.text:
                self.text.close()
                self.text = None
            self._url = url
            if url not in ("", NO_TEXT_DISPLAY):
                self.text = TextDisplay(make_panel(url), language)
                if self._last:
                    self.text.show(self._last)
        self._catalogue = self.voice.catalogue = language
        self.voice.on = voice

    def news(self) -> Text | None:
        """A trouble of theirs that was not told yet, in one sentence; once, until it has passed and comes again."""
        troubles = [each.trouble for each in (self.text, self.voice) if each and each.trouble]
        self._complained.intersection_update(troubles)
        fresh = next((trouble for trouble in troubles if trouble not in self._complained), None)
        if fresh:
            self._complained.add(fresh)
        return fresh

    def try_text(self) -> None:
        """Shows a sentence on the text display."""
        if self.text:
            self.text.say((TEXT_DISPLAY_SAMPLE,))

    def try_voice(self) -> None:
        """Says a sentence, even where the voice is off."""
        self.voice.say((VOICE_SAMPLE,))

    def close(self) -> None:
        """Lets go of both, soon."""
        if self.text:
            self.text.close()
        self.voice.close()
