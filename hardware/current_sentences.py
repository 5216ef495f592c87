"""The current sentences, for text displays and voices."""

from __future__ import annotations

from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.words import Text


class CurrentSentences:
    """The sentences that a text display or voice currently presents.

    The computer's move remains until something else happens at the table. A subsequent notice, such as a pass, is appended
    to it rather than replacing it, because the move still has to be made on the board.

    Attributes:
        texts: the current sentences.
    """

    def __init__(self) -> None:
        self.texts: tuple[Text, ...] = ()
        self._placing = False

    def add(self, announcement: Announcement) -> bool:
        """Add the sentences of an announcement. Returns True if they were appended to the previous ones."""
        follows = self._placing and announcement.kind is AnnouncementKind.NOTICE
        self.texts = (*self.texts, *announcement.texts) if follows else announcement.texts
        self._placing = follows or announcement.kind is AnnouncementKind.PLACE
        return follows
