"""What is told of an announcement where there is room for words only: on a text display, by a voice."""

from __future__ import annotations

from table.protocols import Announcement, Kind
from words import Text


class CurrentSentences:
    """The sentences that stand now. A placement stands until something else happens at the table; a notice that follows
    it, such as a pass, is told after it, or nobody would learn what to set down.
    """

    def __init__(self) -> None:
        self.texts: tuple[Text, ...] = ()
        self._placing = False

    def hear(self, announcement: Announcement) -> bool:
        """Takes an announcement; whether its sentences go on with those that stood before."""
        follows = self._placing and announcement.kind is Kind.NOTICE
        self.texts = (*self.texts, *announcement.texts) if follows else announcement.texts
        self._placing = follows or announcement.kind is Kind.PLACE
        return follows
