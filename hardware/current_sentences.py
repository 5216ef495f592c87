"""The current sentences, for devices that present only words: a text display or a voice."""

from __future__ import annotations

from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.words import Text


class CurrentSentences:
    """The sentences that a text display or a voice presents now.

    The computer's move stays until something else happens at the table. A notice that follows it, such as a pass, is added
    to it: replacing it would hide what has to be set down.

    Attributes:
        texts: the sentences.
    """

    def __init__(self) -> None:
        self.texts: tuple[Text, ...] = ()
        self._placing = False

    def add(self, announcement: Announcement) -> bool:
        """Adopt the sentences of an announcement; return whether they were added to the previous ones."""
        follows = self._placing and announcement.kind is AnnouncementKind.NOTICE
        self.texts = (*self.texts, *announcement.texts) if follows else announcement.texts
        self._placing = follows or announcement.kind is AnnouncementKind.PLACE
        return follows
